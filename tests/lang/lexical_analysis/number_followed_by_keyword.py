"""A keyword may follow a number without a space, with a SyntaxWarning."""
import warnings

sources = ["1if 1else 2", "0x1for x in y", "[0xfor 2]", "1_0if 1 else 2", "1.if 1 else 2", "1e5if 1 else 2",
           "1jif 1 else 2", "0b1and 2", "0o7in [7]", "5is x", "1not in [2]", "1or 2", "1and 2", "2 if 1else 3",
           "1and2", "1or2", "1ifx", "1notx", "1in[1]", "0xfand 1", "1_000and 1", "1e5and 1", "1andx", "1else"]
for source in sources:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            compile(source, "f", "eval")
            result = "compiles"
        except SyntaxError as e:
            result = e.args
    print(repr(source), result)
    for w in caught:
        print("   ", w.category.__name__, w.message, w.lineno)
