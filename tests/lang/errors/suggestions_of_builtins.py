"""Of names of builtins that are as near the first is suggested, in the order that builtins has."""
import builtins

names = list(vars(builtins))
print(names)
for name in ("outer", "nexd", "Rror", "IOErrr", "OSErro", "Warnin", "Tru", "Fals", "Non", "anex", "aite", "itr", "pints", "Unicode", "ImportErr", "Connection", "Exceptio", "NotImplementd", "Ellipsi", "sett", "dic", "byte", "mapp", "TypeErr", "SyntaxWarn"):
    try:
        eval(name)
    except NameError as e:
        try:
            import io, traceback
            print(name, "->", "".join(traceback.TracebackException.from_exception(e).format_exception_only()).strip())
        except Exception as problem:
            print(problem)
outer
