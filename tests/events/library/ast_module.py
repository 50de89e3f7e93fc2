import ast
tree = ast.parse("def f(a, *b, c=1, **d):\n    '''doc'''\n    return [x for x in a if x] + {1: 2}[1]\nprint(f'{f(1)!r:>{4}}')\n")
print(ast.dump(tree, indent=2))
print(ast.unparse(tree))


class Names(ast.NodeVisitor):
    def visit_Name(self, node):
        print(node.id, type(node.ctx).__name__, node.lineno)


class Renamer(ast.NodeTransformer):
    def visit_arg(self, node):
        return ast.copy_location(ast.arg(arg=node.arg + "_", annotation=None), node)


Names().visit(tree)
print(ast.unparse(ast.fix_missing_locations(Renamer().visit(tree))))
print(ast.literal_eval("{'a': [1, -2.5, (True, None)]}"))
print(ast.get_docstring(tree.body[0]), [type(n).__name__ for n in ast.walk(tree)][:12])
for text in "1 +", "f()", "[1, *x]":
    try:
        print(ast.literal_eval(text))
    except (SyntaxError, ValueError) as error:
        print(type(error).__name__)
print(ast.unparse(ast.parse("@d\nasync def g():\n    async with a as b, c: await d\n    try: pass\n    except* E as e: raise X from e\n    else: x: int = 1\n    finally: del y\n    match z:\n        case [1, *r] | {'k': C(v=1)} if r: pass\n        case _: pass\nlambda x, /, y: (yield)\n")))
