def t(v):
    print(v, end=" ")
    return v
def f(*a, **k): return "called"
print(t(f)(t(1), *[t(2), t(3)], t(4), k=t(5), **{"m": t(6)}) if False else f(t(1), *[t(2)], t(3), k=t(4), **{"m": t(5)}))
print({t("k1"): t("v1"), t("k2"): t("v2")})
print(t(1) if t(0) else t(2))
print(t(1) < t(2) < t(0) < t(9))
print(t(0) or t("") or t("last"), t(1) and t(0) and t(5))
