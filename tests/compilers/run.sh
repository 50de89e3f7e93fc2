#!/bin/sh
# What the compilers say: the whole tree by clang, without a warning, and programs run by what it made;
# the public header by both compilers, in C and C++, by the letter of each standard.
#     sh tests/compilers/run.sh        the last line counts
set -u
case "${1-}" in
-h | --help)
    sed -n '2,4s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/../.." || exit 2
out=build/by-clang
log=$out/log
mkdir -p $out
for tool in gcc g++ clang clang++; do
    command -v $tool >/dev/null || {
        echo "FAIL needs $tool (Debian: $([ $tool = clang++ ] && echo clang || echo $tool))"
        echo "0 passed, 1 failed, 0 skipped"
        exit 1
    }
done
passed=0 failed=0
try() { # NAME COMMAND...
    name=$1
    shift
    if "$@" >$log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        grep -E 'error|warning|FAIL' $log | head -5
    fi
}

# Not optimised: it is about the sources, and takes a fifth of the time. The sections are for tests/dead.
try "the tree by clang" make -s -j2 CC=clang OPT="-O0 -ffunction-sections -fdata-sections" CFLAGS=-Werror \
    BUILD=$out/objects OUT=$out all
try "the modules of CPython's tests by clang" make -s -j2 CC=clang OPT="-O0 -ffunction-sections -fdata-sections" CFLAGS=-Werror \
    BUILD=$out/objects OUT=$out test-modules
try "programs run by clang's build" /usr/bin/python3.11 tests/run_lang.py --minipy $out/minipy \
    lang/expressions lang/generators lang/builtin_types/complex lang/library/cmath

header() { # COMPILER LANGUAGE STANDARD
    echo '#include "minipy.h"' | "$1" -x "$2" -std="$3" -pedantic-errors -Wall -Wextra -Werror -Iinclude -fsyntax-only -
}
for standard in c99 c11 c17; do
    try "minipy.h in $standard by gcc" header gcc c $standard
    try "minipy.h in $standard by clang" header clang c $standard
done
for standard in c++98 c++11 c++17; do
    try "minipy.h in $standard by g++" header g++ c++ $standard
    try "minipy.h in $standard by clang++" header clang++ c++ $standard
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
