"""What only the last traceback holds dies while sources can still be read: its finalizer's error shows the line."""


class Fails:
    def __call__(self):
        raise ValueError("in a finalizer")

    def __repr__(self):
        return "a finalizer"


class Dies:
    __del__ = Fails()


def fails():
    held = Dies()
    raise NameError("not caught")


fails()
