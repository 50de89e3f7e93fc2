class Box:
    pass


def show(call):
    try:
        call()
    except TypeError as e:
        print(e)


import math
show(lambda: None())
show(lambda: (1)())
show(lambda: "text"())
show(lambda: [1, 2]())
show(lambda: Box()())
show(lambda: math())
show(lambda: (x for x in ())())
show(lambda: NotImplemented())
show(lambda: ...())
Box.__call__ = None
show(lambda: Box()())
Box.__call__ = lambda self: print("called", type(self).__name__)
show(lambda: Box()())
