print('a' "b" '''c''' """d""", r"\n", "\x41\u00e9\U0001F40D\N{SNOWMAN}", "\101\0\7".encode(), "a\
b", R'\'', "tab\tquote\"", ascii("\u20ac"), len("\N{LATIN SMALL LETTER E WITH ACUTE}"))
print(b"\x00\xff" b"ab", rb"\x", Rb'\"', bR"a")
print(u"unicode", "'", '"', '\'"', "\\")
