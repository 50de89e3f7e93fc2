# In 3.11 the annotations in a match statement alone make no __annotations__.
code = "match 1:\n    case 1:\n        x: int = 2\n"
try:
    exec(code, {})
except NameError as error:
    print(error)
names = {}
exec(code + "if 0:\n    y: int\n", names)
print(names["__annotations__"])
