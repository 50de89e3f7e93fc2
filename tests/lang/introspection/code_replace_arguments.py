code = (lambda a, b=1, *c, d, **e: a).__code__
print(code.replace(co_name="n").co_name, code.replace() == code, code.replace(co_name="n") == code)
for kwargs in ({"co_argcount": -1}, {"co_argcount": "x"}, {"co_name": 5}, {"co_varnames": [1]},
               {"co_consts": []}, {"co_names": (1,)}, {"co_filename": b"f"},
               {"co_linetable": "x"}, {"co_code": "x"}, {"co_flags": 2 ** 40}, {"co_firstlineno": None},
               {"co_kwonlyargcount": -2}, {"co_nothing": 1}):
    try:
        code.replace(**kwargs)
        print(kwargs, "taken")
    except Exception as e:
        print(kwargs, type(e).__name__, e)
try:
    code.replace(1)
except TypeError as e:
    print(e)
print(code.replace(co_firstlineno=9).co_firstlineno, code.replace(co_filename="x").co_filename)
print(hash(code) == hash(code.replace()), code == 5, code != code.replace(co_firstlineno=9))
