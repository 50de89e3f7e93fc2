"""What %(name) gave is taken once: a '*' behind it leaves nothing for the value."""
FORMATS = ("%(a)*d", "%(a)*.*d", "%(a).*d", "%*(a)d", "%(a)*%", "%(a)%", "%(a)*d %(b)s", "%*d", "%.*f", "%(a)", "%(a",
           "%()s", "%((a))s", "%(a)(b)s", "%(a)*(b)d", "%s %(a)s", "%(a)s %s", "%(a)s %%", "%*%", "%.*%", "%(a)s%(b)d")
ARGUMENTS = {"a": 1, "b": 2, "": 3, "(a)": 4}, (1,), 5, [3], (2, 3), (2, 3, 4.0), ({"a": 1},)
for text in FORMATS:
    for given in ARGUMENTS:
        for form in text, text.encode():
            arguments = given
            if isinstance(form, bytes) and isinstance(given, dict):
                arguments = {key.encode(): value for key, value in given.items()}
            try:
                print(form, arguments, form % arguments)
            except Exception as e:
                print(form, arguments, type(e).__name__, e)
