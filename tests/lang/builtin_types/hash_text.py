# hash() of str and bytes under a fixed seed; run with PYTHONHASHSEED=0.
for s in ["", "a", "abc", "abcdefg", "abcdefgh", "abcdefghi", "\xe9", "\u20ac", "\U0001f600", "x" * 100]:
    print(hash(s) == hash("".join(list(s))), hash(s) == hash(s.encode("latin-1")) if s.isascii() else None)
print(hash(b"") == hash(""), hash(bytearray(b"abc") and b"abc") == hash("abc"))
