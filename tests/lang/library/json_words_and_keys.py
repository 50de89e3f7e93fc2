"""What JSON texts are read by words of eight bytes, and their keys by their bytes: at every offset of a word."""
import json

for width in ("", "\xe4", "\u20ac", "\U0001f600"):
    for what in ('\\"', "\\\\", "\\n", "\\u00e4", "\\ud83d\\ude00", "\x7f", "\x01", "\n", "\x1f", " "):
        said = []
        for offset in range(18):
            text = '["' + "a" * offset + what + "b" * (17 - offset) + width + '"]'
            try:
                value = json.loads(text)
            except json.JSONDecodeError as error:
                said.append(str(error))
            else:
                assert json.loads(json.dumps(value)) == value == json.loads(json.dumps(value, ensure_ascii=False))
                said.append(ascii(value[0]))
        print(ascii(what), said[0], said[7], said[8], said[17], len(set(said)))

print(json.loads('["a\tb"]', strict=False), json.loads('{"a\nb": 1, "a\nb": 2}', strict=False))

for key in ("", "a", "\xe9", "\u20ac", "key with more than eight bytes", "es\\u0063aped"):
    first, second = json.loads('[{"%s": 1}, {"%s": 2, "%s": 3}]' % (key, key, key))
    print(ascii(first), ascii(second), [*first][0] is [*second][0])
# More keys than are remembered, again and again, and some that meet in one place.
keys = ["k%d" % i for i in range(300)] + ["ab", "ba", "aab", "aba", "baa"]
rows = json.loads(json.dumps([dict.fromkeys(keys, i) for i in range(3)]))
print([list(row) == keys for row in rows], all(a is b for a, b in zip(rows[0], rows[2])))

for text in ("-", "-0", "01", "1.", "1.5e", "-Infinity", "-Infinit", "Infinity", "NaN", "1e400", "-1E-5", "123456789012345678901", "0.1", "1.5\u0661",
             "[1 ,\t2\r,\n3]", "[1\x0b]", "{\"a\" : 1 , \"b\":2}", "{\"a\"\x0c:1}", "nul", "true", "[-]", "[1,]"):
    try:
        print(ascii(text), json.loads(text))
    except json.JSONDecodeError as error:
        print(ascii(text), error)

for text in ('"', "\\", "\x7f", "\x80", "\xff", "\u2028", "\U0001f600", "\x00", "\x1f", "\b\f\n\r\t"):
    for before in (0, 7, 8, 20):
        value = "a" * before + text + "b" * before + text
        print(json.dumps(value), ascii(json.dumps(value, ensure_ascii=False)))
print(json.dumps("".join(map(chr, range(0x110))) * 2), ascii(json.dumps("\n\"" * 200 + "x" * 300 + "\\" * 3, ensure_ascii=False)))
