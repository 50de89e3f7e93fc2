samples = ["\a\b\f\n\r\t\v\\\'\"", "\0\1\12\123\377", "\x41\xe9", "\u00e9\u20ac", "\U0001F600", "\N{DIGIT ONE}", "\08",
           "\N{latin small letter a}", "\N{GREEK SMALL LETTER ALPHA}", "\N{CJK UNIFIED IDEOGRAPH-4E00}", "\N{LF}"]
for s in samples:
    print(ascii(s), len(s), [hex(ord(c)) for c in s])
print(b"\a\b\f\n\r\t\v\\\'\"\0\1\12\123\377\x41\xe9")
print(f"\N{DIGIT ONE}{1}\x41\u0041{{}}", rf"\N{2}", f"{'a'}\
b")
