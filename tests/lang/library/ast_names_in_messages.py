# What messages of the classes of syntax trees call them.
import ast


class Name(ast.Name):
    pass


class Own(ast.AST):
    _fields = ("a",)


for cls in ast.AST, ast.Name, ast.Add, ast.expr, Name, Own:
    for call in (lambda: cls(1, 2, 3, 4, 5), lambda: cls(1, id=3), lambda: cls(1, a=3), lambda: ast.dump(cls()), lambda: cls().x,
                 lambda: cls().__reduce__(1), lambda: cls().__init__(1, 2, 3, 4)):
        try:
            print(type(call()).__name__)
        except (TypeError, AttributeError) as e:
            print(type(e).__name__, e)
