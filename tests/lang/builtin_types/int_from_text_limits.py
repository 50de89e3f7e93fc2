def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for text in ("1" * 4300, "1" * 4301, "-" + "1" * 4301, "1_" * 4299 + "1", "1_" * 4300 + "1", " " + "0" * 4301):
    try:
        print(int(text) % 10 ** 9)
    except ValueError as e:
        print(e)
for act in (lambda: len(str(10 ** 4299)), lambda: len(str(10 ** 4300)), lambda: "%d" % 10 ** 4300, lambda: "%d" % (10 ** 4300,),
            lambda: f"{10 ** 4300}", lambda: len(f"{10 ** 4300:x}"), lambda: len(hex(10 ** 4300)), lambda: int("f" * 5000, 16) % 97,
            lambda: int("1" * 5000, 3) % 97, lambda: int("1" * 5000, 32) % 97, lambda: repr([10 ** 4300]), lambda: float("1" * 5000),
            lambda: eval("1" * 4301), lambda: int(b"1" * 4301), lambda: round(10 ** 4400, -4300) % 7, lambda: f"{10 ** 4300:,}"):
    show(act)
