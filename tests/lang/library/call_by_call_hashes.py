"""_hashlib, one call at a time: much data, seldom used arguments, wrong ones. Each call is tried by itself, so that where requests
for memory fail (make fail-alloc) each meets its own."""
import _hashlib
import zlib

# What does not become shorter, without a random generator's module.
noise, state = bytearray(), 12345
for _ in range(50_000):
    state = (state * 1103515245 + 12345) & 0x7fffffff
    noise.append(state >> 16 & 255)
NOISE = bytes(noise)


def brief(v):
    if isinstance(v, (bytes, str)) and len(v) > 60:
        return type(v).__name__, len(v), zlib.crc32(v if isinstance(v, bytes) else v.encode())
    if isinstance(v, (tuple, list)):
        return [brief(item) for item in v]
    return v if isinstance(v, (int, float, str, bytes, dict, type(None))) else type(v).__name__


def tried(f, *args, **kw):
    try:
        return brief(f(*args, **kw))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def show(title, *calls):
    print(title)
    for n, (f, *args) in enumerate(calls):
        kw = args.pop() if args and type(args[-1]) is dict and args[-1].get("by name") else {}
        print("   ", n, tried(f, *args, **{k: v for k, v in kw.items() if k != "by name"}))


def named(**kw):
    return {"by name": True, **kw}


H = _hashlib
h, big, x, m = H.openssl_sha256(), H.new("sha512"), H.openssl_shake_128(b"a"), H.hmac_new(b"key", b"text", "sha256")
tried(big.update, NOISE)
show("hashes", (h.update, b"a"), (h.digest,), (h.hexdigest,), (h.copy,), (lambda: repr(h)[:20],), (lambda: (h.name, h.digest_size, h.block_size),), (h.update, "text"), (h.update, 5), (h.update, bytearray(b"b")), (h.update, memoryview(b"cd")[::-1]),
     (big.hexdigest,), (big.copy,), (big.update, b"a"), (big.digest,), (lambda: big.copy().update(NOISE),),
     (H.openssl_md5, b"x", named(usedforsecurity=False)), (H.openssl_md5, NOISE), (H.openssl_sha1, "text"), (H.openssl_sha1, 5), (H.openssl_sha1, b"", named(usedforsecurity=[])), (H.new, "md5", b"a", named(usedforsecurity=0)),
     (H.new, "no such"), (H.new, "sm3", b"a"), (H.new, "SHA256"), (lambda: H.new("sm3").name,), (lambda: H.new("ripemd160").name,), (H.new, 5), (H.new, "sha1\0"), (H.new, "sha1", "text"), (H.new, "blake2b", b"b"),
     (x.digest, 5), (x.hexdigest, 5), (x.hexdigest, 7), (x.digest, 0), (x.hexdigest, 0), (x.digest, -1), (x.digest, 5000), (x.hexdigest, 101), (x.hexdigest, 5001), (x.digest, 2**70), (x.digest, "a"), (lambda: x.digest_size,), (x.copy,), (lambda: repr(x)[:20],))
show("codes", (m.update, b"b"), (m.update, NOISE), (m.update, "text"), (m.digest,), (m.hexdigest,), (m.copy,), (lambda: m.copy().hexdigest(),), (lambda: repr(m)[:20],), (lambda: (m.name, m.digest_size, m.block_size),),
     (H.hmac_new, b"key"), (H.hmac_new, b"key", b"", None), (H.hmac_new, b"key", b"", H.openssl_sha1), (H.hmac_new, b"key", NOISE, "md5"), (H.hmac_new, b"key", "text", "md5"), (H.hmac_new, "key", b"", "md5"), (H.hmac_new, b"key", b"", "no such"), (H.hmac_new, b"key", b"", len),
     (H.hmac_new, b"key", b"", []), (H.hmac_new, b"k" * 300, b"m", "sha3_256"), (H.hmac_new, b"key", b"", "shake_128"),
     (H.hmac_digest, b"key", b"m", "sha1"), (H.hmac_digest, b"key", NOISE, H.openssl_sha512), (H.hmac_digest, b"key", "m", "sha1"), (H.hmac_digest, "key", b"m", "sha1"), (H.hmac_digest, b"key", b"m", "no such"), (H.hmac_digest, b"key", b"m", 5), (H.hmac_digest, b"k", b"m", "shake_256"))
show("keys", (H.pbkdf2_hmac, "sha256", b"p", b"s", 2), (H.pbkdf2_hmac, "sha256", b"p" * 200, b"s", 3, 100), (H.pbkdf2_hmac, "sha1", b"p", b"s", 1, None), (H.pbkdf2_hmac, "no such", b"p", b"s", 1), (H.pbkdf2_hmac, "sha1", "p", b"s", 1), (H.pbkdf2_hmac, "sha1", b"p", "s", 1),
     (H.pbkdf2_hmac, "sha1", b"p", b"s", 0), (H.pbkdf2_hmac, "sha1", b"p", b"s", 2**40), (H.pbkdf2_hmac, "sha1", b"p", b"s", 1, 0), (H.pbkdf2_hmac, "sha1", b"p", b"s", 1, 2**40), (H.pbkdf2_hmac, "sha1", b"p", b"s", 1, "a"), (H.pbkdf2_hmac, "sha1", b"p", b"s", "a"), (H.pbkdf2_hmac, 5, b"p", b"s", 1),
     (H.scrypt, b"p", named(salt=b"s", n=2, r=1, p=1)), (H.scrypt, b"p", named(salt=b"s", n=2, r=1, p=1, dklen=9)), (H.scrypt, b"p"), (H.scrypt, b"p", named(salt=b"s", n=3, r=1, p=1)), (H.scrypt, b"p", named(salt=b"s", n=2, r=1)),
     (H.scrypt, b"p", named(salt=b"s", n="a", r=1, p=1)), (H.scrypt, b"p", named(salt=b"s", n=None, r=1, p=1)), (H.scrypt, b"p", named(salt=b"s", n=2, r=1, p=1, maxmem=-1)), (H.scrypt, b"p", named(salt=b"s", n=2, r=1, p=1, dklen=0)), (H.scrypt, b"p", named(salt="s", n=2, r=1, p=1)),
     (H.scrypt, "p", named(salt=b"s", n=2, r=1, p=1)), (H.scrypt, b"p", named(salt=b"s", n=2**30, r=8, p=1, maxmem=1000)), (H.scrypt, b"p", named(salt=b"s", n=2, r=-1, p=1)), (H.scrypt, b"p", named(salt=b"s", n=2, r=1, p=1, maxmem="a")),
     (H.compare_digest, b"a", b"a"), (H.compare_digest, "a", "b"), (H.compare_digest, "é", "a"), (H.compare_digest, "a", "é"), (H.compare_digest, "a", b"a"), (H.compare_digest, b"a", "a"), (H.compare_digest, 5, b"a"), (H.compare_digest, 5, 6), (H.compare_digest, b"a", b"ab"), (H.get_fips_mode,))
