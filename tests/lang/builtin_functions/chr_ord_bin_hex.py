print(chr(97), chr(0x1F40D), ord("€"), ord(b"a"), bin(10), bin(-10), hex(255), hex(-255), oct(8), oct(-8), bin(0), hex(2 ** 70), ascii("é\n'"), ascii([1, "ü"]))
for text in ("chr(0x110000)", "chr(-1)", "chr(1.5)", "ord('')", "ord('ab')", "ord(5)", "bin(1.5)", "hex('a')"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
