a = list(range(10))
print(a[2:5], a[:3], a[7:], a[::3], a[::-1], a[-3:-1], a[5:2], a[100:], a[-100:2], a[8:1:-2])
print("hello"[1:-1], (1, 2, 3)[::2], b"bytes"[1:3], range(10)[2:8:2])
for text in ("a[::0]", "a['x':]", "a[1.5:]", "a[None:None:None]"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
class S:
    def __getitem__(self, k): return k
print(S()[1:2], S()[1:2, ::3], S()[...], S()[()], S()[1,], S()[:])
