#!/bin/sh
# Builds and runs the C unit tests of single parts; the last line counts them.
set -u
case "${1-}" in
-h | --help)
    sed -n '2,2s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/../.." || exit 2
build=build/unit
mkdir -p $build
passed=0 failed=0
try() { # NAME COMMAND...
    name=$1
    shift
    if "$@" >$build/log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        tail -5 $build/log
    fi
}
cflags="-std=gnu11 -D_GNU_SOURCE -O1 -g -I. -Iinclude -fno-strict-aliasing -w"
try "gate without an interpreter: build" ${CC:-gcc} $cflags -DMINIPY_PROBES_GATE -o $build/gate_test tests/probes/gate_test.c \
    probes/gate.c probes/sites.c probes/site_children.c probes/consumer.c probes/event.c probes/clock.c probes/ring.c probes/trace.c -lcmocka
try "gate without an interpreter" $build/gate_test
try "parser, every allocation failing: build" ${CC:-gcc} $cflags -fsanitize=address,undefined \
    -o $build/parser_memory tests/unit/parser_memory.c compiler/syntax/arena.c compiler/syntax/source.c compiler/syntax/lexer*.c compiler/syntax/ast.c compiler/syntax/parser*.c compiler/syntax/string_decode.c compiler/diagnose/diagnose*.c \
    vm/text/utf8.c vm/text/unicode.c vm/text/unicode_names.c vm/numbers/dtoa.c -lgmp -lm
try "parser, every allocation failing" $build/parser_memory tests/syntax/memory/*.py
try "deaths of objects, unreported again: build" ${CC:-gcc} $cflags -o $build/objects_reported \
    tests/unit/objects_reported.c libminipy.a -lgmp -lm -ldl -lpthread -lcmocka
try "deaths of objects, unreported again" $build/objects_reported
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
