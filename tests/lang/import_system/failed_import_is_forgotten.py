import sys
for i in range(2):
    try:
        import support.raises
    except ValueError as e:
        print(e, "support.raises" in sys.modules)
try:
    import support.bad_syntax
except SyntaxError as e:
    print(e.msg, e.lineno, e.filename.rsplit("/", 1)[-1])
