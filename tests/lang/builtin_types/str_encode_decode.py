print("é€".encode("utf-8"), "é".encode("latin-1"), "a".encode("utf-16-le"), b"\xc3\xa9".decode(), "é".encode("ascii", "replace"), "é€".encode("ascii", "backslashreplace"), "é".encode("ascii", "xmlcharrefreplace"))
print(b"a\xffb".decode("utf-8", "replace"), ascii(b"a\xff".decode("utf-8", "surrogateescape")), b"\xff".decode("latin-1"), b"a\xff".decode("ascii", "ignore"), str(b"x", "ascii"))
for text in ("'é'.encode('ascii')", "b'\\xff'.decode()", "b'\\xc3'.decode()", "'a'.encode('nope')", "b'a'.decode('nope')", "'\\ud800'.encode()", "'a'.encode('ascii', 'bad handler')", "'é'.encode('ascii', 'bad handler')", "b'\\xe2\\x82'.decode('utf-8')"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
