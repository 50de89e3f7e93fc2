l = list(range(6))
l[1:3] = "abc"
print(l)
l[::2] = [0] * len(l[::2])
print(l)
del l[::3]
print(l)
l[2:2] = [7, 8]
l[-1:] = []
l[:] = l[::-1]
print(l)
l[10:] = [9]
print(l)
for text in ("l[::2] = [1]", "l[0:1] = 5", "l[::0] = []"):
    try:
        exec(text)
    except Exception as e:
        print(type(e).__name__, e)
