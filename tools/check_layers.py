#!/usr/bin/python3.11
"""Check who includes whom, who takes memory past the vm, and that files stay readable:  tools/check_layers.py

Layers from the bottom: include and probes; the object level of vm (core to code); compiler;
the running part of vm (eval, import, threads, api); stdlib; main.
A file may include its own layer and those below. Exceptions are listed here with a reason.
Memory comes from the vm (vm/memory/mem.h), so that it is counted, limited and fails with MemoryError;
the calls of the C library and of GMP that take it elsewhere are listed here with a reason.
No file is longer than 1,500 lines. Last line: `N passed, N failed, N skipped`.
"""
import argparse
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
RUNNING = re.compile(r"^vm/((eval|import|threads|api)/|errors/(traceback|warnings|suggest))")

ROOMS = ("include", "probes", "vm", "compiler", "stdlib")

# (including file, included header): why it is right.
ALLOWED = {
    ("vm/core/vm.h", "probes/consumer.h"): "a vm owns its consumers by value",
}

# What allocates, frees, or hands out memory that its caller frees.
RAW_MEMORY = re.compile(
    r"(?<![\w.>])(?:(malloc|calloc|realloc|reallocarray|free|aligned_alloc|posix_memalign|memalign|valloc|strdup|strndup|"
    r"wcsdup|v?asprintf|getline|getdelim|open_memstream|open_wmemstream|fmemopen|scandir|get_current_dir_name|"
    r"canonicalize_file_name|tempnam|getaddrinfo|glob|wordexp|backtrace_symbols|mpz_(?!size|sgn|cmp|odd_p|get|limbs_read)\w+|mpz_get_str|mpq_\w+|mpf_\w+|mpn_(?:mul|sqr|mul_n|"
    r"tdiv_qr|set_str|get_str|sqrtrem|gcd|gcdext|powm))\s*\(|(realpath|getcwd)\s*\([^()]*\bNULL\b|(getcwd)\s*\(NULL)")

# (file, functions): why they may. For GMP see vm/memory/mem_gmp.h.
MEMORY = {
    ("vm/memory/mem.c", "malloc calloc realloc free"): "the allocator itself",
    ("vm/api/state.c", "calloc free"): "the vm, which its allocator is a part of",
    ("vm/threads/thread.c", "calloc free"): "a thread's record is made before it has the vm's lock, and freed after",
    ("vm/api/main.c", "malloc free"): "sys.argv, before there is a vm",
    ("vm/api/repl.c", "free"): "the line that libedit's readline() returns",
    ("compiler/syntax/arena.c", "malloc free"): "an arena without a vm: tools/ast_tool.c, the fuzz targets",
    ("stdlib/os/socket.c", "getaddrinfo"): "the resolver's own memory, given back at once by freeaddrinfo",
    ("vm/numbers/dtoa.c", "mpn_tdiv_qr"): "48 limbs at most: on the stack",
    ("vm/numbers/int.c", "mpz_init"): "in int_compute",
    ("vm/numbers/int_arith.c", "mpn_sqr mpn_mul mpn_tdiv_qr mpz_pow_ui mpz_init mpz_invert mpz_neg mpz_powm mpz_add "
     "mpz_ui_pow_ui mpz_fdiv_qr mpz_mul_2exp mpz_add_ui mpz_mul"):
        "in gmp_run (compute_*, *_limbs), or GMP_STACK_LIMBS at most",
    ("vm/numbers/int_text.c", "mpz_get_str mpn_set_str"): "in gmp_run, or PLAIN_LIMBS at most",
    ("stdlib/math/math_int.c", "mpz_fac_ui mpz_bin_ui mpz_set mpz_set_ui mpz_init mpz_init_set mpz_sub_ui mpz_mul mpz_clear mpz_sqrt "
     "mpn_sqrtrem mpz_gcd mpz_lcm"): "in gmp_run (compute_*), or GMP_STACK_LIMBS at most",
}


def raw_memory(path, number, line):
    """The complaint about a line that takes memory past the vm, if it does and may not."""
    allowed = {w for (file, words) in MEMORY if file == path for w in words.split()}
    code = re.sub(r'"(\\.|[^"\\])*"|/\*.*?(\*/|$)|^\s*\*.*', "", line)
    for m in RAW_MEMORY.finditer(code):
        word = next(g for g in m.groups() if g)
        if word not in allowed:
            return f"{path}:{number}: {word}() takes memory past the vm (see MEMORY in tools/check_layers.py)"
    return None


def layer(path):
    if path.startswith(("include/", "probes/")):
        return 0
    if path == "vm/api/main.c":
        return 5
    if path.startswith("vm/"):
        return 3 if RUNNING.match(path) else 1
    if path.startswith("compiler/"):
        return 2
    if path.startswith("stdlib/"):
        return 4
    return 6


# Headers of the running part that declare what the object level needs of it: the frame that
# a traceback or a function shows, calls, the audit event, the import of a helper module.
SHARED = re.compile(r"^vm/(eval/(frame|call|generator|audit|trace|eval)|errors/traceback|import/import|"
                    r"threads/(signals|thread)|api/state)\.h$")


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter).parse_args()
    os.chdir(ROOT)
    files = sorted(os.path.join(folder, name) for room in ROOMS for folder, _, names in os.walk(room)
                   for name in names if name.endswith((".c", ".h")))
    problems, checked = [], 0
    for path in files:
        checked += 1
        with open(path, encoding="utf-8") as f:
            lines = f.readlines()
        if len(lines) > 1500:
            problems.append(f"{path}: {len(lines)} lines (at most 1500)")
        for number, line in enumerate(lines, 1):
            complaint = raw_memory(path, number, line)
            if complaint:
                problems.append(complaint)
            m = re.match(r'\s*#\s*include "([^"]+\.h)"', line)
            if not m:
                continue
            target = m.group(1)
            if "/" not in target:
                target = os.path.join(os.path.dirname(path), target)
            if target == "minipy.h" or target.endswith("/minipy.h"):
                continue
            if path == "vm/api/main.c":
                problems.append(f"{path}:{number}: main.c sees minipy.h alone, not {target}")
            elif path.startswith("probes/") and not target.startswith("probes/"):
                problems.append(f"{path}:{number}: probes take plain C values, not {target}")
            elif path.startswith("compiler/") and layer(target) == 3 and not SHARED.match(target):
                problems.append(f"{path}:{number}: the compiler includes {target}")
            elif layer(target) > layer(path) and (path, target) not in ALLOWED and not (
                    layer(path) in (1, 2) and SHARED.match(target)):
                if layer(path) == 3 and layer(target) == 2:
                    continue
                problems.append(f"{path}:{number}: layer {layer(path)} includes {target} of layer {layer(target)}")
    if not checked:
        sys.exit("no sources: nothing was checked")
    for p in problems:
        print("FAIL", p)
    print(f"{checked - len({p.split(':')[0] for p in problems})} passed, {len(problems)} failed, 0 skipped")
    sys.exit(bool(problems))


main()
