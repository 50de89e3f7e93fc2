#!/usr/bin/python3.11
"""Writes docs/REFERENCE.md out of include/minipy.h:  tools/make_reference.py

Each section of the header is a chapter, each comment with the declarations below it an entry, in the header's order;
at the end is an index. Nothing is said here that the header does not say. make generated runs it.
"""
import os
import re
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
RULER = re.compile(r"^/\* ---- (.*?) -+ \*/$", re.M)
NAMED = (re.compile(r"\b(minipy_\w+)\("), re.compile(r"^\} (Minipy\w+);", re.M), re.compile(r"^#define (MINIPY_\w+)", re.M),
         re.compile(r"^typedef .*?\b(Minipy\w+);", re.M), re.compile(r"^typedef .*?\(\*(Minipy\w+)\)", re.M), re.compile(r"^\s+(MINIPY_[A-Z_]+)\b", re.M))


def prose(comment):
    """A comment's text: its paragraphs and lists; what is indented deeper is code."""
    out, in_list = [], False
    for line in (re.sub(r"^ ?\* ?", "", raw).rstrip() for raw in comment.strip()[2:-2].strip().split("\n")):
        text = line.strip()
        in_list = text.startswith("- ") or (in_list and line.startswith(" "))
        if text.startswith("- ") or not line.startswith(" "):
            out += [""] * (text.startswith("- ") and bool(out) and not out[-1].startswith(("- ", "  "))) + [text]
        elif in_list:
            out.append("  " + text)
        else:
            out += [""] * (bool(out) and bool(out[-1]) and not out[-1].startswith("    ")) + [line]
    return "\n".join(out)


def entries(body):
    """(comment, declarations) of a section: a comment at the margin belongs to what follows it."""
    comment, code = "", []
    tokens = re.split(r"(^/\*.*?\*/$)", body, flags=re.M | re.S)
    for token in tokens:
        if token.startswith("/*"):
            if comment or "".join(code).strip():
                yield comment, "".join(code).strip()
            comment, code = token, []
        else:
            code.append(token)
    if comment or "".join(code).strip():
        yield comment, "".join(code).strip()


def names(code):
    found = []
    for pattern in NAMED:
        found += [n for n in pattern.findall(re.sub(r"/\*.*?\*/", "", code, flags=re.S)) if n not in found]
    return found


def chapter(title, body, index):
    out = [f"## {title[0].upper()}{title[1:]}", ""]
    for comment, code in entries(body):
        if "clang-format" in comment:
            comment = ""
        listed = names(code)
        if listed:
            main = [n for n in listed if n.startswith("minipy_")] or listed[:1]
            out += ["### " + ", ".join(f"`{n}`" for n in main[:6]) + (" ..." if len(main) > 6 else ""), ""]
            index.update({n: title for n in listed})
        if comment:
            out += [prose(comment), ""]
        if code:
            out += ["```c", code.replace("MINIPY_API ", ""), "```", ""]
    return out


def reference():
    with open(os.path.join(ROOT, "include/minipy.h"), encoding="utf-8") as f:
        text = f.read()
    parts = RULER.split(text)
    head = text[text.index("/*"):text.index("*/") + 2]
    index = {}
    out = ["# Reference", "", "Made from [include/minipy.h](../include/minipy.h) by `make generated`; [EMBEDDING.md](EMBEDDING.md) is the guide.", "",
           prose(head), ""]
    for title, body in zip(parts[1::2], parts[2::2]):
        out += chapter(title, re.sub(r"\n#ifdef __cplusplus.*", "", body, flags=re.S), index)
    out += ["## Index", ""]
    out += [f"- `{name}`: {index[name]}" for name in sorted(index, key=str.lower)]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(__doc__)
        sys.exit(sys.argv[1] not in ("-h", "--help"))
    with open(os.path.join(ROOT, "docs/REFERENCE.md"), "w", encoding="utf-8") as f:
        f.write(reference())
