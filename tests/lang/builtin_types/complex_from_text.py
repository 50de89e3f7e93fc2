def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for text in ("1", "1j", "-j", "+j", "j", "1+2j", "1-2j", " ( 1+2j ) ", "(1+2j", "1+2j)", "1 +2j", "1+ 2j", "1e5+1e-5j", "inf+nanj", "infj", "-Infinity-infj",
             "1_0+2_0j", "1__0", "1+2", "1+2i", "j1", "", "()", "nan", "1J", "\u0661j", "1+j", "1-j", "1j+1", "1+2j3", "1e400j", "0x1"):
    show(complex, text)
show(complex, "1", 2)
show(complex, 1, "2")
show(complex, b"1")
show(complex, 1, 2)
show(complex, 1j, 2j)
show(complex, real=1, imag=2)
show(complex, None)
show(complex, imag="1")
for z in (0j, -0j, complex(-0.0, -0.0), complex(0.0, -0.0), complex(1, float("nan")), complex(float("inf"), -1), 1e16 + 1e-5j, -1.5 - 2j):
    print(repr(z), str(z), f"{z:.2f}", f"{z:>20}", z.conjugate())
for spec in ("=10", "010", "%", "d", "_", ",", "+.1e", "#.0f", "n", "z.1f"):
    show(format, 1234.5 - 0.01j, spec)
