"""ast.parse(feature_version=...): what is newer than the version is refused, by its name."""
import ast

SOURCES = r"""
x: int
x: int = 1
(x): int
x.y: int = 3
a[1]: int
async def f(): pass
async def f(): await x
async def f():\n  async for i in x: pass
async def f():\n  async with x: pass
async def f():\n  async with (x, y): pass
async def f(): return [i async for i in x]
async def f(): return {i for j in x async for i in j if j}
await x
async for i in x: pass
a @ b
a @= b
a @ b @ c
match x:\n  case 1: pass
match x:\n  case 1: pass\n  case y
match (x)
try: pass\nexcept* E: pass
try: pass\nexcept E: pass
(x := 1)
f(x := 1)
[x := 1 for i in y]
(x := 1 for i in y)
a[x := 1]
def f(a, /): pass
def f(a, /, b): pass
def f(a=1, /, b=2): pass
lambda a, /: 1
lambda a=1, /, *b: 1
with (a, b): pass
with (a as b): pass
with (a): pass
with (a), b: pass
with (a, b) as c: pass
with a, b: pass
1_000
0x_f + 1
1_0.0
1_0j
f'{x}'
f''
rf'a' 'b'
'a' f'{x!r:>{1_0}}'
f'{x=}'
f'{(y := 1)}'
f'{a @ b}'
b'a' f'b'
def f(*args: *T): pass
a[*b]
for x in *a, *b: pass
@a.b[1]\ndef f(): pass
return *a, b
def f():\n  x: int\n  y = )
x = (1\ny: int
async = 1
await = 1
def async(): pass
def await(): pass
class async: pass
import async.await
async.x(await)
async def f():\n  async = 1
async def f():\n  await = 1
async def f():\n  def g():\n    await = 1
async def f():\n  pass\nawait = 1
async def f():\n  pass\n\n# comment\n  # more\nasync = 1
async def f(await=1): pass
async def f(): await x\nasync def g(): await y
if x:\n  async def f():\n    await y\n  async = 1
async\ndef f(): pass
async \\\ndef f(): await x
[async for async in async]
f(async=1)
print(await, async) ; async def f(): pass
global async
lambda async: async
lambda async, /: await
1if 1else 1_0
""".strip("\n").split("\n")

for source in SOURCES:
    source = source.replace(r"\\", "\\").replace(r"\n", "\n")
    print(ascii(source))
    last = None
    for minor in *range(13), None:
        try:
            version = {} if minor is None else {"feature_version": (3, minor)}
            result = ast.dump(ast.parse(source, **version), include_attributes=True)
        except SyntaxError as e:
            result = f"{type(e).__name__} {e.args}"
        if result != last:
            print("   ", minor, result)
        last = result

print(ast.dump(ast.parse("x", feature_version=4)), ast.dump(ast.parse("x = 1 # type: int", type_comments=True, feature_version=4)))
print(compile("x: int", "f", "exec", _feature_version=3).co_names)
print(type(compile("x: int", "f", "exec", ast.PyCF_ONLY_AST, _feature_version=-1)))
try:
    compile("x: int", "f", "exec", _feature_version="3")
except TypeError as e:
    print(e)
