def f(orig, handler):
    try:
        try:
            raise orig
        except* (TypeError, ValueError) as e:
            handler(e)
    except BaseException as e:
        print(repr(e), repr(e.__context__))
        if isinstance(e, BaseExceptionGroup):
            print([repr(x.__context__) for x in e.exceptions], [repr(x.__cause__) for x in e.exceptions])
def new(e): raise SyntaxError(3)
def chained(e): raise SyntaxError(4) from e
def same(e): raise e
for handler in (new, chained, same):
    f(ExceptionGroup("eg", [TypeError(1), ValueError(2)]), handler)
    f(ExceptionGroup("eg", [TypeError(1), OSError(2)]), handler)
    f(ValueError("naked"), handler)
