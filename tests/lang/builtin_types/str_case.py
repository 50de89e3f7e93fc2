# Case mappings with all their special characters, and the is...() questions.
import sys

texts = ["", "hello World", "HELLO", "\xdf stra\xdfe", "\u01c5\u01c6\u01c4", "\ufb01x", "\u0130i\u0131",
         "\u03a3\u0391\u03a3 \u03a3", "A\u03a3.", "\u0149z", "o'clock don't", "\u1e9e", "\U00010400\U00010428",
         "\u02b0abc", "\u0345x", "3rd a1b", "\u13a0\uab70", "\u00aa\u00ba"]
for s in texts:
    print(ascii((s.lower(), s.upper(), s.title(), s.capitalize(), s.swapcase(), s.casefold())))
    print(s.islower(), s.isupper(), s.istitle(), s.isalpha(), s.isalnum(), s.isspace(),
          s.isdigit(), s.isdecimal(), s.isnumeric(), s.isidentifier(), s.isprintable(),
          s.isascii())
for s in ["1", "\xb2", "\u0663", "\xbd", "\u4e00", "_a1", "1a", "\u2118", "a\u0301", " \t\x1f\xa0\u2000",
          "\u200b", "\x7f", "\xad", "\ud800", "\U000e0001", "class"]:
    print(ascii(s), s.isdigit(), s.isdecimal(), s.isnumeric(), s.isidentifier(), s.isspace(),
          s.isprintable(), s.isalnum())
total = 0
for cp in range(0, sys.maxunicode + 1, 7):
    c = chr(cp)
    bits = (c.islower() + 2 * c.isupper() + 4 * c.isalpha() + 8 * c.isnumeric()
            + 16 * c.isprintable() + 32 * c.isspace() + 64 * c.isidentifier())
    total = (total * 131 + bits + len(c.upper()) + ord(c.lower()[0])) % (1 << 61)
print(total)
