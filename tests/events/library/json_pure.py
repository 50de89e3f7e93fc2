import json
data = {"a": [1, 2.5, None, True, "é\n\u2028\"\\"], "b": {"c": [], "d": {}}, "e": -0.0, "f": 1e100}
for options in {}, {"indent": 2}, {"sort_keys": True, "separators": (",", ":")}, {"ensure_ascii": False, "indent": "\t"}:
    text = json.dumps(data, **options)
    print(text, json.loads(text) == data)
print(json.loads('[1, {"x": "\\u00e9\\ud83d\\ude00"}, 1E3, NaN, -Infinity]', parse_float=str, parse_constant=str), json.loads('{"a": 1}', object_pairs_hook=list), json.dumps({1: 2, None: 3, True: 4, 1.5: 5}))
print(json.dumps({(1, 2): 3, "k": 1}, skipkeys=True), json.dumps([1j], default=str), list(json.JSONEncoder().iterencode([1, [2, {"a": ()}]])), json.JSONDecoder().raw_decode("[1] rest"))
for bad in "", "[1,", '{"a" 1}', '"\\x"', "[1] x", "{'a': 1}", '"a\nb"', "tru":
    try:
        json.loads(bad)
    except json.JSONDecodeError as error:
        print(error)
loop = []
loop.append(loop)
for bad in loop, object(), float("nan"), {1j: 1}:
    try:
        print(json.dumps(bad, allow_nan=False))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
