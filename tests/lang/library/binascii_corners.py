# uuencode, quoted-printable, base64 and hexadecimal text at their edges.
import binascii


def attempt(f, *args, **keywords):
    try:
        return f(*args, **keywords)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for data in b"", b"a", b"ab", b"abc", bytes(45), bytes(46), bytes(range(200, 245)):
    for backtick in False, True:
        line = attempt(binascii.b2a_uu, data, backtick=backtick)
        print(line, attempt(binascii.a2b_uu, line) == data)
for line in "", "!", "#86)C", "#86)C  \r\n", "#86)C~", "#86)C`\n", "#8~)C", "#8\x10)C", b"#86", "-", "`", " ", "\u20ac", 5, bytearray(b"#86)C\n"):
    print(ascii(line), attempt(binascii.a2b_uu, line))
for text in b"a=3Db=\n c=\r\nd=e", "=", "==", "=4", "=zz", "a_b=5F", "=\nx", "=\r", "=\rxyz\n", "tab\t=09", "\u20ac":
    for header in False, True:
        print(ascii(text), attempt(binascii.a2b_qp, text, header=header))
for data in b"", b"a b\t", b"line \nnext\t\r\n.\n.x", b"=" * 40, b"x" * 80, b"\xe4" * 30, b"_ \t", b"a \r\nb\r\n" + b"y" * 77 + b" \r\n", b".\r\n.", b"\r", b"\n\n", b" " * 80, b"a" * 75 + b"=\n":
    for quotetabs, istext, header in (0, 1, 0), (1, 1, 0), (0, 0, 0), (0, 1, 1), (1, 0, 1):
        text = binascii.b2a_qp(data, quotetabs, istext, header)
        print(text, binascii.a2b_qp(text, header) == data)
for text in "YQ==", "YQ", "YQ=", "Y", "YWI=", "YWI", "=YQ==", "YQ==YQ==", "Y=Q=", "YQ\n==", "Y*Q==", "", "====", "YWJj====", b"YWJj", "\u20ac", "YQ==\n", "YWJjZ", "YWJjZA===":
    print(ascii(text), attempt(binascii.a2b_base64, text), attempt(binascii.a2b_base64, text, strict_mode=True))
for data in b"", b"abc", bytes(3):
    print(binascii.b2a_base64(data), binascii.b2a_base64(data, newline=False))
for text in "6162", "616", "6g", b"4A", "\u20ac", "", 5:
    print(ascii(text), attempt(binascii.a2b_hex, text), attempt(binascii.unhexlify, text))
for args in ((b"abcdef",), (b"abcdef", "-"), (b"abcdef", "-", 2), (b"abcdef", b":", -2), (b"abcdef", "--"), (b"abcdef", "\u20ac"), (b"abcdef", ":", 0), (b"abc", "", 1), (b"abc", 5), (b"abc", ":", 99)):
    print(args[1:] and ascii(args[1:]), attempt(binascii.hexlify, *args), attempt(binascii.b2a_hex, *args))
for f in binascii.crc32, binascii.crc_hqx:
    print([attempt(f, *args) for args in ((b"abc", 0), (b"abc", 2**32 + 5), (b"", 7), (b"abc", -1), ("abc", 0))])
