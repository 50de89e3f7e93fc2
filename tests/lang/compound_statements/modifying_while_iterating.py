l = [1, 2, 3]
for x in l:
    if len(l) < 6: l.append(x * 10)
print(l)
for text in ("for k in d: d[k + 'x'] = 1", "for k in list(d): del d[k]", "for x in s: s.add(x + 1)", "for k in d2: del d2[k]"):
    d, s, d2 = {"a": 1}, {1}, {"a": 1, "b": 2}
    try:
        exec(text)
        print(d)
    except RuntimeError as e:
        print(e)
