print((1000).to_bytes(2, "big"), (1000).to_bytes(4, "little"), (-1).to_bytes(2, "big", signed=True), (5).to_bytes(), (0).to_bytes(0, "big"))
print(int.from_bytes(b"\x03\xe8", "big"), int.from_bytes(b"\xff\xff", "big", signed=True), int.from_bytes([1, 2], "little"), int.from_bytes(b""))
print((10).bit_length(), (255).bit_count(), (-7).bit_length(), (6).as_integer_ratio(), (3).conjugate(), (3).real, (3).imag, (3).numerator, (3).denominator)
for text in ("(256).to_bytes(1, 'big')", "(-1).to_bytes(1, 'big')", "(1).to_bytes(-1, 'big')", "(1).to_bytes(1, 'middle')", "int.from_bytes('a', 'big')"):
    try:
        eval(text)
    except Exception as e:
        print(type(e).__name__, e)
