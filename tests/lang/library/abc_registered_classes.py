# A class that is registered itself does not go into the cache: the hook is asked again.
import abc


class Shape(abc.ABC):
    @classmethod
    def __subclasshook__(cls, other):
        print("asked about", other.__name__)
        return NotImplemented


@Shape.register
class Registered:
    pass


class Below(Registered):
    pass


for cls in Registered, Below, int:
    print(issubclass(cls, Shape), issubclass(cls, Shape), isinstance(cls(), Shape))
