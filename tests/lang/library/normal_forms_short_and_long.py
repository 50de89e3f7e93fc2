"""Normal forms of texts of all lengths, whose room is guessed or counted; UTF-16 with pairs; capitals of short wide texts."""
import unicodedata

SAMPLES = ["\xe4", "\ufdfa", "\uac01", "\u1e69", "a\u0323\u0307", "\u0344", "\U0001d15e", "\u2126", "\u0f73", "q\u0307\u0323", "\u3300", "\ufb2c"]
for form in ("NFC", "NFD", "NFKC", "NFKD"):
    for sample in SAMPLES:
        for count in (1, 2, 63 // len(sample), 64, 65, 200):
            text = unicodedata.normalize(form, sample * count)
            old = unicodedata.ucd_3_2_0.normalize(form, sample * count)
            print(form, ascii(sample), count, len(text), ascii(text[:5]), ascii(text[-3:]), old == text, unicodedata.is_normalized(form, sample * count))
    marks = "a" + "\u0301\u0323" * 40
    print(form, [len(unicodedata.normalize(form, marks * n)) for n in (1, 2)], ascii(unicodedata.normalize(form, marks)[38:44]))
for text in ("\U0001f600a", "a\U0001f600" * 50, "\u20ac\U00010000", "\ud800\U0001f600", "x\U0010ffff\udfff"):
    for coding in ("utf-16", "UTF_16", "utf-16-be", "utf-16-le", "utf-32", "U8", "latin-1", "Latin 1", "iso-8859-1", "us-ascii"):
        for errors in ("strict", "replace", "surrogatepass", "ignore"):
            try:
                print(coding, errors, text.encode(coding, errors)[:30].hex())
            except UnicodeError as error:
                print(coding, errors, error)
for text in ("\u20acB,", "\u01c6\u01c4", "\u03a3\u03a3", "\u0130x", "\ufb01X", "\u1f80\u20ac", "\xdf\u20ac", "\u20ac" * 255 + "A", "\u01c4" * 257, "\U00010428\U00010400", ""):
    print(ascii(text.capitalize()[:12]), len(text.capitalize()), ascii(max(text, default=None)), ascii(min(text, default=None)))
