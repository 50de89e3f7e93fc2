"""Syntax trees walked, changed and written as source by ast."""
import ast

N = 28
SOURCE = """
class Shape(Base, metaclass=Meta):
    sides: int = 4

    @property
    def area(self):
        return self.width * self.height if self.width else -1

def walk(items, *, depth=0):
    for item in items:
        try:
            yield from walk(item, depth=depth + 1)
        except (TypeError, ValueError) as problem:
            print(f"{depth:>3} {item!r}", [x ** 2 for x in range(3) if x], {"a": 1, **more})
        finally:
            depth -= 1
"""


class Rename(ast.NodeTransformer):
    def visit_Name(self, node):
        return ast.copy_location(ast.Name(id=node.id + "_", ctx=node.ctx), node)


def run(n):
    total = 0
    for _ in range(n):
        tree = Rename().visit(ast.parse(SOURCE))
        total += len(ast.unparse(tree)) + sum(1 for _ in ast.walk(tree))
    return total
