# Sizes and indices in a pickle that no memory holds: what is said before anything is read.
import io
import pickle
import struct


def t(name, data):
    for load in (pickle.loads, lambda d: pickle.load(io.BytesIO(d))):
        try:
            print(name, repr(load(data))[:60])
        except Exception as e:
            print(name, type(e).__name__, e)


for op in (b'\x8e', b'\x8d', b'\x95'):
    for n in (0, 5, 6, 1 << 62, (1 << 63) - 34, (1 << 63) - 33, (1 << 63) - 1, 1 << 63, (1 << 64) - 1):
        t(f'{op} {n}', b'\x80\x05' + op + struct.pack('<Q', n) + b'abcde.')
for n in (0, 5, 6, (1 << 63) - 1, 1 << 63):
    t(f'bytearray {n}', b'\x80\x05\x96' + struct.pack('<Q', n) + b'abcde.')
for n in (-1, -5, -1 << 63, 99, 1 << 62, (1 << 63) - 1, 1 << 63, 1 << 70):
    t(f'put {n}', b'Np%d\n.' % n)
    t(f'get {n}', b'g%d\n.' % n)
for data in (b'c\n\n.', b'cos\n\n.', b'c\nx\n.', b'(i\nx\n.', b'(ios\n\n.', b'P\n.', b'I\n.', b'g\n.'):
    t(data, data)
