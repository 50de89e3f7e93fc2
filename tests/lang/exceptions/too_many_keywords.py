# Natives that take few keywords count them before they look at the names.
for wrong in (lambda: ImportError(0, name=1, path=2, foo=3), lambda: ImportError(foo=1),
              lambda: NameError(name=1, foo=2), lambda: NameError(foo=2),
              lambda: AttributeError(name=1, obj=2, foo=3), lambda: ImportError(1, name=1, bar=2),
              lambda: min(0, default=1, key=2, foo=3), lambda: max(foo=3),
              lambda: max([1], foo=3), lambda: max(1, 2, key=None, default=2, foo=3)):
    try:
        print(wrong())
    except TypeError as e:
        print(e)
