def t(name, v):
    print(name, end=" ")
    return v
d = {}
t("d", d)[t("key", 1)] = t("value", 2)
print()
a = [0, 0]
t("a", a)[t("i", 0)], t("b", a)[t("j", 1)] = t("x", 5), t("y", 6)
print(a)
t("a", a)[t("k", 0)] += t("inc", 1)
print(a)
i = 0
i, a[i] = 1, "second"
print(i, a)
