ｄｅｆ = 3
print(ｄｅｆ)
