def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


def attempt(change, view):
    d = {1: "a", 2: "b", 3: "c"}
    out = []
    try:
        for item in view(d):
            out.append(item)
            change(d, len(out))
            if len(out) > 9:
                break
        print(out)
    except RuntimeError as e:
        print(out, e)


for view in (iter, dict.keys, dict.values, dict.items, reversed, lambda d: reversed(d.items()), lambda d: reversed(d.values())):
    attempt(lambda d, n: d.update({n + 10: 1}), view)
    attempt(lambda d, n: d.pop(n, None), view)
    attempt(lambda d, n: d.clear(), view)
    attempt(lambda d, n: d.update({n: "new"}), view)
    attempt(lambda d, n: (d.pop(n, None), d.update({n + 10: 1})), view)
it = iter({1: 2})
print(it.__length_hint__(), list(it), it.__length_hint__())
