"""What is wrong with a number, and where."""
for source in ["1_", "1__0", "1._5", "1_.5", "1e_5", "1e5_", "1e", "1e+", "0x", "0x_", "0x_f", "0b2", "0b12", "0o8", "0o18", "0xg", "0xfg", "0b1_", "0o7_", "0xf_", "012", "00", "0_7", "09", "09.5", "09e1", "09j", "1.5a", "1.5e5a", "1jx", "1j_", "0b1.5", "0x1.5", "0o1.5", "0xfp3", "1l", "0777L", "1 2", "1.real", "1..real", "1.e1.real", "1a", "0b", "0o", "0B1", "0O7", "0XF", "1E5", "1J", ".5", "5.", ".", "..", "1.2.3", "1e5.2", "0_0", "0__0", "1_000_000", "0x_1_2", "1e1_0", "1_0.0_1", "._1", "0xe+1", "0e0", "0000.0", "1_j", "1e-_1", "0b_", "0b1_1_", "9" * 30, "1if 1else 2"]:
    try:
        print(source, eval(source))
    except SyntaxError as e:
        print(source, "|", e.msg, e.offset, e.end_offset, repr(e.text))
    except Exception as e:
        print(source, type(e).__name__, e)
