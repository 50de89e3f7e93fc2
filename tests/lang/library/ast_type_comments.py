"""ast.parse(type_comments=True): where a `# type:` comment may stand, what it says, and what
is said of one that stands elsewhere."""
import ast

SOURCES = """
x = 1 # type: int
x = y = [] # type: List[int]  # and a comment
x = 1 #type:int
x = 1 #\ttype:\tint
x = 1 # type:
x = 1 # Type: int
x = 1 # typed: int
x: int = 1 # type: int
x += 1 # type: int
x # type: int
x = 1; y = 2 # type: int
x = [ # type: int\n1]
x = 1 # type: ignore
x = 1 # type: ignore[name, other]
x = 1 # type: ignoreme
x = 1 # type: ignore_me
x = 1 # type: ignore\xe9
x = 1 # type: \xe9
# type: ignore\nx = 1\n    # type: ignore # again\ny = 2 # type: ignore
if x: # type: int\n  pass
for i in x: # type: int\n  pass
for i in x: # type: int\n  pass\nelse:\n  pass
for i in x:\n  # type: int\n  pass
for i in x: pass # type: int
async def f():\n  async for i in x: # type: int\n    pass
with a: # type: int\n  pass
with a as b, c as d: # type: int\n  pass
with (a, b): # type: int\n  pass
with (a as b, c): # type: int\n  pass
with (a, b):\n  pass
with (a): # type: int\n  pass
with (a), b: # type: int\n  pass
async def f():\n  async with a: # type: int\n    pass
async def f():\n  async with (a, b): # type: int\n    pass
def f(): # type: () -> int\n  pass
def f():\n  # type: () -> int\n  pass
def f():\n# type: () -> int\n  pass
def f():\n  # type: () -> int\n  # another\n  pass
def f(): # type: () -> int\n  # type: () -> str\n  pass
def f():\n  # type: () -> int\n  # type: () -> str\n  pass
def f():\n  pass # type: () -> int
def f(): # type: () -> int\n  pass # type: () -> str
def f(): pass # type: () -> int
def f():\n  # type: () -> int\n\n  pass
def f():\n  # type: ignore\n  pass
def f(): # type: ignore\n  # type: () -> int\n  pass
async def f(): # type: () -> int\n  pass
def f(\n  a, # type: A\n  b=1, # type: B\n  *c, # type: C\n  d, # type: D\n  e=2, # type: E\n  **g # type: G\n): pass
def f(\n  a, # type: A\n  /, # type: nothing\n  b): pass
def f(\n  a, # type: A\n  /, b, # type: B\n): pass
def f(\n  a # type: A\n  , b): pass
def f(a,\n  *, # type: nothing\n  b): pass
def f(a,\n  *, b # type: B\n): pass
def f(a, **k, # type: K\n): pass
def f(a: int, # type: int\n b): # type: (...) -> int\n  pass
def f(*a: *b # type: int\n): pass
lambda a, b: 1 # type: int
lambda a, # type: int\n b: 1
f(a, # type: int\n b)
class C: # type: int\n  pass
while x: # type: int\n  pass
try: # type: int\n  pass\nfinally: pass
return x # type: int
import x # type: int
del x # type: int
# type: int
# type: int\nx = 1
x = 1\n# type: int
x = 1 \\\n # type: int
""".strip("\n").split("\n")


def show(source, **options):
    source = source.replace("\\n", "\n").replace("\\t", "\t")
    try:
        tree = ast.parse(source, **options)
    except SyntaxError as e:
        print("   ", type(e).__name__, e.args)
    else:
        print("   ", ast.dump(tree, include_attributes=True))


for source in SOURCES:
    source = source.replace("\t", "\\t")
    print(ascii(source))
    show(source, type_comments=True)
    show(source, type_comments=False)

print("compile() without a tree", eval(compile("7 # type: ignore", "f", "eval", 0x1000)))
try:
    compile("x\n7 # type: int", "f", "exec", 0x1000)
except SyntaxError as e:
    print(e)
for mode in "eval", "single":
    print(ast.dump(compile("7 # type: ignore", "f", mode, 0x1400)))
