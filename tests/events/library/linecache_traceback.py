import io, linecache, sys, traceback, warnings


def inner(n):
    if n:
        inner(n - 1)
    else:
        raise ValueError("deep") from KeyError("cause")


try:
    inner(4)
except ValueError as error:
    print("".join(traceback.format_exception(error)).replace(__file__, "FILE"))
    t = traceback.TracebackException.from_exception(error, capture_locals=True, limit=2)
    print(len(list(t.format())), traceback.extract_tb(error.__traceback__)[-1].name)
    traceback.print_exc(file=io.StringIO(), chain=False)
try:
    raise ExceptionGroup("group", [TypeError(1), ExceptionGroup("inner", [OSError(2, "no")])])
except* TypeError as group:
    traceback.print_exception(group, file=sys.stdout)
except* OSError:
    pass
try:
    exec("x = 1\nx.y.z\n")
except AttributeError:
    print(traceback.format_exc().splitlines()[-1])
try:
    compile("a b", "<text>", "exec")
except SyntaxError as error:
    print(*traceback.format_exception_only(error))
print(linecache.getline(__file__, 1), linecache.getlines("/nonexistent"), len(traceback.format_stack()))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    warnings.warn("old", DeprecationWarning)
    warnings.warn_explicit("text", UserWarning, "file.py", 3)
print([(str(w.message), w.category.__name__) for w in seen], warnings.formatwarning("m", UserWarning, "f.py", 1, "line"))
