"""Code that differs in its constants alone has another hash; equal code has the same; constants that have none are told."""


def code(text):
    return eval("lambda x: " + text).__code__


print(hash(code("x + 1")) == hash(code("x + 2")), hash(code("x + 1")) == hash(code("x + 1")), code("x + 1") == code("x + 2"))
print(hash(code("x")) == hash(code("x + 1")), hash(code("x.a")) == hash(code("x.b")), hash(code("lambda: 1")) == hash(code("lambda: 2")))
print(len({code("x in (1, %d)" % i) for i in range(50)}), len({code("x in {1, 2}") for i in range(50)}))
try:
    hash(code("x").replace(co_consts=([],)))
except TypeError as e:
    print(e)
