"""How the tours of many libraries show what comes of a call."""


def show(name, *values):
    print(f"{name}:", *values)


def attempt(name, function, *args, **kwargs):
    try:
        show(name, function(*args, **kwargs))
    except Exception as e:
        show(name, type(e).__module__, type(e).__name__, str(e).splitlines()[:3])
