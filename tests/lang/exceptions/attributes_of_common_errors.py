def grab(text):
    try:
        exec(text, {})
    except Exception as e:
        return e
e = grab("missing_name"); print(e.name, e)
e = grab("(5).missing"); print(e.name, e.obj, e)
e = grab("import no_such_mod"); print(e.name, e.path, e.msg)
e = grab("from math import nope"); print(e.name, e.msg)
e = grab("{}['k']"); print(e.args)
e = grab("next(iter([]))"); print(e.value)
e = grab("b'\\xff'.decode()"); print(e.encoding, e.object, e.start, e.end, e.reason)
e = grab("'é'.encode('ascii')"); print(e.encoding, e.object, e.start, e.end, e.reason)
e = grab("x = ("); print(e.msg, e.lineno, e.offset, e.text, e.filename, e.end_lineno, e.end_offset)
e = grab("raise SystemExit") if False else SystemExit(4); print(e.code)
