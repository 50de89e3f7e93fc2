class Log:
    def __iter__(self): return self
    def __next__(self): print("next"); return 1
    def send(self, v): print("send", v); return 2
    def throw(self, *a): print("throw", a[0].__name__ if isinstance(a[0], type) else repr(a[0])); raise StopIteration("thrown")
    def close(self): print("close")
def g(): return (yield from Log())
it = g()
print(next(it), it.send(None), it.send(5))
try:
    it.throw(ValueError("x"))
except StopIteration as e:
    print("value", e.value)
it = g()
next(it)
it.close()
def over(): yield from [1, 2]; yield from "ab"; yield from ()
print(list(over()))
it = over()
next(it)
try:
    it.send(3)
except AttributeError as e:
    print(e)
