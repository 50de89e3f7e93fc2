"""A block cipher of ten rounds (Rijndael) in counter mode, byte by byte."""
N = 35


def double(x):
    return (x << 1 ^ 0x1B) & 0xFF if x & 0x80 else x << 1


def substitutions():
    table, p, q = [0] * 256, 1, 1
    while True:
        p ^= double(p)
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q &= 0xFF
        if q & 0x80:
            q ^= 0x09
        turned = q
        for k in range(1, 5):
            turned ^= (q << k | q >> 8 - k) & 0xFF
        table[p] = turned ^ 0x63
        if p == 1:
            break
    table[0] = 0x63
    return bytes(table)


SBOX = substitutions()
SHIFT = [(i + 4 * (i % 4)) % 16 for i in range(16)]


def schedule(key):
    words, constant = [list(key[i:i + 4]) for i in range(0, 16, 4)], 1
    for i in range(4, 44):
        word = words[-1]
        if i % 4 == 0:
            word = [SBOX[b] for b in word[1:] + word[:1]]
            word[0] ^= constant
            constant = double(constant)
        words.append([a ^ b for a, b in zip(words[-4], word)])
    return [sum(words[i:i + 4], []) for i in range(0, 44, 4)]


def mix(column):
    a, b, c, d = column
    every = a ^ b ^ c ^ d
    return [a ^ every ^ double(a ^ b), b ^ every ^ double(b ^ c), c ^ every ^ double(c ^ d), d ^ every ^ double(d ^ a)]


def encrypt(block, keys):
    state = [a ^ b for a, b in zip(block, keys[0])]
    for turn in range(1, 11):
        state = [SBOX[b] for b in state]
        state = [state[i] for i in SHIFT]
        if turn < 10:
            state = [b for i in range(0, 16, 4) for b in mix(state[i:i + 4])]
        state = [a ^ b for a, b in zip(state, keys[turn])]
    return bytes(state)


def run(n):
    keys = schedule(bytes(range(16)))
    assert encrypt(bytes(i * 17 for i in range(16)), keys).hex() == "69c4e0d86a7b0430d8cdb78070b4c55a"
    total, text = 0, b"sixteen bytes and more of a text to hide" * 8
    for i in range(n):
        out = bytearray()
        for at in range(0, len(text), 16):
            stream = encrypt(i.to_bytes(8, "big") + (at // 16).to_bytes(8, "big"), keys)
            out += bytes(a ^ b for a, b in zip(text[at:at + 16], stream))
        total += sum(out)
    return total
