#!/usr/bin/python3.11
"""Prints vm/text/generated/unicode_data.inc or unicode_names.inc, from python3.11's Unicode database.

Everything is asked of the running interpreter (str methods, unicodedata), so the tables
are exactly what Python 3.11 believes, Unicode 14.0.  Only the aliases of names come from
Perl's copy of that database.  tools/make_generated.py (make generated) puts both in place:

    /usr/bin/python3.11 tools/make_unicode.py {data,names}
"""
import argparse
import collections
import os
import unicodedata as ud

CODES = range(0x110000)
EMPTY_PLANES = range(0x40000, 0xE0000)  # nothing is assigned in them (checked below): one answers for all
FLAGS = ["XID_START", "XID_CONTINUE", "PRINTABLE", "ALPHA", "DECIMAL", "DIGIT", "NUMERIC",
         "LOWER", "UPPER", "TITLE", "SPACE", "LINEBREAK", "CASED", "CASE_IGNORABLE",
         "SPECIAL_CASE"]
KIND_LOWER, KIND_UPPER, KIND_TITLE, KIND_FOLD = range(4)
NAME_BLOCK = 8
NAME_BUCKETS = 4096
WORD_BLOCK = 32
SIGMA = "\N{GREEK CAPITAL LETTER SIGMA}"
FINAL_SIGMA = "\N{GREEK SMALL LETTER FINAL SIGMA}"


def emit_array(out, ctype, name, values, text=str):
    """Write one C array, wrapped at 88 columns."""
    out.append(f"static const {ctype} {name}[{len(values)}] = {{")
    line = "   "
    for value in values:
        item = f" {text(value)},"
        if len(line) + len(item) > 88:
            out.append(line)
            line = "   "
        line += item
    out.append(line)
    out.append("};")
    out.append("")


def unsigned_type(limit):
    for bits in (8, 16, 32):
        if limit < 1 << bits:
            return f"uint{bits}_t", bits // 8
    raise ValueError(limit)


def split_table(values, shift):
    """Blocks of 1 << SHIFT values, each kept once: (which block is where, the blocks)."""
    size = 1 << shift
    values = values + [0] * (-len(values) % size)
    blocks, first, second = {}, [], []
    for start in range(0, len(values), size):
        block = tuple(values[start:start + size])
        if block not in blocks:
            blocks[block] = len(blocks)
            second.extend(block)
        first.append(blocks[block])
    return first, second


def byte_size(values):
    return len(values) * unsigned_type(max(values))[1]


def emit_table(out, name, values):
    """Write VALUES (one for each code point; 0 is the default) as the smallest three
    stages, and the function that reads them."""
    used = max(i for i, v in enumerate(values) if v) + 1
    values = values[:used]
    best = None
    for low in range(3, 9):
        blocks, leaves = split_table(values, low)
        for high in range(2, 7):
            stages = (*split_table(blocks, high), leaves)
            cost = sum(map(byte_size, stages))
            if best is None or cost < best[0]:
                best = cost, low, high, stages
    _, low, high, stages = best
    for stage, array in zip(("top", "middle", "leaf"), stages):
        emit_array(out, unsigned_type(max(array))[0], f"{name}_{stage}", array)
    out.append(f"""\
static inline unsigned
{name}(uint32_t cp)
{{
    if (cp >= {used:#x})
        return 0;
    unsigned block = {name}_top[cp >> {low + high}];
    block = {name}_middle[(block << {high}) + (cp >> {low} & {(1 << high) - 1:#x})];
    return {name}_leaf[(block << {low}) + (cp & {(1 << low) - 1:#x})];
}}
""")


class Interner:
    """Numbers distinct values in order of first sight."""

    def __init__(self, *start):
        self.numbers = {}
        for value in start:
            self[value]

    def __getitem__(self, value):
        return self.numbers.setdefault(value, len(self.numbers))

    def __iter__(self):
        return iter(self.numbers)


def char_flags(ch):
    x_sigma = (ch + SIGMA).lower().endswith(FINAL_SIGMA)
    ignorable = ("A" + ch + SIGMA).lower().endswith(FINAL_SIGMA) and not x_sigma
    answers = {
        "XID_START": ch.isidentifier(),
        "XID_CONTINUE": ("a" + ch).isidentifier(),
        "PRINTABLE": ch.isprintable(),
        "ALPHA": ch.isalpha(),
        "DECIMAL": ch.isdecimal(),
        "DIGIT": ch.isdigit(),
        "NUMERIC": ch.isnumeric(),
        "LOWER": ch.islower(),
        "UPPER": ch.isupper(),
        "TITLE": ud.category(ch) == "Lt",
        "SPACE": ch.isspace(),
        "LINEBREAK": len(f"a{ch}b".splitlines()) == 2,
        "CASED": (ch + "a").title()[-1] == "a",
        # An ignorable character that follows a cased one does not end the word; one that
        # is cased as well as ignorable counts as ignorable for the final sigma.
        "CASE_IGNORABLE": ignorable,
    }
    return sum(1 << FLAGS.index(name) for name, yes in answers.items() if yes)


