"""Cryptography in Python: elliptic curves, RSA, ASN.1, signed tokens, AES, password hashes."""
import hashlib
import random

import ecdsa
import itsdangerous
import pyaes
import rsa
from ecdsa import NIST192p, NIST256p, Ed25519, SECP256k1, SigningKey, VerifyingKey, ellipticcurve, numbertheory
from passlib.context import CryptContext
from passlib.hash import apr_md5_crypt, bcrypt, des_crypt, ldap_salted_sha1, md5_crypt, mssql2005, nthash, pbkdf2_sha256, phpass, scram, sha256_crypt, sha512_crypt
from pyasn1.codec.ber import encoder as ber
from pyasn1.codec.der import decoder, encoder
from pyasn1.codec.native import encoder as native
from pyasn1.type import char, constraint, namedtype, tag, univ, useful

for curve in (NIST192p, NIST256p, SECP256k1):
    key = SigningKey.from_secret_exponent(123456789123456789, curve, hashfunc=hashlib.sha256)
    signature = key.sign_deterministic(b"message", sigencode=ecdsa.util.sigencode_der)
    public = key.verifying_key
    print(curve.name, signature.hex(), public.to_string("compressed").hex(), public.verify(signature, b"message", sigdecode=ecdsa.util.sigdecode_der), key.to_pem().decode(), VerifyingKey.from_pem(public.to_pem()) == public)
    try:
        public.verify(signature, b"other", sigdecode=ecdsa.util.sigdecode_der)
    except ecdsa.BadSignatureError as error:
        print(type(error).__name__, error)
ed = SigningKey.from_string(bytes(range(32)), Ed25519)
print(ed.sign(b"m").hex(), ed.verifying_key.to_string().hex(), numbertheory.square_root_mod_prime(2, 7), numbertheory.factorization(360), numbertheory.next_prime(100))
shared = ecdsa.ECDH(NIST256p, SigningKey.from_secret_exponent(5, NIST256p), SigningKey.from_secret_exponent(7, NIST256p).verifying_key)
print(shared.generate_sharedsecret_bytes().hex(), ellipticcurve.INFINITY)
public, private = rsa.PublicKey(3233 * 10**0, 17), rsa.PrivateKey(3233, 17, 2753, 61, 53)
print(rsa.core.encrypt_int(65, 17, 3233), rsa.core.decrypt_int(2790, 2753, 3233), public, private.save_pkcs1().decode(), rsa.PublicKey.load_pkcs1(public.save_pkcs1()) == public)
n, e, d, p, q = (lambda p, q: (p * q, 65537, rsa.common.inverse(65537, (p - 1) * (q - 1)), p, q))(2**521 - 1, 2**607 - 1)
big = rsa.PrivateKey(n, e, d, p, q)
signature = rsa.sign(b"hello", big, "SHA-256")
print(signature.hex(), rsa.verify(b"hello", signature, rsa.PublicKey(n, e)), rsa.decrypt(rsa.encrypt(b"secret", rsa.PublicKey(n, e)), big), rsa.prime.is_prime(2**61 - 1))
for wrong in (lambda: rsa.verify(b"x", signature, rsa.PublicKey(n, e)), lambda: rsa.encrypt(b"x" * 200, rsa.PublicKey(n, e)), lambda: rsa.decrypt(b"1" * 141, big), lambda: rsa.sign(b"x", private, "SHA-1")):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, error)


class Record(univ.Sequence):
    componentType = namedtype.NamedTypes(namedtype.NamedType("id", univ.Integer().subtype(subtypeSpec=constraint.ValueRangeConstraint(0, 100))), namedtype.OptionalNamedType("room", univ.Integer().subtype(implicitTag=tag.Tag(tag.tagClassContext, tag.tagFormatSimple, 0))),
                                         namedtype.DefaultedNamedType("flag", univ.Boolean(False)), namedtype.NamedType("names", univ.SequenceOf(componentType=char.UTF8String())))


record = Record()
record["id"] = 5
record["room"] = 300
record["names"].extend(["ä", "b"])
data = encoder.encode(record)
print(data.hex(), decoder.decode(data, asn1Spec=Record())[0].prettyPrint(), native.encode(record), ber.encode(univ.OctetString(b"x" * 10), maxChunkSize=4).hex())
print(encoder.encode(univ.ObjectIdentifier("1.2.840.113549")).hex(), univ.BitString("10110"), univ.Real((12, 10, 3)), useful.UTCTime("200102030405Z").asDateTime, encoder.encode(univ.Any(b"\x05\x00")), univ.Set)
for wrong in (lambda: record.setComponentByName("id", 500), lambda: decoder.decode(b"\x30\x05\x02"), lambda: univ.Integer("x"), lambda: Record()["nope"], lambda: encoder.encode(Record())):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, str(error)[:300])
signer = itsdangerous.URLSafeSerializer("key", salt="s")
token = signer.dumps({"id": [1, None], "t": "ü" * 50})
print(token, signer.loads(token), itsdangerous.Signer("k").sign("v"), itsdangerous.Signer("k").validate("v.x"), signer.loads_unsafe(token[:-1] + "A"))
timed = itsdangerous.TimestampSigner("k")
for wrong in (lambda: signer.loads(token[1:]), lambda: itsdangerous.Signer("k").unsign("no"), lambda: timed.unsign("a.b.c"), lambda: itsdangerous.URLSafeTimedSerializer("k").loads("x.y")):
    try:
        wrong()
    except itsdangerous.BadData as error:
        print(type(error).__name__, error)
aes = pyaes.AESModeOfOperationCBC(b"k" * 32, iv=b"i" * 16)
print(aes.encrypt(b"x" * 16).hex(), pyaes.AESModeOfOperationCTR(b"k" * 16).encrypt(b"text of any length").hex(), pyaes.AESModeOfOperationCFB(b"k" * 24, iv=b"i" * 16, segment_size=8).encrypt(b"abcdefgh").hex(), pyaes.AES(b"0" * 16).decrypt(list(range(16))))
print(md5_crypt.using(salt="salt").hash("pw"), sha256_crypt.using(salt="salt", rounds=1000).hash("pw"), sha512_crypt.using(salt="salt", rounds=1000).hash("pw"), des_crypt.using(salt="ab").hash("pw"), pbkdf2_sha256.using(salt=b"salt", rounds=10).hash("pw"), apr_md5_crypt.using(salt="s").hash("ü"), ldap_salted_sha1.using(salt=b"salt").hash("pw"), nthash.hash("pw"),
      phpass.using(salt="12345678", rounds=7).hash("pw"), scram.using(salt=b"s", rounds=5, algs="sha-1").hash("pw"), mssql2005.using(salt=b"abcd").hash("pw"), md5_crypt.identify("$1$x"), sha256_crypt.verify("pw", sha256_crypt.using(rounds=1000).hash("pw")))
context = CryptContext(["pbkdf2_sha256", "md5_crypt"], deprecated="auto", pbkdf2_sha256__rounds=10)
print(context.verify_and_update("pw", md5_crypt.using(salt="s").hash("pw"))[0], context.identify("$1$salt$x"), context.to_string())
