"""Identifiers are compared after NFKC normalization; strings are not normalized."""
ﬁ = 1
print(fi, "fi" in globals(), "ﬁ" in globals())
ª = 2
print(a)


class C:
    ℌ = 3
    def ﬂow(self): return "flow"


print(C.H, "H" in vars(C), hasattr(C, "ℌ"), C().flow())


def f(ſ): return s


print(f(s=1), f(ſ=2), f(**{"s": 3}))
try:
    f(**{"ſ": 3})
except TypeError as e:
    print(e)
import os.path as 𝐩
print(p is 𝐩)


def g():
    global ＧＬ
    ＧＬ = 5


g()
print(GL)
try:
    print(undeﬁned)
except NameError as e:
    print(e, e.name)
lam = lambda 𝒙, *, 𝒚=2: (x, y)
print(lam(1), lam(1, y=3), lam.__code__.co_varnames)
for text in "ﬁ", "℘", "℮", "℘x", "·", "a·", "ͺ", "²", "a²", "ｄｅｆ", "_", "", "1a", "a b", "é", "名前":
    print(ascii(text), text.isidentifier(), end="; ")
print()
