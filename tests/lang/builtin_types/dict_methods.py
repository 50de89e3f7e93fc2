d = dict(a=1, b=2)
print(d, d.get("a"), d.get("z"), d.get("z", 0), d.pop("a"), d.pop("q", None), d.setdefault("c", 3), d.setdefault("c", 4))
d.update({"e": 5}, f=6)
d.update([("g", 7)])
print(d, d.popitem(), list(d), "e" in d, len(d))
print(dict.fromkeys("ab", 0), dict.fromkeys([1]), dict([(1, 2), [3, 4]]), dict({"x": 1}, y=2), dict(zip("ab", range(2))))
c = d.copy()
c.clear()
print(c, d | {"b": 0, "new": 1}, {} | {})
d |= [("z", 26)]
print(d)
for text in ("{}.popitem()", "{}.pop(1)", "{}['x']", "dict([1])", "{} | []", "dict([(1,)])"):
    try:
        eval(text)
    except Exception as e:
        print(type(e).__name__, e)
