import io
import sys
import traceback


def fail(n):
    if n:
        fail(n - 1)
    raise ValueError("bottom\nsecond")


try:
    fail(2)
except ValueError as e:
    error = e
print(*traceback.format_exception(error), sep="")
print(*traceback.format_exception(error, limit=1), sep="")
print(*traceback.format_exception(error, limit=-1), sep="")
print(*traceback.format_exception(ValueError("no traceback")), sep="")
print(traceback.format_exception_only(KeyError("k")), traceback.format_exception_only(None, None))
print(*traceback.format_tb(error.__traceback__)[:1], sep="")
te = traceback.TracebackException.from_exception(error, capture_locals=True)
print(*list(te.format())[2:], sep="")
print(te == traceback.TracebackException.from_exception(error, capture_locals=True), te.exc_type, str(te))
print([(f.lineno, f.name, f.line) for f in traceback.extract_tb(error.__traceback__)])
out = io.StringIO()
traceback.print_exception(error, file=out, limit=0)
print(out.getvalue())
error.add_note("noted")
error.__notes__ += [3]
print(traceback.format_exception_only(error))
error.__notes__ = "odd"
print(traceback.format_exception_only(error))
bad = SyntaxError("bad", ("f.py", 2, 3, "  ab cd\n", 2, 5))
print(*traceback.format_exception_only(bad), sep="")
print(*traceback.format_exception_only(SyntaxError("bare")), sep="")
print(*traceback.format_exception_only(SyntaxError("half", ("f.py", None, None, None))), sep="")
traceback.print_stack(file=sys.stdout)
