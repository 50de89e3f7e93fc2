# Numbers that run into a keyword are warned of even behind the error.
import warnings

for source in "a b 1if c else d", "f(, 2or 3)", "x = '\\d' y\nz = 1in w", "1orx", "2andy or (", "0x1forx":
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            compile(source, "file", "exec")
        except SyntaxError as e:
            print(e.msg, e.lineno, e.offset, [(str(w.message), w.lineno) for w in caught])
