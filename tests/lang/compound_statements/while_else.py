n = 3
while n:
    n -= 1
else:
    print("else", n)
while True:
    break
else:
    print("never")
i = 0
while i < 5 and (i := i + 1):
    if i == 3: break
else:
    print("never")
print(i)
