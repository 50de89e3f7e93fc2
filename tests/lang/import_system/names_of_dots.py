# Names that are not relative, yet begin or end with a dot.
for name in (".", "..", "...", ".a", "a.", "a..b", "", "sys.", ".sys", "os..path"):
    try:
        print(repr(name), __import__(name))
    except (ImportError, ValueError) as e:
        print(repr(name), type(e).__name__, e)
