# No bytes: no codec is looked for.
print(repr(b"".decode("nonsense")), repr(str(b"", "nonsense")), repr(bytearray().decode("zz", "yy")))
