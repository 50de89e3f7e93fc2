"""Text packed by Huffman's codes and by a dictionary that grows (LZW), and unpacked; runs, and the Burrows-Wheeler order."""
import heapq
import itertools
from collections import Counter

N = 21
TEXT = "".join(f"{i} she sells sea shells by the sea shore, {i * 31 % 17} of them. " for i in range(24))


def codes_of(text):
    heap = [(count, i, letter) for i, (letter, count) in enumerate(sorted(Counter(text).items()))]
    heapq.heapify(heap)
    for i in itertools.count(len(heap)):
        first = heapq.heappop(heap)
        if not heap:
            break
        second = heapq.heappop(heap)
        heapq.heappush(heap, (first[0] + second[0], i, (first[2], second[2])))
    codes = {}

    def walk(tree, code):
        if isinstance(tree, str):
            codes[tree] = code
        else:
            walk(tree[0], code + "0")
            walk(tree[1], code + "1")
    walk(first[2], "")
    return codes, first[2]


def huffman(text):
    codes, tree = codes_of(text)
    bits = "".join(codes[letter] for letter in text)
    out, node = [], tree
    for bit in bits:
        node = node[bit == "1"]
        if isinstance(node, str):
            out.append(node)
            node = tree
    assert "".join(out) == text
    return len(bits)


def lzw(text):
    data, table, out, word = text.encode(), {bytes([i]): i for i in range(256)}, [], b""
    for byte in data:
        longer = word + bytes([byte])
        if longer in table:
            word = longer
        else:
            out.append(table[word])
            table[longer] = len(table)
            word = longer[-1:]
    out.append(table[word])
    known, before = [bytes([i]) for i in range(256)], b""
    back = bytearray()
    for code in out:
        piece = known[code] if code < len(known) else before + before[:1]
        if before:
            known.append(before + piece[:1])
        back += piece
        before = piece
    assert back == data
    return len(out)


def turned(text):
    order = sorted(range(len(text)), key=lambda i: text[i:] + text[:i])
    last = "".join(text[i - 1] for i in order)
    return sum(len(list(group)) ** 2 for _, group in itertools.groupby(last))


def run(n):
    return sum(huffman(TEXT[i:]) + lzw(TEXT[i:]) + turned(TEXT[i:i + 400]) for i in range(n))
