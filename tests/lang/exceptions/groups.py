eg = ExceptionGroup("msg", [ValueError(1), ExceptionGroup("inner", [TypeError(2), KeyError(3)])])
print(repr(eg), str(eg), eg.message, len(eg.exceptions))
m, r = eg.split(TypeError)
print(repr(m), repr(r))
print(repr(eg.subgroup((ValueError, KeyError))), eg.subgroup(OSError), repr(eg.split(ExceptionGroup)))
print(repr(eg.subgroup(lambda e: isinstance(e, KeyError))), repr(eg.derive([OSError()])))
print(type(BaseExceptionGroup("m", [ValueError()])).__name__, type(BaseExceptionGroup("m", [KeyboardInterrupt()])).__name__)
for args in (("m", []), ("m", 5), (5, [ValueError()]), ("m", [5]), ("m", [KeyboardInterrupt()]), ("m",)):
    try:
        ExceptionGroup(*args)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
