"""Single results of modules in C: hashes of sources, marshalled ints, wrong thresholds and categories."""
import _imp
import gc
import locale
import marshal

print(_imp.source_hash(0x1234, b""), _imp.source_hash(0x1234, b"a"), _imp.source_hash(5, b"x" * 100))
for value in 1, -5, 256, 257 - 1, [1, 1, -1], (1, 2, 1), {1: 1}:
    print([marshal.dumps(value, version) for version in range(5)], marshal.loads(marshal.dumps(value)))
head = last = []
for i in range(1998):
    last.append([0])
    last = last[-1]
print(len(marshal.loads(marshal.dumps(head))))
last.append([0])
try:
    marshal.dumps(head)
except ValueError as e:
    print(e)
for arguments in (2**31,), (1, 2**31), (-2**31 - 1,), (2**64,), (1, 2, 2**63), ("a",), (1.5,), ():
    try:
        gc.set_threshold(*arguments)
    except (OverflowError, TypeError) as e:
        print(type(e).__name__, e)
for arguments in (99,), (99, "C"), (-1,), (13, None), (12, "C"), (2**31,), ("a",), (locale.LC_CTYPE, "xx"):
    try:
        print(locale.setlocale(*arguments))
    except (locale.Error, OverflowError, TypeError) as e:
        print(type(e).__name__, e)
