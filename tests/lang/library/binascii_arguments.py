def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import binascii

show(binascii.crc32, "text", "start")
show(binascii.crc32, b"text", "start")
show(binascii.crc32, b"text", -1)
show(binascii.crc32, b"text", 2 ** 40 + 5)
show(binascii.crc_hqx, "text", b"")
show(binascii.crc_hqx, b"text", b"")
show(binascii.crc_hqx, b"text", 5)
show(binascii.a2b_qp, b"a=41_", "header")
show(binascii.a2b_qp, b"a=41_", header=1)
show(binascii.a2b_qp, b"a=41_", header=None)
show(binascii.b2a_qp, b"a b\t", 1, 0, 1)
show(binascii.b2a_hex)
show(binascii.hexlify)
show(binascii.b2a_hex, b"ab", foo=1)
show(binascii.hexlify, b"ab", foo=1)
show(binascii.b2a_hex, b"ab", ":", 1, 2)
show(binascii.a2b_uu, b"")
show(binascii.a2b_uu, b" ")
show(binascii.b2a_uu, b"ab", backtick=[])
show(binascii.a2b_base64, b"YQ==", strict_mode=2)
show(binascii.b2a_base64, b"a", newline="")
