"""Whose field is read when a tree for compile() is too deep."""
import ast

PLACE = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}


def refused(body, kind="exec"):
    try:
        compile(ast.Module([body], []) if kind == "exec" else ast.Expression(body), "tree", kind)
        print("compiled")
    except RecursionError as error:
        print(error)


def nest(first, wrap):
    for _ in range(5000):
        first = wrap(first)
    return first


name = ast.Name("x", ast.Load(), **PLACE)
refused(nest(name, lambda e: ast.UnaryOp(ast.USub(), e, **PLACE)), "eval")
refused(nest(name, lambda e: ast.Call(name, [], [ast.keyword("k", e, **PLACE)], **PLACE)), "eval")
refused(nest(name, lambda e: ast.Subscript(name, ast.Tuple([e], ast.Load(), **PLACE), ast.Load(), **PLACE)), "eval")
refused(nest(name, lambda e: ast.ListComp(e, [ast.comprehension(name, name, [], 0)], **PLACE)), "eval")
refused(nest(ast.Pass(**PLACE), lambda s: ast.If(name, [s], [], **PLACE)))
refused(nest(ast.Pass(**PLACE), lambda s: ast.Try([s], [], [], [s], **PLACE)))
refused(nest(ast.Pass(**PLACE), lambda s: ast.With([ast.withitem(name)], [s], **PLACE)))
pattern = nest(ast.MatchAs(None, None, **PLACE), lambda p: ast.MatchSequence([p], **PLACE))
refused(ast.Match(name, [ast.match_case(pattern, None, [ast.Pass(**PLACE)])], **PLACE))
refused(nest(name, lambda e: ast.BinOp(name, ast.Add(), e, **PLACE)), "eval")
refused(nest(name, lambda e: ast.Lambda(ast.arguments([], [], None, [], [], None, [e]), name, **PLACE)), "eval")
