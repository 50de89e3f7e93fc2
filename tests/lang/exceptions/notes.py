e = ValueError("v")
e.add_note("first note")
e.add_note("second")
print(e.__notes__, hasattr(ValueError(), "__notes__"))
for bad in (5, None, b"x"):
    try:
        e.add_note(bad)
    except TypeError as t:
        print(t)
import traceback
print("".join(traceback.format_exception_only(e)))
