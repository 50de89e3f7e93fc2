for text in ("len()", "len(1, 2)", "abs()", "ord('ab')", "ord(1)", "chr(-1)", "chr('a')", "isinstance(1)", "print(1, x=2)", "int('1', 99)",
             "sorted()", "sorted(1)", "sorted([1], reverse='x')", "sum('ab')", "sum(['a'])", "max()", "max([])", "min(1)", "round()", "divmod(1)",
             "getattr(1)", "iter()", "iter(1)", "next()", "next(1)", "zip(1)", "enumerate()", "map()", "map(1)", "hash()", "'a'.join(1)", "'a'.join([1])",
             "[].append()", "[].append(1, 2)", "{}.get()", "''.split(1)", "[1].index(2)", "[].pop()", "{}.pop('a')", "set().pop()", "(1).bit_length(2)",
             "range()", "range(1, 2, 0)", "range('a')", "bytes('a')", "bytes(-1)", "int([])", "float('x')", "float([])", "complex('x')", "str(b'a', 'utf8', 1, 2)",
             "dict(1)", "dict([1])", "dict([(1, 2, 3)])", "list(1)", "tuple(1)", "open()", "open([])", "type()", "super(1)", "format(1, 'q')", "pow(1)", "input(1, 2)"):
    try:
        print(text, "=", eval(text))
    except Exception as e:
        print(text, "->", type(e).__name__, e)
