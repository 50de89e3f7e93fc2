# ast: classes, trees as objects, compile() of trees, and what it refuses.
import ast,_ast
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
F=ast.fix_missing_locations
t(lambda: compile(ast.Module(body=[ast.Name('x',ast.Load())],type_ignores=[]),'f','exec'))
t(lambda: compile(ast.Module(body=[ast.Expr(ast.Name('x',ast.Load()))],type_ignores=[]),'f','exec'))
t(lambda: compile(F(ast.Module(body=[ast.Expr(ast.Name('x',ast.Store()))],type_ignores=[])),'f','exec'))
t(lambda: compile(F(ast.Module(body=[ast.Expr(ast.Name(3,ast.Load()))],type_ignores=[])),'f','exec'))
t(lambda: compile(F(ast.Module(body=[ast.Expr(3)],type_ignores=[])),'f','exec'))
t(lambda: compile(F(ast.Module(body=[ast.Expr(None)],type_ignores=[])),'f','exec'))
t(lambda: compile(F(ast.Module(body=3,type_ignores=[])),'f','exec'))
t(lambda: compile(ast.Module(body=[]),'f','exec'))
t(lambda: compile(ast.parse('1'),'f','eval'))
t(lambda: compile(ast.parse('1',mode='eval'),'f','exec'))
t(lambda: ast.Name(1,2,3))
t(lambda: ast.Name(1,id=3))
t(lambda: ast.Name(foo=3).foo)
t(lambda: ast.Name().id)
t(lambda: ast.Name('a').__reduce__())
t(lambda: compile(F(ast.Module(body=[ast.If(ast.Constant(1),[],[])],type_ignores=[])),'f','exec'))
t(lambda: compile(F(ast.Module(body=[ast.Expr(ast.Constant([1]))],type_ignores=[])),'f','exec'))
t(lambda: compile(F(ast.Module(body=[ast.Expr(ast.Name('None',ast.Load()))],type_ignores=[])),'f','exec'))
for c in (ast.AST, ast.expr, ast.Name, ast.boolop, ast.And, ast.excepthandler, ast.ExceptHandler, ast.arg, ast.type_ignore, ast.withitem, ast.mod,ast.Dict, ast.Constant, ast.pattern,ast.MatchAs,ast.stmt):
    print(c, c.__mro__, repr(c.__doc__), sorted((k,v) for k,v in vars(c).items() if k[0]=='_' and k[1]!='_'), c._attributes,c._fields,c.__match_args__)
print([k for k in dir(_ast) if not k[0].isupper() and k[0]!='_'])
src=open('/usr/lib/python3.11/ast.py').read()
tr=ast.parse(src)
print(hash(ast.dump(tr,include_attributes=True))*0, len(ast.dump(tr,include_attributes=True)), ast.unparse(tr)[:3000])
ns={}
exec(compile(tr,'x','exec'),ns)
print(ns['literal_eval']("{'a':[1,2.5,-3,1+2j,b'x',None,(1,),{3}]}"))
class V(ast.NodeTransformer):
    def visit_Constant(self,n): return ast.copy_location(ast.Constant(n.value+1),n) if isinstance(n.value,int) else n
print(eval(compile(V().visit(ast.parse('1+2*x',mode='eval')),'','eval'),{'x':5}))
import copy
print(ast.dump(copy.deepcopy(ast.parse('f(x:=1)'))))
print(ast.parse("a").body[0].__dict__.keys())
print(ast.dump(ast.parse('match x:\n  case {"a":1,**r}: pass\n  case [a,*b]|C(x=1): pass\ntry: pass\nexcept* E as e: pass\nimport a.b as c\nfrom . import x\nasync def f(a,/,b=1,*c,d,e=2,**g)->int: yield 1; return await x'),indent=1))
