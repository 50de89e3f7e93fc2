class NoIter: pass
class NotIterator:
    def __iter__(self): return 3
class NoneIter:
    __iter__ = None
    def __getitem__(self, i): return i
class Old:
    def __getitem__(self, i):
        if i == 3: raise IndexError
        return i * i
class OldFails:
    def __getitem__(self, i): raise KeyError(i)
class Stop:
    def __iter__(self): return self
    def __next__(self): raise StopIteration("ignored")
class NextFails:
    def __iter__(self): return self
    def __next__(self): raise ValueError("next")
class NoNext:
    def __iter__(self): return self


for x in NoIter(), NotIterator(), NoneIter(), Old(), OldFails(), Stop(), NextFails(), NoNext(), 3, None, int:
    try:
        for item in x:
            print(item, end=" ")
        else:
            print("else")
    except Exception as e:
        print(type(e).__name__, e)
for i in range(3):
    i = 10
print(i)
for i in []:
    pass
print(i)
row = [1, 2, 3]
for row[0] in row:
    print(row)
d = {}
for d["k"], d["l"] in [(1, 2), (3, 4)]: pass
print(d)
for x, in ([1], "a"): print(x)
for a, *b in ["xyz", (1,)]: print(a, b)
for x in 1, *[2, 3]: print(x, end=" ")
for x in (y := [4]): print(y)
while (row := row[1:]):
    if row == [9]: break
else:
    print("while else", row)
