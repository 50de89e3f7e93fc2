class Endless:
    def __iter__(self):
        return self
    def __next__(self):
        return 1
class Fails:
    def __iter__(self):
        yield 1
        raise KeyError("while iterating")
class GetItem:
    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return i


def show(source):
    try:
        exec(source, globals())
        print(source, "works")
    except Exception as e:
        print(source, "->", type(e).__name__, e)


for source in ("a, b = 1", "a, b = None", "a, b = [1]", "a, b = 1, 2, 3", "a, b = ''", "a, b = {1: 2}",
               "a, b, *c = [1]", "*a, b = []", "*a, b, c = 'x'", "a, (b, c) = 1, 2", "a, (b, c) = 1, (2,)",
               "[] = [1]", "() = ''", "() = 1", "a, b = Endless()", "a, b = Fails()", "a, b = GetItem()",
               "a, b, c = GetItem()", "for a, b in [1]: pass", "for a, b in [(1, 2, 3)]: pass",
               "[x for x, y in [(1,)]]", "(lambda: (yield))().send(1)", "a, b = (i for i in range(3))",
               "a, b = b'xy'", "a, b = range(1)", "a, *b = 3", "with open('/dev/null') as (a, b): pass"):
    show(source)
