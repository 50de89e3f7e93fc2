import binascii, io, quopri
print(quopri.encodestring(b"caf\xe9 = 1\t\nlong " + b"x" * 90), quopri.decodestring(b"caf=E9=\n!"), binascii.crc32(b"abc"), binascii.hexlify(b"ab", "-"))
out = io.BytesIO()
quopri.encode(io.BytesIO(b"tab\t\nend. \n"), out, True)
print(out.getvalue())
