"""unicodedata: properties of characters, normal forms, names."""
import unicodedata as u

TEXT = "aZ0 \t١½Ⅷ²ßéǅﬁ中가각\u0301\u0323\u1e9b\u2028\ud800\U0001d400\U000e0001\U0010ffff(<\u200f\u05d0\u0661一丁"
for c in TEXT:
    print(ascii(c), u.category(c), u.bidirectional(c), u.combining(c), u.east_asian_width(c), u.mirrored(c),
          u.decomposition(c), u.decimal(c, None), u.digit(c, None), u.numeric(c, None), u.name(c, None))


def show(f, *args):
    try:
        print(f.__name__, ascii(args), ascii(f(*args)))
    except Exception as e:
        print(f.__name__, ascii(args), type(e).__name__, e)


for f in (u.category, u.bidirectional, u.combining, u.east_asian_width, u.mirrored, u.decomposition, u.decimal, u.digit, u.numeric, u.name):
    show(f, "")
    show(f, "ab")
    show(f, 1)
    show(f, "a")
texts = ["", "abc", "é", "e\u0301", "\u1e9b\u0323", "가", "\u1100\u1161", "\u1100\u1161\u11a8", "ﬁ", "Å", "q\u0307\u0323", "a\u0328\u0301", "½", "\u0344", "\u0958", "\u2126", "\U0001d15e", "\ufb1d"]
for form in ("NFC", "NFD", "NFKC", "NFKD"):
    for t in texts:
        print(form, ascii(t), ascii(u.normalize(form, t)), u.is_normalized(form, t))
show(u.normalize, "NFX", "a")
show(u.is_normalized, "NFX", "a")
show(u.normalize, "NFX", "")
for name in ("LATIN SMALL LETTER A", "latin small letter a", "HANGUL SYLLABLE GAG", "HANGUL SYLLABLE XXX", "HANGUL SYLLABLE", "CJK UNIFIED IDEOGRAPH-4E00", "CJK UNIFIED IDEOGRAPH-0", "CJK UNIFIED IDEOGRAPH-4E0G", "NOTHING", "", "KEYCAP DIGIT ONE", "BELL", "NULL", "LATIN SMALL LETTER R WITH TILDE", "MATHEMATICAL BOLD CAPITAL A"):
    show(u.lookup, name)
print(u.unidata_version)
print("\N{HANGUL SYLLABLE GAG}")
for i in (0xac00, 0xac01, 0xd7a3, 0xac00 + 28 * 21 * 5 + 28 * 3 + 7):
    print(u.name(chr(i)), u.lookup(u.name(chr(i))) == chr(i), u.decomposition(chr(i)), ascii(u.normalize("NFD", chr(i))))
