import ast
import sys


def hook(event, args):
    if event in ("compile", "exec", "builtins.id"):
        print("  ", event, [x if isinstance(x, (str, bytes, type(None))) else type(x).__name__ for x in args])


sys.addaudithook(hook)
for source in ("compile('1', 'name', 'eval')", "compile(b'1', 'name', 'exec')", "compile(ast.Module([], []), 'name', 'exec')",
               "ast.parse('x')", "exec('y = 1')", "eval(' 1')", "eval(compile('1', 'name', 'eval'))", "id(1)",
               "exec(compile('a b', 'name', 'exec'))"):
    print(source)
    try:
        eval(source)
    except SyntaxError as e:
        print(e.msg)
