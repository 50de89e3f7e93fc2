"""How deep a tree ast.parse() makes: three nodes for each call that the recursion limit leaves."""
import ast

for n in 100, 1000, 2000, 10000:
    for first, more in ("a", "()"), ("a", ".b"), ("a", "[0]"), ("a", "*a"), ("-" * n + "a", ""):
        try:
            tree = ast.parse(first + more * n).body[0].value
            depth = 0
            while not isinstance(tree, ast.Name):
                tree = next(ast.iter_child_nodes(tree)) if more else tree.operand
                depth += 1
            print(n, more, depth)
        except RecursionError as e:
            print(n, more, e)
