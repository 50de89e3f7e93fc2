#!/usr/bin/python3.11
"""Writes what hostile.c includes:  tests/embed/make_hostile.py include/minipy.h > hostile_calls.inc

For each function of the header one C function `try_NAME(which, bad)` that calls it with good
arguments but for parameter `which`, which gets the bad-th hostile value of its type (-1: all are
good), and one row in the table `functions`. A parameter of a type that is not in TYPES stops it:
a new kind of parameter needs hostile values in hostile.c."""
import re
import sys

# Type of a parameter: the name of its good_NAME() and bad_NAME[] in hostile.c.
TYPES = {
    "MinipyVM *": "vm",
    "const MinipyConfig *": "config",
    "MinipyConfig *": "config_out",
    "const char *": "text",
    "const void *": "data",
    "void *": "user",
    "size_t": "size",
    "int": "id",
    "bool": "flag",
    "int64_t": "integer",
    "uint64_t": "unsigned",
    "double": "real",
    "MinipyValue": "value",
    "const MinipyValue *": "values",
    "int64_t *": "int_out",
    "double *": "real_out",
    "size_t *": "size_out",
    "bool *": "bool_out",
    "MinipyThread *": "thread",
    "MinipyWrite": "write",
    "MinipyWarningHook": "warning_hook",
    "MinipyFunction": "function",
    "const MinipyObserver *": "observer",
    "MinipyFrame *": "frames",
    "const MinipyFrame *": "frame",
    "MinipyAuditHook": "hook",
    "const MinipyMethod *": "method",
    "const MinipyType *": "type",
    "void **": "data_out",
    "const MinipyModule *": "module",
    "MinipyValue *": "value_out",
    "uint64_t *": "unsigned_out",
    "const char *const *": "names",
    "const char **": "text_out",
    "MinipyMode": "mode",
    "MinipyDestroy": "destroy",
}
RESULTS = {"MinipyValue": "VALUE", "int": "INT", "int64_t": "INT", "bool": "BOOL", "void": "VOID", "size_t": "SIZE", "MinipyStop": "STOP", "MinipyKind": "KIND",
           "MinipyVM *": "VM", "const char *": "POINTER", "void *": "POINTER", "const MinipyValue *": "POINTER",
           "MinipyThread *": "THREAD"}


def split(declaration):
    """'const char *name' -> ('const char *', 'name')"""
    m = re.fullmatch(r"(.*?)(\w+)", declaration.strip(), re.S)
    return re.sub(r"\s+", " ", m[1]).strip().replace("* const *", "*const *"), m[2]


def functions(text):
    text = re.sub(r"/\*.*?\*/| MINIPY_PRINTF\(\d.*?\)", " ", text, flags=re.S).replace(", ...)", ")")
    found = re.findall(r"MINIPY_API\s+([^;{}()]*?)\(([^;{}]*?)\)\s*;", text, re.S)
    found += re.findall(r"static inline\s+([^;{}()]*?)\(([^;{}]*?)\)\s*\{", text, re.S)
    for head, params in found:
        result, name = split(head)
        yield result, name, [] if params.strip() in ("", "void") else [split(p) for p in params.split(",")]


def emit(result, name, params):
    print(f"static bool try_{name}(int which, int bad, Outcome *o)\n{{")
    for i, (kind, param) in enumerate(params):
        k = TYPES[kind]
        print(f'    {kind} a{i} = good_{k}("{name}", "{param}");')
        print(f"    if (which == {i} && !take_{k}(&a{i}, bad, o))\n        return false;")
    if not params:
        print("    (void)which, (void)bad;")
    arguments = ", ".join(f"a{i}" for i in range(len(params)))
    if result == "void":
        print(f"    {name}({arguments});\n    outcome_VOID(o);")
    else:
        print(f"    outcome_{RESULTS[result]}(o, {name}({arguments}));")
    if any(TYPES[kind] == "value_out" for kind, _ in params):
        print(f'    out_release("{name}");')
    print("    return true;\n}\n")


def main():
    all_functions = list(functions(open(sys.argv[1], encoding="utf-8").read()))
    named = set(re.findall(r"^MINIPY_API[^;{}]*?\b(minipy_\w+)\(", open(sys.argv[1], encoding="utf-8").read(), re.M))
    missed = named ^ {name for _, name, _ in all_functions} - {"minipy_config_init"}
    assert len(named) > 50 and not missed, f"the header is not understood: {missed}"
    for f in all_functions:
        emit(*f)
    print("static const Function functions[] = {")
    for result, name, params in all_functions:
        names = ", ".join(f'"{p}"' for _, p in params)
        print(f'    {{"{name}", try_{name}, {len(params)}, {{{names}}}, {str(any(t == "MinipyVM *" for t, _ in params)).lower()}}},')
    print("};")


main()
