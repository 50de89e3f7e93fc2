def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for f in (min, max):
    for args, kwargs in (((), {}), ((5,), {}), (([],), {}), (([],), {"default": 7}), (([],), {"key": len}), ((1, 2), {"default": 3}), ((1, "a"), {}), ((1, 1.0), {}),
                         ((1.0, 1), {}), (("bb", "a"), {"key": len}), ((["bb", "a"],), {"key": len}), ((1, 2), {"key": None}), ((1, 2), {"key": 5}), ((1, 2), {"foo": 5}),
                         ((float("nan"), 1), {}), ((1, float("nan")), {}), (("ab",), {}), (({2: 1, 1: 2},), {}), ((None, None), {}), (([1, None],), {}), (([], []), {}), ((1,), {"key": len})):
        show(f, *args, **kwargs)
