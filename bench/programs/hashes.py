"""Checksums and encodings of data: hashlib, hmac, zlib, base64, binascii, struct, uuid."""
import base64
import binascii
import hashlib
import hmac
import struct
import uuid
import zlib

N = 178
DATA = bytes(i * 7 % 256 for i in range(3000))


def run(n):
    total = 0
    for i in range(n):
        key = i.to_bytes(4, "big")
        for name in ("md5", "sha1", "sha256", "sha512", "sha3_256", "blake2b"):
            total += int(hashlib.new(name, key + DATA).hexdigest()[:6], 16) % 1009
        block = hashlib.sha256()
        for at in range(0, 3000, 100):
            block.update(DATA[at:at + 100])
        total += block.digest()[i % 32] + hmac.new(key, DATA, "sha256").digest()[0]
        total += zlib.crc32(DATA, i) % 1009 + zlib.adler32(DATA) % 1009 + len(zlib.compress(DATA))
        text = base64.b64encode(DATA)
        assert base64.b64decode(text) == DATA
        total += len(text) + len(base64.b32encode(DATA[:100])) + len(binascii.hexlify(DATA)) + len(base64.b85encode(DATA[:200]))
        for at in range(0, 400, 20):
            a, b, c, d = struct.unpack_from("<HIxb8s", DATA, at)
            total += a + b % 1009 + c + len(struct.pack(">qd", a, b)) + d[0]
        total += uuid.uuid5(uuid.NAMESPACE_DNS, f"host{i}").int % 1009
    return total
