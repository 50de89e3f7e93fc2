def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


def attempt(change):
    s = {1, 2, 3}
    out = []
    try:
        for item in s:
            out.append(item)
            change(s, item)
        print(out)
    except RuntimeError as e:
        print(out, e)


attempt(lambda s, x: s.add(x + 10))
attempt(lambda s, x: s.discard(x))
attempt(lambda s, x: s.clear())
attempt(lambda s, x: s.add(x))
attempt(lambda s, x: (s.discard(x), s.add(x + 10)))
it = iter({1, 2})
print(it.__length_hint__(), next(it), it.__length_hint__())
