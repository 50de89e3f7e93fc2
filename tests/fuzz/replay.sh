#!/bin/sh
# Every fuzz target of targets.py over its seeds and over what was kept of it (tests/fuzz/corpus):   sh tests/fuzz/replay.sh
# LIBDIR is where internals.a lies (build), CFLAGS what it was built with beside the usual. The last line counts.
set -u
cd "$(dirname "$0")/../.." || exit 2
case "${1-}" in
-h | --help)
    sed -n '2,3s/^# \{0,1\}//p' tests/fuzz/replay.sh
    exit 0
    ;;
esac
targets=$(sed -n '/^@target/,/^def/s/^def \([a-z_]*\).*/\1/p' tests/fuzz/targets.py)
mkdir -p build/fuzz
[ -n "${LIBDIR-}" ] || make -s build/internals.a || exit 1
# shellcheck disable=SC2086
${CC:-gcc} -std=gnu11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -no-pie -DREPLAY ${CFLAGS-} -I. -Iinclude -o build/fuzz/replay tests/fuzz/harness.c \
    tests/fuzz/api.c tests/fuzz/observed.c "${LIBDIR:-build}/internals.a" -lgmp -lm -ldl -lcrypt || exit 1
# shellcheck disable=SC2086
ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 build/fuzz/replay $targets 2>build/fuzz/replay.log && exit 0
echo "FAIL after $(tail -1 build/fuzz/replay.log); the whole log is build/fuzz/replay.log"
echo "0 passed, 1 failed, 0 skipped"
exit 1
