"""Syntax trees parsed, folded, renamed, printed and compiled by the ast module."""
import ast

N = 9
SOURCE = '''
def area(shape, *, scale=2 * 3 + 1):
    """Doc."""
    if shape.kind == "circle" and not shape.empty:
        return 3 * 4 * shape.r ** 2 * scale
    elif shape.kind in ("box", "square"):
        total = 0
        for i, side in enumerate(shape.sides):
            total += side * (1 + 2) if i % 2 else -side
        return total
    try:
        return [f"{x!r:>{10}}" for x in shape if x] + [lambda y: y + 10 - 4]
    except (ValueError, TypeError) as error:
        raise RuntimeError("no area") from error


class Shape(Base):
    count: int = 1 << 4

    @property
    def size(self):
        return {k: v for k, v in self.items() if k not in {1, 2, 3}}
''' * 2


class Fold(ast.NodeTransformer):
    ways = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b, ast.LShift: lambda a, b: a << b}

    def visit_BinOp(self, node):
        self.generic_visit(node)
        way = self.ways.get(type(node.op))
        if way and isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return ast.copy_location(ast.Constant(way(node.left.value, node.right.value)), node)
        return node


class Names(ast.NodeVisitor):
    def __init__(self):
        self.read, self.written = {}, set()

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.written.add(node.id)
        else:
            self.read[node.id] = self.read.get(node.id, 0) + 1

    def visit_FunctionDef(self, node):
        self.written.add(node.name)
        self.generic_visit(node)


def run(n):
    total = 0
    for _ in range(n):
        tree = ast.fix_missing_locations(Fold().visit(ast.parse(SOURCE)))
        names = Names()
        names.visit(tree)
        total += len(names.written) + sum(names.read.values()) + len(ast.dump(tree)) + len(ast.unparse(tree))
        total += sum(1 for node in ast.walk(tree) if isinstance(node, ast.expr) and node.end_col_offset > 20)
        total += len(compile(tree, "<tree>", "exec").co_names)
    return total