def case_mappings(ch, special):
    """Simple deltas of CH; what they do not say goes to SPECIAL."""
    code = ord(ch)
    full = [ch.lower(), ch.upper(), ch.title(), ch.casefold()]
    lower = ord(full[KIND_LOWER][0])
    title = ord(full[KIND_TITLE]) if len(full[KIND_TITLE]) == 1 else code
    upper = ord(full[KIND_UPPER]) if len(full[KIND_UPPER]) == 1 else title
    simple = [lower, upper, title, lower]
    for kind in range(4):
        if full[kind] != chr(simple[kind]):
            special.append((code << 2 | kind, *map(ord, full[kind].ljust(3, "\0"))))
    return lower - code, upper - code, title - code, full != [chr(c) for c in simple]


def of_each(answer):
    """[answer(ch)] for every code point."""
    assert all(ud.category(chr(code)) == "Cn" for code in EMPTY_PLANES)
    first, end = EMPTY_PLANES.start, EMPTY_PLANES.stop
    return [*(answer(chr(code)) for code in range(first)), *[answer(chr(first))] * len(EMPTY_PLANES),
            *(answer(chr(code)) for code in range(end, len(CODES)))]


def make_characters(out):
    records = Interner((0, 0, 0, 0, -1, -1))
    special = []

    def number(ch):
        flags = char_flags(ch)
        lower, upper, title, is_special = case_mappings(ch, special)
        if is_special:
            flags |= 1 << FLAGS.index("SPECIAL_CASE")
        return records[lower, upper, title, flags, ud.decimal(ch, -1), ud.digit(ch, -1)]

    numbers = of_each(number)
    for i, name in enumerate(FLAGS):
        out.append(f"#define FLAG_{name} {1 << i:#06x}u")
    out.append("")
    emit_array(out, "CharRecord", "char_records", list(records),
               lambda r: "{%d, %d, %d, %#x, %d, %d}" % r)
    emit_table(out, "char_number", numbers)
    emit_array(out, "CaseMapping", "case_mappings", sorted(special),
               lambda s: "{%#x, {%#x, %#x, %#x}}" % s)


def make_properties(out):
    categories, bidi, widths = Interner("Cn"), Interner(""), Interner("N")
    values, records = Interner(None), Interner()

    def number(ch):
        return records[categories[ud.category(ch)], bidi[ud.bidirectional(ch)], widths[ud.east_asian_width(ch)],
                       ud.combining(ch), ud.mirrored(ch), values[ud.numeric(ch, None)]]

    # Record 0 must be the unassigned code point: it answers for everything past the end.
    number(chr(EMPTY_PLANES.start))
    numbers = of_each(number)
    quote = '"{}"'.format
    emit_array(out, "char *const", "category_names", list(categories), quote)
    emit_array(out, "char *const", "bidirectional_names", list(bidi), quote)
    emit_array(out, "char *const", "width_names", list(widths), quote)
    emit_array(out, "double", "numeric_values", [v or 0.0 for v in values], repr)
    emit_array(out, "PropertyRecord", "property_records", list(records),
               lambda r: "{%d, %d, %d, %d, %d, %d}" % r)
    emit_table(out, "property_number", numbers)


def parse_decomposition(text):
    parts = text.split()
    tag = parts.pop(0) if parts[0].startswith("<") else ""
    return tag, "".join(chr(int(p, 16)) for p in parts)


