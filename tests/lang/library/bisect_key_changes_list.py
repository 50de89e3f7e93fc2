# The length is asked for when the key of the new item is known; a list that is emptied
# while it is sorted was not modified.
import bisect

for change in list.clear, lambda s: s.extend([7] * 40), lambda s: s.__setitem__(slice(None), [1, 2]):
    s = list(range(6))
    calls = []

    def key(x):
        calls.append(x)
        if len(calls) == 1:
            change(s)
        return 1

    bisect.insort_left(s, 3, key=key)
    print(len(s), len(calls))
    s = list(range(6))
    s.sort(key=lambda x: (s.clear(), -x)[1])
    print(s)
for args in ([1], 2, -1), ([1], 2, 0, -1), ([1], 2, 0, -2), ([1], 2, 0, 9):
    try:
        print(bisect.bisect(*args))
    except (ValueError, IndexError) as e:
        print(type(e).__name__, e)
