source = """
'module doc'
def f(x):
    'function doc'
    assert x, 'no'
    return __debug__, x
class C:
    'class doc'
if __debug__:
    debug = True
assert debug
"""
for level in 0, 1, 2:
    names = {"debug": False}
    try:
        exec(compile(source, "f", "exec", optimize=level), names)
    except AssertionError:
        print(level, "asserted")
    f, C = names["f"], names["C"]
    print(level, names["__doc__"] if "__doc__" in names else None, f.__doc__, C.__doc__, names["debug"])
    try:
        print(f(0))
    except AssertionError as e:
        print(repr(e))
