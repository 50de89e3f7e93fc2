import sys
print(1, 2, 3, sep="-", end="!\n")
print("a", "b", sep="", end="")
print()
print(*[1, 2], sep=None, end=None)
print("err", file=sys.stdout, flush=True)
class W:
    def write(self, s): sys.stdout.write(f"<{s!r}>")
print("x", 1, file=W())
sys.stdout.write("\n")
for text in ("print(sep=1)", "print(end=b'')", "print(file=5)", "print(bad=1)"):
    try:
        eval(text)
    except Exception as e:
        print(type(e).__name__, e)
