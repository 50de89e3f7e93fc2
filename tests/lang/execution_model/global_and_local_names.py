x = "global"
def reads(): return x
def assigns():
    x = "local"
    return x
def declares():
    global x
    x = "changed"
print(reads(), assigns(), x)
declares()
print(x)
def unbound():
    try:
        print(x)
    except UnboundLocalError as e:
        print(e)
    x = 1
unbound()
