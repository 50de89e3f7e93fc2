def t(v):
    print(v, end=" ")
    return v
print(t(1) < t(3) < t(2) < t(9))
print(1 < 2 > 1 == 1 != 2 is not None in [None] if True else 0)
print(1 in [1] == True, (1 in [1]) == True, 3 > 2 > 1, not 1 < 0 < 5)
