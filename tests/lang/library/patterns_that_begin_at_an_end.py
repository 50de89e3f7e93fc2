"""Searches for patterns that begin at an end, of a line or of all: only there can they match."""
import re

PATTERNS = [r"\Z", r"$", r"(?m)$", r"\Za", r"$\n", r"(?m)$\n", r"(?m)$\n?b?", r"($)|x", r"($)\n?", r"(?m)($)\s*", r"$(?<=a)", r"(?m)$(?<=b)", r"\Z(?<=\n)", r"(?m)$\n^",
            r"(?:$)", r"(?=$)a", r"$$", r"\Z|a", r"(?m)$|b", r"$a*", r"(?m)(?:$)(\n)*"]
TEXTS = ["", "\n", "a", "a\n", "a\n\n", "b\na", "b\na\n", "\n\n\n", "ab\nba\n\nb", "\u20ac\n\u20acb\n", "\U0001f600\n", "xyz" * 5 + "\n" + "q"]

for pattern in PATTERNS:
    of_text, of_bytes = re.compile(pattern), re.compile(pattern.encode())
    for text in TEXTS:
        parts = [of_text.search(text, start, end) for start in (0, 1, 2) for end in (99, len(text) - 1, len(text) - 2)]
        print(pattern, ascii(text), [m and (m.span(), m.groups()) for m in parts], [m.span() for m in of_text.finditer(text)])
        print(ascii(of_text.sub("-", text)), ascii(of_text.split(text)), of_text.findall(text, 1), of_bytes.sub(b"-", text.encode()))
