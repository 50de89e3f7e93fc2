# Bytes taken from the front of a bytearray leave the others where they are; how much it has
# allocated is CPython's at each step.
queue = bytearray()
seen = []
for i in range(200):
    queue += bytes([i % 256]) * (i % 13)
    if i % 3:
        del queue[:i % 17]
    if i % 7 == 0:
        queue[:3] = b"X"
    if i % 11 == 0 and queue:
        queue.pop(0)
    if i % 5 == 0:
        queue.insert(0, 250)
    if i % 29 == 0:
        queue.extend(range(40))
    seen.append((len(queue), queue.__alloc__(), queue.__sizeof__() - bytearray().__sizeof__(), sum(queue)))
print(seen)
print(bytes(queue).hex())
long = bytearray(range(256)) * 8
view = memoryview(long)
for change in ("del long[:5]", "long[:2] = b''"):
    try:
        exec(change)
    except BufferError as error:
        print(error)
view.release()
for size in (1, 10, 100, 500, 1000, 400, 36, 1):
    del long[:size]
    print(len(long), long.__alloc__(), bytes(long[:4]), bytes(long[-3:]))
del long[:]
long += b"again"
print(long, long.__alloc__())
keep = bytearray(b"0123456789")
del keep[:4]
keep[:0] = b"abcdef"
print(keep, keep.__alloc__(), keep == bytearray(b"abcdef456789"), keep.find(b"4"), keep.decode())
keep[:8] = b"z"
keep.append(33)
keep.reverse()
print(keep, keep.__alloc__(), bytearray(keep).__alloc__(), hash(bytes(keep)) == hash(b"!987z"), keep * 2, keep[1:], keep.copy())
