"""Patterns compiled anew each time: what the re package's parser and compiler cost."""
import re

N = 26
PATTERNS = [
    r"^\s*(?P<key>[A-Za-z_][\w.-]*)\s*[:=]\s*(?P<value>\"[^\"]*\"|'[^']*'|[^#;\s]+)\s*(?:[#;].*)?$",
    r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}",
    r"(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
    r"(?<![\w@])(\w+(?:[.+-]\w+)*)@((?:[a-z0-9-]+\.)+[a-z]{2,})(?![\w@])",
    r"<(?P<tag>[a-z][a-z0-9]*)\b[^>]*>(?:.*?)</(?P=tag)>",
    r"[+-]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[jJ]?",
    r"(?sx) /\* .*? \*/ | //[^\n]* | \"(?:\\.|[^\\\"])*\"  # comments and strings",
    "|".join(("False None True and as assert async await break class continue def del elif else except finally for from "
              "global if import in is lambda nonlocal not or pass raise return try while with yield").split()),
    r"[\u0370-\u03ff\u0400-\u04ff]+|[^\W\d_]{3,}?(?=\d)",
]


def run(n):
    total = 0
    for _ in range(n):
        for pattern in PATTERNS:
            re.purge()
            compiled = re.compile(pattern)
            total += compiled.groups + compiled.flags + len(compiled.groupindex)
    return total
