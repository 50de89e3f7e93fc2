import warnings
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    warnings.warn("plain")
    warnings.warn("dep", DeprecationWarning)
    warnings.warn(RuntimeWarning("instance"))
print([(w.category.__name__, str(w.message)) for w in seen])
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        warnings.warn("as error", UserWarning)
    except UserWarning as e:
        print(repr(e))
