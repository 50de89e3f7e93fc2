if (n := 10) > 5:
    print(n)
print([y := 1, y ** 2], y)
while (line := "abc"[n - 10:]) and n < 12:
    n += 1
print(line, n, [last := x for x in range(3)], last)
print(f"{(z := 5)} {z}", (lambda: (w := 3) + w)())
def f(): return any((hit := x) > 2 for x in range(5)), hit
print(f())
