for i in range(10):
    if i % 2: continue
    if i > 6: break
    print(i, end=" ")
else:
    print("never")
print()
n = 0
while True:
    n += 1
    try:
        if n < 3: continue
        break
    finally:
        print("finally", n)
for i in range(3):
    for j in range(3):
        if j == 1: break
    else:
        print("never")
    print(i, j)
