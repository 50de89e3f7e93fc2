def f():
    for a in range(2):
        while True:
            try:
                with open("/dev/null"):
                    if a:
                        for b in range(3):
                            try:
                                if b == 1:
                                    return a, b
                            finally:
                                print("in", a, b)
                    break
            finally:
                print("out", a)
print(f())
def nest(n): return n if n == 0 else (lambda: nest(n - 1))()
print(nest(50))
exec("if 1:\n" + "".join(" " * i + "if 1:\n" for i in range(1, 19)) + " " * 19 + "print('deep')")
