import base64
data = bytes(range(40))
for encode, decode in ((base64.b64encode, base64.b64decode), (base64.b32encode, base64.b32decode), (base64.b16encode, base64.b16decode),
                       (base64.b85encode, base64.b85decode), (base64.a85encode, base64.a85decode), (base64.b32hexencode, base64.b32hexdecode)):
    for n in 0, 1, 2, 5, 40:
        text = encode(data[:n])
        print(text, decode(text) == data[:n])
print(base64.urlsafe_b64encode(b"\xff\xfe\xfd"), base64.urlsafe_b64decode("__79"), base64.encodebytes(data), base64.decodebytes(b"AAEC\n"))
print(base64.a85encode(data, foldspaces=True, wrapcol=20, pad=True, adobe=True), base64.b32decode("mzxw6===", casefold=True))
for bad in "a", "ab=", "!!!!", 3:
    try:
        print(base64.b64decode(bad, validate=True))
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
