"""a, *b = seq, for lists and tuples that are long enough and that are not."""
for seq in [1], (1, 2), [1, 2, 3, 4], (1, 2, 3):
    a, *b = seq
    print(a, b)
    *a, b = seq
    print(a, b)
    try:
        a, *b, c, d = seq
        print(a, b, c, d)
    except ValueError as e:
        print(e)
