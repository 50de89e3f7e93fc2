def fail(): raise TypeError("t")
errors = []
try:
    fail()
except TypeError as e:
    errors.append(e)
raise ExceptionGroup("several", errors + [ValueError("v"), ExceptionGroup("nested", [KeyError("k")])])
