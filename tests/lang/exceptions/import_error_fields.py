def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for make in (lambda: ImportError(), lambda: ImportError("m"), lambda: ImportError("m", "n"),
             lambda: ImportError("m", name="n", path="p"), lambda: ImportError(5), lambda: ModuleNotFoundError("m", name=3)):
    e = make()
    print(repr(e), str(e), e.msg, e.name, e.path, e.args)
e.msg = "other"
print(e)
e.msg = 7
print(e)
del e.name
print(e.name, e.__reduce__())
e.extra = 1
print(e.__reduce__())
for statement in ("import no_such_thing", "import os.no_such_thing", "from os import no_such_name",
                  "from . import x", "from math import sin, sinn"):
    try:
        exec(statement, {"__name__": "here"})
    except ImportError as e:
        path = e.path and e.path.rsplit("/", 1)[-1]
        print(type(e).__name__, str(e).replace(e.path or "\0", "PATH"), e.name, path)
