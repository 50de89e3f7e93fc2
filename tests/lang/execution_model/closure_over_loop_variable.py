fs = []
for i in range(3):
    fs.append(lambda: i)
print([f() for f in fs])
print([f() for f in [lambda i=i: i for i in range(3)]])
print([f() for f in [lambda: i for i in range(3)]])
