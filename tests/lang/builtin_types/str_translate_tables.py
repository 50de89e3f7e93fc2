def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


text = "ab\u00e9c\U0001f600"
for table in ({97: "X"}, {97: None}, {97: 98}, {97: ""}, {"a": "X"}, {97: "long"}, {0xe9: "e", 0x1f600: ":)"}, {97: 2 ** 30}, {97: -1},
              {97: 1.5}, {97: b"x"}, {}, "0" * 97 + "Z", [], None, 5, {97: "\u20ac", 98: None}, {97: 0x10ffff}):
    try:
        print(ascii(text.translate(table)))
    except Exception as e:
        print(type(e).__name__, e)


class Table:
    def __getitem__(self, key):
        if key == 97:
            raise LookupError
        if key == 98:
            raise KeyError(key)
        if key == 99:
            return ""
        return chr(key) * 2


print(ascii(text.translate(Table())))
show(str.maketrans, "ab", "xy")
show(str.maketrans, "ab", "xyz")
show(str.maketrans, "ab", "xy", "z")
show(str.maketrans, {"a": 1, 5: "x", "bc": 3})
show(str.maketrans, {"a": 1, 5: "x"})
show(str.maketrans, {1.5: 1})
show(str.maketrans, "a")
show(str.maketrans, 5, "a")
show(str.maketrans, "a", 5)
show(str.maketrans, "a", "b", 5)
show(str.maketrans, type("D", (dict,), {})())
show(str.maketrans)
