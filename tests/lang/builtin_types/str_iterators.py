# Which iterator a str gives: the one for ASCII only from a str itself.
class Sub(str):
    pass


for text in "abc", "a\xe9", "", Sub("abc"), Sub("a\xe9"), Sub():
    it = iter(text)
    print(type(it).__name__, it.__length_hint__(), it.__reduce__()[1:])
    print(next(it, None), it.__reduce__()[1:], list(it), it.__reduce__()[1:])
    it.__setstate__(1)
    print(list(it), [c for c in text], [*text], tuple(text), type(str.__iter__(text)).__name__)
