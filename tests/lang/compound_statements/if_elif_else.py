def f(x):
    if x < 0: return "neg"
    elif x == 0: return "zero"
    elif x < 10:
        if x % 2: return "odd digit"
        else: return "even digit"
    else:
        return "large"
print([f(i) for i in (-1, 0, 3, 4, 50)])
if []: print("no")
elif "": print("no")
else: print("else")
