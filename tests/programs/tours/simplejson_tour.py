"""JSON: encoding and decoding in every option, errors, big and odd numbers, streaming, for_json."""
import decimal
import io
from collections import OrderedDict, namedtuple

import simplejson as json

json._toggle_speedups(False)

Point = namedtuple("Point", "x y")


class Thing:
    def for_json(self):
        return {"thing": [1]}

    def _asdict(self):
        return {"as": "dict"}


data = {"a": [1, 2.5, None, True, "ü\u2028\n"], "b": {"c": (), "d": Point(1, 2)}, 3: decimal.Decimal("1.10"), None: float("1e300"), 2 ** 70: -0.0}
for options in ({}, {"indent": 2, "sort_keys": False}, {"separators": (",", ":"), "ensure_ascii": False}, {"namedtuple_as_object": False}, {"use_decimal": False, "default": str}, {"bigint_as_string": True}, {"tuple_as_array": False, "default": list},
                {"item_sort_key": lambda kv: str(kv[0])}, {"int_as_string_bitcount": 1}, {"indent": "\t"}):
    try:
        print(options and list(options), json.dumps(data, **options))
    except TypeError as error:
        print(type(error).__name__, error)
print(json.dumps([Thing(), iter([1, 2])], for_json=True, iterable_as_array=True), json.dumps({(1, 2): 3, "x": 1}, skipkeys=True), json.dumps([float("nan"), float("inf")], ignore_nan=True), json.dumps("</script>", cls=json.JSONEncoderForHTML), json.dumps(b"bytes"))
for text in ('{"a": 1.5, "b": [1, {"c": null}]}', '"\\u00fc\\ud83d\\ude00\\ud800"', "[1e400, -0, 1E-2, 12345678901234567890123]", " [] "):
    print(*map(ascii, (json.loads(text), json.loads(text, use_decimal=True), json.loads(text, object_pairs_hook=OrderedDict, parse_int=str))))
for text in ("", "{", '{"a"}', "[1,]", '{"a": 1,}', "[1 2]", "nul", '"a\nb"', '"\\x"', "1 2", '"abc', "[NaN]", '{"a":1 "b"}', '{1: 2}', '"\\u12"'):
    try:
        print(repr(text), json.loads(text))
    except json.JSONDecodeError as error:
        print(repr(text), error, error.pos, error.lineno, error.colno, error.end)
    except ValueError as error:
        print(repr(text), error)
circle = []
circle.append(circle)
for act in (lambda: json.dumps(circle), lambda: json.dumps(object), lambda: json.dumps({(1,): 2}), lambda: json.dumps(b"\xff"), lambda: json.dumps([] * 3, bogus=1)):
    try:
        print(act())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
out = io.StringIO()
json.dump(list(range(10)), out, indent=None)
print(out.getvalue(), json.load(io.StringIO("[1, 2]")), list(json.JSONEncoder(indent=1).iterencode({"a": [1, {}]})), json.JSONDecoder(strict=False).raw_decode('[1] tail'), json.RawJSON('{"raw":1}') and json.dumps([json.RawJSON('{"raw":1}')]))
big = [{"id": n, "name": f"n{n}", "v": [n / 7, None, True]} for n in range(3000)]
print(len(json.dumps(big)), json.loads(json.dumps(big)) == big)
