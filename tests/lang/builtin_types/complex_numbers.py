z = 3 + 4j
print(z, abs(z), z.real, z.imag, z.conjugate(), z * z, z / (1 - 1j), z ** 2, -z, z == 3 + 4j, complex("1+2j"), complex(1, -2), complex("-j"), 1j * 1j)
print(complex(), 1e5j, complex(float("nan"), float("inf")), complex(-0.0, -0.0), hash(1 + 0j), z + 1, 1.5 - z, 0j ** 0)
for text in ("z < 1j", "z // 2", "z % 2", "int(z)", "float(z)", "complex('1 + 2j')", "complex('x')", "complex('1', 2)", "1j / 0", "complex([])"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