def make_decompositions(out):
    """A decomposition is a unit (length << 8 | tag), then UTF-16."""
    tags, pool, offsets, pairs = Interner(""), [0], [], []
    for code in CODES:
        text = ud.decomposition(chr(code))
        if not text or 0xAC00 <= code <= 0xD7A3:
            offsets.append(0)
            continue
        tag, target = parse_decomposition(text)
        raw = target.encode("utf-16-le")
        offsets.append(len(pool))
        pool.append(len(raw) // 2 << 8 | tags[tag])
        pool.extend(raw[i] | raw[i + 1] << 8 for i in range(0, len(raw), 2))
        if not tag and len(target) == 2 and ud.normalize("NFC", target) == chr(code):
            pairs.append((ord(target[0]), ord(target[1]), code))
    emit_array(out, "char *const", "decomposition_tags", list(tags), '"{}"'.format)
    emit_array(out, "uint16_t", "decomposition_pool", pool)
    emit_table(out, "decomposition_offset", offsets)
    emit_array(out, "CompositionPair", "composition_pairs", sorted(pairs),
               lambda p: "{%#x, %#x, %#x}" % p)


def make_old(out):
    """What differs in Unicode 3.2: record 0 is "nothing", record 1 "not there yet"."""
    old = ud.ucd_3_2_0
    records = Interner((None, None, -1, -2), ("Cn", "", 0, -1))

    def number(ch):
        pairs = [(f(ch), g(ch)) for f, g in ((old.category, ud.category), (old.bidirectional, ud.bidirectional),
                                             (old.mirrored, ud.mirrored))]
        pairs.append((old.decimal(ch, -1), ud.decimal(ch, -1)))
        if pairs[0][0] == "Cn" != pairs[0][1]:
            return 1
        return records[tuple(n if a == b else a for (a, b), n in zip(pairs, (None, None, -1, -2)))]

    numbers = of_each(number)
    widths = [(c, old.east_asian_width(chr(c))) for c in CODES if numbers[c] != 1
              and old.east_asian_width(chr(c)) != ud.east_asian_width(chr(c))]
    assert {w for _, w in widths} == {"N"}
    text = lambda s: "NULL" if s is None else f'"{s}"'
    emit_array(out, "UnicodeChange", "old_records", list(records),
               lambda r: "{%s, %s, %d, %d}" % (text(r[0]), text(r[1]), r[2], r[3]))
    emit_table(out, "old_number", numbers)
    emit_array(out, "uint32_t", "old_neutral", [c for c, _ in widths], hex)
    changed = [c for c in CODES if numbers[c] != 1
               and old.normalize("NFD", chr(c)) != ud.normalize("NFD", chr(c))]
    emit_array(out, "CompositionPair", "old_decompositions", changed,
               lambda c: "{%#x, 0, %#x}" % (c, ord(old.normalize("NFD", chr(c)))))


def unicode_data():
    out = ["/* Made by tools/make_unicode.py from Unicode " + ud.unidata_version
           + "; do not edit. */", ""]
    make_characters(out)
    make_properties(out)
    make_decompositions(out)
    make_old(out)
    return "\n".join(out).rstrip() + "\n"


# --- names -------------------------------------------------------------------------

def name_of(code):
    return ud.name(chr(code), None)


def name_ranges():
    """Ranges of code points whose names are a prefix and the code point in hex."""
    ranges = []
    for code in CODES:
        name = name_of(code)
        digits = "%04X" % code
        if name and name.endswith("-" + digits):
            prefix = name[:-len(digits)]
            if ranges and ranges[-1][1] == code - 1 and ranges[-1][2] == prefix:
                ranges[-1][1] = code
            else:
                ranges.append([code, code, prefix])
    return ranges


PERL_NAMES = "/usr/share/perl/5.36.0/unicore/"


def perl_file(name):
    """A table of Perl 5.36, which has Unicode 14.0's aliases and named sequences in
    readable form (package perl-modules-5.36); each entry is checked with Python's."""
    with open(PERL_NAMES + name, encoding="utf-8") as file:
        return file.read()


def lookup(name):
    try:
        return ud.lookup(name)
    except KeyError:
        return None


def name_aliases():
    """Names beside the names: {alias: code point}."""
    aliases = {}
    for name in perl_file("Name.pl").splitlines():
        found = lookup(name)
        if found and len(found) == 1 and name_of(ord(found)) != name:
            aliases[name] = ord(found)
    return aliases


def name_sequences():
    """Named sequences: {name: code points}."""
    sequences = {}
    for line in perl_file("NamedSequences.txt").splitlines():
        name = line.split(";")[0].strip()
        found = lookup(name) if name and name[0] != "#" else None
        if found and len(found) > 1:
            sequences[name] = tuple(map(ord, found))
    return sequences


def is_computed(code, name, ranges):
    return 0xAC00 <= code <= 0xD7A3 or any(a <= code <= b for a, b, _ in ranges)


def spell(words, numbers):
    """A name as bytes: frequent words take one byte, the others two; 0 is no word."""
    raw = bytearray()
    for word in words:
        n = numbers[word]
        raw += bytes([n]) if n < 128 else bytes([0x80 | n >> 8, n & 0xFF])
    return raw


def front_code(names, numbers):
    """All names in order, as (words shared with the one before, the other words, 0);
    each block of NAME_BLOCK starts afresh. Returns (bytes, block offsets)."""
    pool, offsets, before = bytearray(), [], []
    for i, name in enumerate(names):
        words = name.split(" ")
        if i % NAME_BLOCK == 0:
            offsets.append(len(pool))
            before = []
        shared = len(os.path.commonprefix([before, words]))
        pool.append(shared)
        pool += spell(words[shared:], numbers) + b"\0"
        before = words
    return pool, offsets


def name_hash(name):
    """The same as hash_name() of vm/text/unicode_names.c."""
    h = 0x811C9DC5
    for byte in name.encode():
        h = (h ^ byte) * 0x01000193 & 0xFFFFFFFF
    return h ^ h >> 15


def emit_hash(out, names):
    """The numbers of all names, bucket for bucket, and a byte of each one's hash."""
    order = sorted(range(len(names)), key=lambda n: (name_hash(names[n]) % NAME_BUCKETS, n))
    counts = collections.Counter(name_hash(name) % NAME_BUCKETS for name in names)
    starts = [0]
    for bucket in range(NAME_BUCKETS):
        starts.append(starts[-1] + counts[bucket])
    out.append(f"#define NAME_BUCKETS {NAME_BUCKETS}\n")
    emit_array(out, "uint16_t", "name_bucket", starts)
    emit_array(out, "uint8_t", "name_mark", [name_hash(names[n]) >> 24 for n in order])
    emit_array(out, "uint16_t", "name_hashed", order)


def unicode_names():
    """Names in the order of code points, front coded over a lexicon of words, and a hash table of them."""
    ranges = name_ranges()
    codes = {}
    for code in CODES:
        name = name_of(code)
        if name and not is_computed(code, name, ranges):
            codes[name] = code
    aliases, sequences = name_aliases(), name_sequences()
    counts = collections.Counter(w for name in codes for w in name.split(" "))
    for name in (*aliases, *sequences):
        counts.update(name.split(" "))
    words = [""] + [w for w, _ in sorted(counts.items(), key=lambda p: (-p[1], p[0]))]
    numbers = {word: i for i, word in enumerate(words)}
    by_code = sorted(codes.items(), key=lambda p: p[1])
    names = [name for name, _ in by_code]
    pool, offsets = front_code(names, numbers)
    runs = []
    for n, (_, code) in enumerate(by_code):
        if not runs or code - runs[-1][0] != n - runs[-1][1]:
            runs.append((code, n))

    out = ["/* Made by tools/make_unicode.py from Unicode " + ud.unidata_version
           + "; do not edit. */", "",
           f"#define NAME_COUNT {len(names)}",
           f"#define NAME_BLOCK {NAME_BLOCK}",
           f"#define NAME_WORDS {max(len(n.split(' ')) for n in names)}", ""]
    emit_array(out, "NameRange", "name_ranges", ranges,
               lambda r: '{%#x, %#x, "%s"}' % (*r,))
    emit_text(out, "word_text", "".join(words))
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    emit_array(out, "uint32_t", "word_block", starts[::WORD_BLOCK])
    emit_array(out, "uint8_t", "word_length", [len(w) for w in words])
    out.append(f"#define WORD_BLOCK {WORD_BLOCK}\n")
    emit_array(out, "uint8_t", "name_pool", pool)
    emit_array(out, "uint32_t", "name_block", offsets)
    emit_array(out, "NameRun", "name_runs", runs, lambda r: "{%#x, %d}" % r)
    emit_hash(out, names)
    emit_array(out, "NameAlias", "name_aliases", sorted(aliases.items()),
               lambda a: '{"%s", %#x}' % a)
    emit_array(out, "NameSequence", "name_sequences", sorted(sequences.items()),
               lambda s: '{"%s", {%s}}' % (s[0], ", ".join(map(hex, s[1]))))
    return "\n".join(out).rstrip() + "\n"


def emit_text(out, name, text):
    out.append(f"static const char {name}[] =")
    for i in range(0, len(text), 80):
        out.append(f'    "{text[i:i + 80]}"')
    out[-1] += ";"
    out.append("")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("table", choices=("data", "names"))
    print({"data": unicode_data, "names": unicode_names}[parser.parse_args().table](), end="")


if __name__ == "__main__":
    main()
