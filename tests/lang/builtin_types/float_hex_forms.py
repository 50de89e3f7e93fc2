def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for x in (0.0, -0.0, 1.0, -1.5, 0.1, 1e300, 5e-324, 2.2250738585072014e-308, float("inf"), float("-inf"), float("nan")):
    print(x.hex(), float.fromhex(x.hex()))
for text in ("0x1p4", "1.8", "0x.8p1", "-0X1.FP-3", "  0x1p0  ", "inf", "-Infinity", "nan", "0x1p1024", "0x1.fffffffffffff8p1023",
             "0x0.0000000000001p-1022", "0x1p-1075", "0x1p-1074", "0x1.8p-1074", "", "0x", "0xp1", "1p", "0x1p", "0x1.g", "0x1p1x",
             "1 2", "0x1" + "0" * 300, "0x1p99999999999999999999", "0x1p-99999999999999999999", "\u0661", "0x1_0"):
    show(float.fromhex, text)
show(float.fromhex, 5)
show(float.fromhex, b"0x1")


class F(float):
    def __new__(cls, x):
        return super().__new__(cls, x * 2)


print(type(F.fromhex("0x1p0")).__name__, F.fromhex("0x1p0"))
