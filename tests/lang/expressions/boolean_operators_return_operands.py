print(0 or "a", "" and 1, 1 and 2 and 3, 0 or [] or {}, not [], not not "x")
print(1 or 1 / 0, 0 and 1 / 0)
x = None or "default"
print(x, (1 and 0) or 5, 1 if [] else 2 if 0 else 3)
