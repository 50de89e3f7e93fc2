import warnings
warnings.simplefilter("always")
async def f(): pass
try:
    raise_on = warnings.catch_warnings(record=True)
    with raise_on as seen:
        f()
    print([str(w.message) for w in seen])
except RuntimeWarning as e:
    print(e)
