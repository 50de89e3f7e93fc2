"""Names that are constants, nodes by their fields, weak references to nodes: what compile() takes of a tree."""
import ast
L, S = ast.Load(), ast.Store()
E = lambda e: ast.Module([ast.Expr(e)], [])
def c(n):
    try: compile(ast.fix_missing_locations(n), "f", "exec"); print("compiled")
    except Exception as e: print(type(e).__name__, e)
A = lambda *a, **k: ast.arguments([], list(map(ast.arg, a)), k.get('v') and ast.arg(k['v']), [], [], k.get('w') and ast.arg(k['w']), [])
P = [ast.Pass()]
for n in 'None', 'True', 'False', '__debug__', 'class', '', 'a b':
    print(repr(n))
    c(E(ast.Name(n, L))); c(E(ast.Name(n, S))); c(E(ast.Attribute(ast.Name('x', L), n, L))); c(E(ast.Attribute(ast.Name('x', L), n, S)))
    c(ast.Module([ast.FunctionDef(n, A(), P, [])], [])); c(ast.Module([ast.ClassDef(n, [], [], P, [])], [])); c(ast.Module([ast.FunctionDef('f', A(n), P, [])], []))
    c(ast.Module([ast.FunctionDef('f', A(v=n), P, [])], [])); c(ast.Module([ast.AsyncFunctionDef('f', A(w=n), P, [])], []))
    c(E(ast.Call(ast.Name('f', L), [], [ast.keyword(n, ast.Constant(1))]))); c(ast.Module([ast.Global([n])], [])); c(ast.Module([ast.Import([ast.alias(n)])], [])); c(ast.Module([ast.ImportFrom(n, [ast.alias('x', n)], 0)], []))
    c(ast.Module([ast.Try(P, [ast.ExceptHandler(None, n, P)], [], [])], [])); c(ast.Module([ast.Nonlocal([n])], []))
    for p in ast.MatchAs(None, n), ast.MatchStar(n), ast.MatchMapping([], [], n), ast.MatchClass(ast.Name('A', L), [], [n], [ast.MatchAs()]), ast.MatchClass(ast.Attribute(ast.Name(n, L), n, L), [], [], []):
        c(ast.Module([ast.Match(ast.Constant(1), [ast.match_case(ast.MatchSequence([p]) if isinstance(p, ast.MatchStar) else p, None, P)])], []))
    c(E(ast.Lambda(A(n), ast.Constant(1)))); c(ast.Module([ast.ClassDef('A', [], [ast.keyword(n, ast.Constant(1))], P, [])], []))
c(ast.Module([ast.Expr(None)], [])); c(ast.Module(None, None)); c(ast.Module([], None)); c(E(ast.Call(ast.Name('f', L), None, []))); c(E(ast.Tuple(None, L))); c(E(ast.List((1,), L)))
class Sub(ast.Module): pass
c(Sub([], [])); c(ast.Interactive([])); c(ast.expr()); c(ast.AST()); c(ast.Name('x', L)); c(ast.mod())
for m in 'eval', 'single', 'func_type', 'x':
    for t in ast.AST(), ast.Module([], []), ast.expr_context():
        try: compile(t, 'f', m)
        except Exception as e: print(type(e).__name__, e)
import weakref
for k in sorted(dir(ast)):
    k = getattr(ast, k)
    if isinstance(k, type) and issubclass(k, ast.AST):
        print(k.__name__, '__weakref__' in vars(k), '__dict__' in vars(k), k.__weakrefoffset__ > 0, k.__dictoffset__ > 0)
try: weakref.ref(ast.AST())
except TypeError as e: print(e)
