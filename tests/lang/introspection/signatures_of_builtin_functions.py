import builtins
import inspect

for name in sorted(vars(builtins)):
    f = vars(builtins)[name]
    if type(f) is not type(len) or name == "open":
        continue
    try:
        print(name, inspect.signature(f))
    except ValueError as e:
        print(e)
