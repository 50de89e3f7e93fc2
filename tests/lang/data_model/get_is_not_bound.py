# What a class keeps as __get__ is called with the descriptor, whatever kind of thing it is.
class Static:
    @staticmethod
    def __get__(*args):
        return len(args), type(args[0]).__name__


class Native:
    __get__ = print


class Callable:
    class Get:
        def __call__(self, descriptor, obj, cls):
            return type(descriptor).__name__, obj, cls.__name__
    __get__ = Get()


class Bound:
    @classmethod
    def __get__(cls, *args):
        return args


class User:
    static, callable, bound = Static(), Callable(), Bound()


print(User.static, User().static)
print(User.callable)
try:
    print(User.bound)
except TypeError as e:
    print(e)


class Printing(Native):
    def __repr__(self):
        return "a descriptor"


class Other:
    shown = Printing()


print(Other.shown)
