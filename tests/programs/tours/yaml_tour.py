"""YAML by the loaders and dumpers in Python: scalars, collections, anchors, tags, styles, events, errors."""
import datetime
from collections import OrderedDict

import yaml

TEXT = """\
%YAML 1.1
---
plain: text here
int: [1, 0x1F, 0o17, 017, 1_000, 190:20:30, 0b101]
float: [1.5, .5, 1e3, .inf, -.INF, .NaN, 1_0.5]
bool: [yes, No, on, OFF, true, ~, null, ""]
date: [2001-12-14, 2001-12-14t21:59:43.10-05:00, 2001-12-15 2:59:43.1]
quoted: ['it''s', "tab\\t \\u263a \\x41 \\
    joined"]
literal: |+
  keep
    this

folded: >-
  folded
  text

  par
base: &base {a: 1, b: 2}
merged:
  <<: *base
  b: 3
set: !!set {x, y}
omap: !!omap [a: 1, b: 2]
pairs: !!pairs [a: 1, a: 2]
binary: !!binary "R0lGODlh"
? complex key
: - - nested
    - list
  - {flow: [a, {b: c}]}
python: !!python/tuple [1, 2]
...
---
- second # comment
"""
for loader in (yaml.SafeLoader, yaml.FullLoader, yaml.UnsafeLoader, yaml.BaseLoader):
    try:
        print(loader.__name__, list(yaml.load_all(TEXT.replace("python:", "py:") if loader is not yaml.SafeLoader else TEXT.replace("!!python/tuple", ""), loader)))
    except yaml.YAMLError as error:
        print(loader.__name__, error)
data = {"z": [1, 2.5, None, True, float("inf"), "1", "yes", "", " lead", "multi\nline\n", "ü☺", "a: b", "# c", "-", "!x", "*a", "%", "@"], "d": datetime.date(2020, 1, 2), "t": datetime.datetime(2020, 1, 2, 3, 4, 5), "b": b"\x00\xff", "s": {1}, "n": {"m": {}, "l": []},
        "long": "word " * 40}
for options in ({}, {"default_flow_style": True}, {"allow_unicode": True, "sort_keys": False, "width": 40}, {"default_style": '"', "indent": 4}, {"explicit_start": True, "explicit_end": True, "version": (1, 1), "canonical": True}, {"default_style": "|"}):
    text = yaml.safe_dump(data, **options)
    print(text, yaml.safe_load(text) == data)
shared = [1]
print(yaml.dump([shared, shared, (1, 2), OrderedDict(a=1), complex(1, 2), range, {1, 2}, datetime.timedelta(1)]))


class Thing(yaml.YAMLObject):
    yaml_tag = "!thing"
    yaml_loader = yaml.SafeLoader
    yaml_dumper = yaml.SafeDumper

    def __init__(self, a):
        self.a = a


print(yaml.safe_dump(Thing([1])), yaml.safe_load("!thing {a: 5}").a)
yaml.add_constructor("!join", lambda loader, node: "-".join(map(str, loader.construct_sequence(node))), yaml.SafeLoader)
yaml.add_representer(complex, lambda dumper, value: dumper.represent_scalar("!c", str(value)), yaml.SafeDumper)
yaml.add_implicit_resolver("!dice", __import__("re").compile(r"^\d+d\d+$"), list("0123456789"), yaml.SafeLoader)
yaml.add_constructor("!dice", lambda loader, node: tuple(map(int, loader.construct_scalar(node).split("d"))), yaml.SafeLoader)
print(yaml.safe_load("[!join [a, 1], 2d6]"), yaml.safe_dump([1j]))
for event in yaml.parse("a: [b, &x c, *x]\nd: !t |\n  e\n"):
    print(event)
print(list(yaml.scan("- {a: 1}"))[:6], yaml.compose("a: [1]"), yaml.serialize(yaml.compose("{a: [1]}")))
for text in ("a: b: c", "[1, 2", "a:\n\t- b", "*unknown", "{a: 1", "'abc", "- a\n b: c", "!<bad", "a: !!int 5", "%BAD 1\n---\n", "&a &b c", "\x00", "a: 1\na: 2\n- b", "? [a]\n: b", "!!python/object:os.system {}", "key: [unclosed\nnext: 1"):
    try:
        print(repr(text), yaml.safe_load(text))
    except yaml.YAMLError as error:
        print(repr(text), type(error).__name__, error, sep=" | ")
many = yaml.safe_dump([{"id": n, "name": f"name {n}", "list": list(range(5))} for n in range(150)])
print(len(many), len(yaml.safe_load(many)))
