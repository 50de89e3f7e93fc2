import decimal
from decimal import Decimal as D
with decimal.localcontext() as c:
    c.prec = 12
    print(D(1) / D(7), D(2).sqrt(), D("1.1") ** 5, D(10).ln(), D(10).log10(), D(1).exp(), D("1e3").to_eng_string(), D("-0").copy_sign(D(1)))
    c.traps[decimal.DivisionByZero] = False
    print(D(1) / 0, c.flags[decimal.DivisionByZero], D("nan") + 1, D("sNaN").is_snan(), D("inf") > 5)
for text in "1.25", "-1.35", "2.5", "1E+3", "0.000":
    v = D(text)
    print(v.quantize(D("0.1"), rounding=decimal.ROUND_HALF_EVEN), v.to_integral_value(decimal.ROUND_UP), v.as_tuple(), v.normalize(), hash(v) == hash(float(v)), f"{v:,.3f} {v:>12} {v:e} {v:%}")
print(sum(map(D, ("0.1", "0.2", "0.3"))), D(7) // 2, D(-7) % 3, divmod(D(7), D("0.3")), D(5).fma(2, 3), max(D(1), D(2)), D("3.0") == 3, D(3).compare(4), round(D("2.675"), 2), int(D("-3.9")))
for bad in lambda: D("x"), lambda: D(1) / 0, lambda: D(0) ** 0, lambda: D("1").quantize(D("1e100")):
    try:
        bad()
    except decimal.DecimalException as error:
        print(type(error).__name__)
