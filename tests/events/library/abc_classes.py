import abc


class Shape(abc.ABC):
    @property
    @abc.abstractmethod
    def area(self): ...

    @classmethod
    def __subclasshook__(cls, other):
        return True if hasattr(other, "area_of") else NotImplemented


class Square(Shape):
    area = 4


class Odd:
    area_of = None


@Shape.register
class Registered:
    pass


for cls in Square, Odd, Registered, int:
    print(cls.__name__, issubclass(cls, Shape), isinstance(cls.__new__(cls), Shape))
try:
    Shape()
except TypeError as error:
    print(error)
print(abc.update_abstractmethods(Shape).__abstractmethods__, abc.get_cache_token() > 0)
