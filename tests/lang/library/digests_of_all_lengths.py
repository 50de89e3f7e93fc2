# What is hashed in blocks, in one piece and in two, of lengths around all sizes of blocks.
import _blake2
import _md5
import _sha1
import _sha3
import _sha256
import _sha512
import binascii

DATA = bytes(i * 7 & 255 for i in range(1300))
MAKERS = [_md5.md5, _sha1.sha1, _sha256.sha224, _sha256.sha256, _sha512.sha384, _sha512.sha512, _sha3.sha3_224,
          _sha3.sha3_256, _sha3.sha3_384, _sha3.sha3_512, _blake2.blake2b, _blake2.blake2s]
for make in MAKERS:
    checksum = 0
    for size in [*range(300), 511, 512, 513, 1023, 1024, 1025, 1300]:
        whole, parts = make(DATA[:size]), make(DATA[:size // 3])
        parts.update(DATA[size // 3:size])
        assert whole.digest() == parts.digest(), (make, size)
        checksum = binascii.crc32(whole.digest(), checksum)
    print(make.__name__, checksum)
checksum = 0
for size in [*range(300), 1000, 1023, 1024, 1300]:
    for start in (0, 0xFFFFFFFF, 12345):
        checksum = checksum * 31 + binascii.crc32(DATA[size % 17:size], start) & 0xFFFFFFFFFFFF
    assert bytes.fromhex(DATA[:size].hex()) == DATA[:size]
print("crc32", checksum, binascii.crc32(DATA * 1000))
