x = 1
def f():
    y = 2
    return vars(), dir(), "x" in globals()
print(f())
print([n for n in dir([]) if not n.startswith("_")])
print([n for n in dir("") if not n.startswith("_")])
print([n for n in dir({}) if not n.startswith("_")])
print([n for n in dir(set()) if not n.startswith("_")])
print([n for n in dir(b"") if not n.startswith("_")])
print([n for n in dir(1) if not n.startswith("_")])
print([n for n in dir(1.0) if not n.startswith("_")])
