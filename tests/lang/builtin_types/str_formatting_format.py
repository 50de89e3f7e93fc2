print("{} {1} {0}".format(1, 2) if False else "{1} {0} {name} {0!r:>5}".format("a", "b", name="n"), "{:>5}|{:<5}|{:^5}|{:*^5}".format(1, 2, 3, 4))
print("{:,} {:_} {:+} {: } {:#b} {:08.3f} {:e} {:%} {:n}".format(1234567, 1234567, 5, 5, 5, 3.14159, 12345.678, 0.25, 10))
print("{0.real} {0.imag} {1[0]} {1[1]} {2[key]}".format(3 + 4j, [1, 2], {"key": "v"}), "{:{w}.{p}}".format(3.14159, w=10, p=3), "{{}}".format())
print("{:s} {:c} {:x} {:=+5d} {:<+5d}|{:010}".format("s", 65, 255, 3, 3, -5), "{!s} {!r} {!a}".format("x", "y", "ä"))
for text in ("'{} {0}'.format(1)", "'{2}'.format(1)", "'{a}'.format()", "'{'.format()", "'}'.format()", "'{:d}'.format('x')", "'{:s}'.format(1)", "'{:q}'.format(1)",
             "'{!x}'.format(1)", "'{0[}'.format(1)", "'{:.3d}'.format(1)", "'{0.x}'.format(1)", "'{:,s}'.format('a')", "'{:=5}'.format('a')", "'{'"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
