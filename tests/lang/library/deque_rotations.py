"""Deques turned by any number of places, with and without free cells, over the end of the ring; copies, reversals, iterators that notice."""
from collections import deque


def noticed(it):
    try:
        return next(it)
    except RuntimeError as e:
        return str(e)


for size in 0, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64:
    for head in 0, 3, size:
        for n in 0, 1, -1, 3, -3, size // 2, size // 2 + 1, size - 1, size, size + 1, -size * 2 - 3, 1000:
            for full in None, size:
                q = deque(range(size), full)
                for _ in range(head):
                    q.append(q.popleft()) if q else None
                expected = list(q)
                k = n % size if size else 0
                expected = expected[size - k:] + expected[:size - k]
                it = iter(q)
                q.rotate(n)
                assert list(q) == expected, (size, head, n)
                copies = q.copy(), deque(q), deque(q, 5), deque(q, size)
                assert list(copies[0]) == list(copies[1]) == expected and list(copies[2]) == expected[-5:] and list(copies[3]) == expected[size - len(copies[3]):]
                q.extend(deque(expected))
                q.reverse()
                assert list(q)[:size] == expected[::-1], (size, head, n)
        print(size, head, noticed(it) if size else None, copies[0].maxlen, copies[1].maxlen)
q = deque("abcdef")
it = iter(q)
q.rotate(0)
print(noticed(it))
q.rotate(1)
print(noticed(it), q, deque(q, 0), deque(deque()))
q.extend(q)
q.extendleft(deque("xy"))
print(q)
