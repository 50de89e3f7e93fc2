import codecs
import io

TEXT = "a中文 日本語 한국어 カナ ﾊﾝｶｸ €漢字\n"
NAMES = "gb2312 gbk gb18030 big5 cp950 euc_jp shift_jis cp932 euc_kr cp949 johab".split()
for name in NAMES:
    data = TEXT.encode(name, "xmlcharrefreplace")
    print(name, data.hex(), data.decode(name) == TEXT, TEXT.encode(name, "replace").decode(name).strip())

# All that has a code, by its checksum; what four and eight bytes stand for.
for name in NAMES:
    total = 0
    for a in range(0x80, 256):
        for b in range(0x20, 256):
            text = bytes([a, b]).decode(name, "ignore")
            total = (total * 31 + sum(map(ord, text))) % 1000003
    print(name, total)
print("\U0001f600\u1e3f\u00ff".encode("gb18030").hex(), b"\x94\x39\xfc\x36".decode("gb18030"))
print("똠뷁".encode("euc_kr").hex(), bytes.fromhex("a4d4a4a8a4c7a4b1").decode("euc_kr"), "\u02d8".encode("euc_jp").hex())

for data in (b"\x81", b"ab\x81 \x82c", b"\xff\xff", b"\x8f\xa2", b"\x81\x30\x81", b"\xa4\xd4\xa4"):
    for name in ("gbk", "euc_jp", "shift_jis", "gb18030", "euc_kr", "big5"):
        try:
            print(name, ascii(data.decode(name)))
        except UnicodeDecodeError as e:
            print(e, ascii(data.decode(name, "replace")), ascii(data.decode(name, "backslashreplace")))
for name in ("gbk", "cp949"):
    try:
        "ok \ud800\u0e00".encode(name)
    except UnicodeEncodeError as e:
        print(e)

decoder = codecs.getincrementaldecoder("euc_jp")("replace")
data = "日本語".encode("euc_jp")
print([decoder.decode(data[i:i + 1]) for i in range(len(data))], decoder.getstate())
decoder.setstate((data[:1], 0))
print(decoder.decode(data[1:2]), repr(decoder.decode(b"\x8f", True)))
encoder = codecs.getincrementalencoder("gbk")()
print(encoder.encode("中"), encoder.getstate())

out = io.BytesIO()
text = io.TextIOWrapper(out, encoding="shift_jis", newline="")
text.write("一行目\n二行目\n")
text.flush()
print(out.getvalue().hex())
out.seek(0)
print(io.TextIOWrapper(out, encoding="shift_jis").readlines())
stream = codecs.getwriter("big5")(io.BytesIO())
stream.writelines(["中", "文"])
print(stream.getvalue())
stream.seek(0)
print(codecs.getreader("big5")(io.BytesIO("中文\n字".encode("big5"))).readlines())
for bad in ("no_codec", 3):
    try:
        import _codecs_cn
        _codecs_cn.getcodec(bad)
    except (LookupError, TypeError) as e:
        print(type(e).__name__, e)
exec(compile("# coding: gbk\nprint('源')\n".encode("gbk"), "source", "exec"))
