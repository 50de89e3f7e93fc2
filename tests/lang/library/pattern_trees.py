"""Trees of match statements that are no patterns are refused when compiled."""
import ast


def show(label, pattern):
    case = ast.match_case(pattern=pattern, guard=None, body=[ast.Pass()])
    module = ast.Module(body=[ast.Match(subject=ast.Constant(1), cases=[case])], type_ignores=[])
    ast.fix_missing_locations(module)
    try:
        compile(module, "x", "exec")
        print(label, "fine")
    except Exception as e:
        print(label, type(e).__name__, e)


name = ast.Name("x", ast.Load())
V, C, A = ast.MatchValue, ast.Constant, ast.MatchAs
star = ast.MatchStar("s")
for label, value in (("int", C(1)), ("str", C("a")), ("bytes", C(b"a")), ("none", C(None)), ("true", C(True)), ("ellipsis", C(...)), ("tuple", C((1,))), ("frozenset", C(frozenset())),
                     ("float", C(1.5)), ("complex", C(2j)), ("name", name), ("attribute", ast.Attribute(name, "y", ast.Load())), 
                     ("attribute of a call", ast.Attribute(ast.Call(name, [], []), "y", ast.Load())), ("negative", ast.UnaryOp(ast.USub(), C(1))), 
                     ("positive", ast.UnaryOp(ast.UAdd(), C(1))), ("negative name", ast.UnaryOp(ast.USub(), name)), ("complex sum", ast.BinOp(C(1), ast.Add(), C(2j))),
                     ("complex difference", ast.BinOp(ast.UnaryOp(ast.USub(), C(1)), ast.Sub(), C(2j))), ("sum of ints", ast.BinOp(C(1), ast.Add(), C(2))), ("product", ast.BinOp(C(1), ast.Mult(), C(2j))),
                     ("sum with a name", ast.BinOp(name, ast.Add(), C(2j))), ("sum from a complex", ast.BinOp(C(2j), ast.Add(), C(2j))), ("joined", ast.JoinedStr([ast.FormattedValue(name, -1)])), ("joined none", ast.JoinedStr([])), ("call", ast.Call(name, [], []))):
    show("value " + label, V(value))
    show("key " + label, ast.MatchMapping([value], [A()], None))
for value in (True, False, None, 1, "a", ...):
    show(f"singleton {value}", ast.MatchSingleton(value))
show("sequence", ast.MatchSequence([star, A(None, "a")]))
show("two stars", ast.MatchSequence([star, ast.MatchStar(None)]))
show("star alone", star)
show("star in or", ast.MatchOr([star, V(C(1))]))
show("or of one", ast.MatchOr([V(C(1))]))
show("or of none", ast.MatchOr([]))
show("or", ast.MatchOr([V(C(1)), V(C(2))]))
show("as with pattern without name", A(V(C(1)), None))
show("as", A(V(C(1)), "a"))
show("as underscore", A(None, "_"))
show("as True", A(None, "True"))
show("star underscore", ast.MatchSequence([ast.MatchStar("_")]))
show("star None", ast.MatchSequence([ast.MatchStar("None")]))
show("mapping lengths", ast.MatchMapping([C(1)], [], None))
show("mapping rest", ast.MatchMapping([], [], "rest"))
show("mapping rest underscore", ast.MatchMapping([], [], "_"))
show("mapping rest False", ast.MatchMapping([], [], "False"))
show("mapping twice", ast.MatchMapping([C(1), C(1)], [A(), A()], None))
show("class", ast.MatchClass(name, [A()], ["a"], [A(None, "b")]))
show("class lengths", ast.MatchClass(name, [], ["a"], []))
show("class of attribute", ast.MatchClass(ast.Attribute(name, "y", ast.Load()), [], [], []))
show("class of call", ast.MatchClass(ast.Call(name, [], []), [], [], []))
show("class of attribute of constant", ast.MatchClass(ast.Attribute(C(1), "y", ast.Load()), [], [], []))
show("class keyword None", ast.MatchClass(name, [], ["None"], [A()]))
show("class star", ast.MatchClass(name, [star], [], []))
show("name twice", ast.MatchSequence([A(None, "a"), A(None, "a")]))
for node in (ast.Match(name, []), ast.Try([ast.Pass()], [], [], []), ast.With([], [ast.Pass()]), ast.Import([]), ast.Global([]), ast.Delete([]), ast.Assign([], name), ast.Raise(None, name),
             ast.TryStar([ast.Pass()], [], [], [ast.Pass()]), ast.Try([ast.Pass()], [], [ast.Pass()], [ast.Pass()]), ast.AnnAssign(ast.Name("x", ast.Store()), name, None, 1), ast.AnnAssign(C(1), name, None, 0), ast.Expr(ast.Dict([C(1)], [])),
             ast.Expr(ast.Compare(name, [], [])), ast.Expr(ast.Compare(name, [ast.Lt()], [])), ast.Expr(ast.BoolOp(ast.And(), [name])), ast.Expr(ast.Call(name, [ast.Starred(name, ast.Store())], [])), ast.Expr(ast.GeneratorExp(name, [])), ast.Expr(C([])), ast.Expr(ast.Name("None", ast.Load())),
             ast.For(name, name, [ast.Pass()], []), ast.If(name, [], []), ast.FunctionDef("f", ast.arguments([], [], None, [], [], None, [name]), [ast.Pass()], []), ast.FunctionDef("f", ast.arguments([], [], None, [ast.arg("a")], [], None, []), [ast.Pass()], []), ast.ClassDef("C", [], [], [], [])):
    module = ast.fix_missing_locations(ast.Module([node], []))
    try:
        compile(module, "x", "exec")
        print(type(node).__name__, "fine")
    except Exception as e:
        print(type(node).__name__, type(e).__name__, e)
