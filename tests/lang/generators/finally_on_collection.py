def g(n):
    try:
        yield n
    finally:
        print("finally", n)
for x in g(1): break
it = g(2)
next(it)
del it
it = g(3)
del it
def h():
    with_ = g(4)
    next(with_)
h()
print("end")
