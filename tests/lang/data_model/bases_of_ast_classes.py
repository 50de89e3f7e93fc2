"""The bases of classes that modules in C made cannot become others: CPython finds that the layout differs."""
import _ast
import ast


class AST:
    def __init__(self, *args, **named):
        self.__dict__.update(named)


for name, cls in sorted(vars(_ast).items()):
    if isinstance(cls, type) and issubclass(cls, _ast.AST):
        try:
            cls.__bases__ = (AST, *cls.__bases__)
            print(name, cls.__mro__)
        except TypeError as error:
            print(name, error)
print(ast.Constant.__mro__, ast.dump(ast.parse("a = 1")), vars(ast.Constant("a")))
