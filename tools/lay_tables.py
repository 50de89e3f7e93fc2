#!/usr/bin/python3.11
"""The tables of methods, getters and members, laid out: a row a line of up to 120 columns.
    tools/lay_tables.py [--mend]      the last line counts the tables; --mend (make format) lays them out

A row that is longer has on its first line what it is called, what it calls, and the first paragraph of its text if
that fits; then its text, broken after a line end or a word. Rows with a comment in them stay as they are.
clang-format leaves METHODS, GETSETS and MEMBERS alone (.clang-format).
"""
import re
import subprocess
import sys

WIDTH = 120
INDENT = "    "
TABLE = re.compile(r"^((?:static )?(?:METHODS|GETSETS|MEMBERS)\(\w+,)\n(.*?)^(\);|    \);)$", re.S | re.M)
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|/\*.*?\*/|//[^\n]*|\s+|.', re.S)


def rows_of(text):
    """The rows of a table, each a list of tokens without white space; None where it cannot tell."""
    rows, row, depth = [], [], 0
    for token in TOKEN.findall(text):
        if token.isspace():
            continue
        if token.startswith(("/*", "//")):
            return None
        depth += (token in "{(") - (token in "})")
        if token == "," and depth == 0:
            rows.append(row)
            row = []
        else:
            row.append(token)
    return rows if depth == 0 and not row else None


def joined(tokens):
    """Tokens as C; neighbouring texts become one."""
    out = ""
    for token in tokens:
        if token[0] == '"' and out.endswith('"'):
            out = out[:-1] + token[1:]
        elif token == ",":
            out += ", "
        elif token == "|":
            out += " | "
        else:
            out += token
    return out


def pieces(text):
    """The parts between which a text can be broken: after a space, after line ends."""
    return re.findall(r"(?:\\n)+|(?:(?!\\n)(?:\\.|[^ \\]))+ *| +", text)


def fill(text, room):
    """Lines of at most `room` columns with the quotes; a line ends with a line end of the text rather than a word."""
    lines, line = [], ""
    for piece in pieces(text):
        if len(line) + len(piece) > room - 2 and line and not piece.startswith("\\n"):
            at = line.rfind("\\n")
            keep = at + 2 if at >= room // 3 else len(line)
            lines.append(line[:keep])
            line = line[keep:]
        line += piece
    return [f'"{each}"' for each in lines + [line]]


def lay(tokens):
    whole = INDENT + joined(tokens) + ","
    if len(whole) <= WIDTH or tokens[0] != "{":
        return [whole]
    row = joined(tokens)
    last = re.search(r', ("(?:[^"\\]|\\.)*")(, \w+)?\}$', row)
    if not last:
        return None
    head, text, tail = row[: last.start() + 1], last[1][1:-1], (last[2] or "") + "},"
    first = INDENT + head
    lines = []
    if len(first) > WIDTH:  # the signature alone is too long
        at = head.index(' "(') + 1
        lines = [INDENT + head[: at - 1], *(f"{INDENT} {line}" for line in fill(head[at + 1 : -2], WIDTH - 6))]
        first = lines.pop() + ","
    end = text.find("\\n\\n")
    if end > 0 and len(first) + end + 7 <= WIDTH:
        first += f' "{text[:end + 4]}"'
        text = text[end + 4 :]
    below = fill(text, WIDTH - len(INDENT) - 1 - len(tail))
    return [*lines, first, *(f"{INDENT} {line}" for line in below[:-1]), f"{INDENT} {below[-1]}{tail}"]


def lay_table(match):
    rows = rows_of(match[2])
    if rows is None:
        return match[0]
    lines = [lay(row) for row in rows]
    if None in lines:
        return match[0]
    return "\n".join([match[1], *sum(lines, []), ");"])


def main():
    mend = sys.argv[1:] == ["--mend"]
    if sys.argv[1:] and not mend:
        print(__doc__)
        return sys.argv[1:] not in (["-h"], ["--help"])
    found = subprocess.run(["grep", "-rlE", "--include=*.[ch]", r"^(static )?(METHODS|GETSETS|MEMBERS)\(\w+,$",
                            "vm", "stdlib", "compiler", "probes"], capture_output=True, text=True).stdout.split()
    good = bad = 0
    for path in sorted(found):
        with open(path) as f:
            old = f.read()
        for match in TABLE.finditer(old):
            same = lay_table(match) == match[0]
            good, bad = good + same, bad + (not same)
            if not same and not mend:
                print(f"FAIL {path}:{old.count(chr(10), 0, match.start()) + 1}: a table's row is a line of up to "
                      f"{WIDTH} columns; run make format")
        if mend and (new := TABLE.sub(lay_table, old)) != old:
            with open(path, "w") as f:
                f.write(new)
    print(f"{good} passed, {0 if mend else bad} failed, 0 skipped")
    return bad > 0 and not mend


if __name__ == "__main__":
    sys.exit(main())
