#!/bin/sh
# The public interface, minipy.h, as an embedder meets it: every program here is built against
# libminipy.a and against libminipy.so and run; and neither library exports another name.
#     sh tests/embed/run.sh        LIBDIR=folder of the libraries (default: the repository), KINDS=a, CFLAGS, WORK=folder,
#                                  PATIENCE=seconds for each program
set -u
case "${1-}" in
-h | --help)
    sed -n '2,5s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/../.." || exit 2
libdir=$(realpath "${LIBDIR:-.}")
kinds=${KINDS:-a so}
build=${WORK:-build/embed}
mkdir -p $build
build=$(realpath $build)
# Each program runs in an empty folder: hostile names become files.
scratch=$(mktemp -d "${TMPDIR:-/tmp}/minipy-embed.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0
libs="-lgmp -lm -ldl -lpthread -lcmocka"
log=$build/log

ok() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    echo "FAIL $1"
}

# cmocka ends with `[  PASSED  ] N test(s).` and names what failed.
count() { # LABEL STATUS
    p=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' $log)
    f=$(sed -n 's/^\[  FAILED  \] tests*: \([0-9]*\) test.*\|^\[  FAILED  \] \([0-9]*\) test.*/\1\2/p' $log | head -1)
    passed=$((passed + ${p:-0})) failed=$((failed + ${f:-0}))
    grep -E '^ERROR: |^\[  FAILED  \] [a-z]|LINE' $log | sed "s/^/FAIL $1: /"
    if [ "$2" -gt 128 ] || { [ "$2" != 0 ] && [ -z "$f" ]; }; then
        bad "$1: ended with status $2: $(tail -1 $log)"
    fi
}

# What runs in the background ignores ctrl-C, which programs send themselves: hence env.
run_program() { # NAME KIND
    (rm -rf "$scratch/$2" && mkdir "$scratch/$2" && cd "$scratch/$2" &&
        exec env --default-signal=INT,QUIT timeout "${PATIENCE:-400}" $build/$1-$2) </dev/null >$log 2>&1
}

# -rdynamic: modules in C, as zlib, find minipy_* in the program.
run_programs() { # KIND SOURCE...; the last line it prints is how many passed and failed
    kind=$1 passed=0 failed=0 log=$build/log-$1
    shift
    for source in "$@"; do
        name=$(basename $source .c)
        set -- $kind
        library=$libdir/libminipy.$1
        if [ ! -e "$library" ]; then
            bad "$name ($1): no $library"
        elif ! ${CC:-gcc} -std=gnu11 -g -Wall -Wextra ${CFLAGS:-} -I. -Iinclude -I$build -rdynamic -o $build/$name-$1 $source "$library" \
            -Wl,-rpath,"$libdir" $libs >$log 2>&1; then
            bad "$name ($1): build: $(head -3 $log)"
        else
            run_program $name $1
            count "$name ($1)" $?
        fi
    done
    echo "$passed $failed"
}

if ! /usr/bin/python3.11 tests/embed/make_hostile.py include/minipy.h >$build/hostile_calls.inc 2>$log; then
    bad "make_hostile.py: $(tail -1 $log)"
fi
add_up() { # KIND: what its programs said
    sed '$d' $build/said-$1
    set -- $(tail -1 $build/said-$1)
    passed=$((passed + ${1:-0})) failed=$((failed + ${2:-1}))
}

# The two libraries' programs side by side: each waits a good deal. But limits.c asks how late things end: it runs alone.
for kind in $kinds; do
    run_programs $kind $(ls tests/embed/*.c | grep -v /limits.c) >$build/said-$kind &
done
wait
for kind in $kinds; do
    add_up $kind
    (run_programs $kind tests/embed/limits.c) >$build/said-$kind
    add_up $kind
done

for kind in $kinds; do
    if ${CC:-gcc} -std=gnu11 -g -Wall -Wextra ${CFLAGS:-} -Iinclude -o $build/sandbox-$kind examples/sandbox.c "$libdir/libminipy.$kind" \
        -Wl,-rpath,"$libdir" $libs >$log 2>&1 && timeout 60 $build/sandbox-$kind >$log 2>&1; then
        ok
    else
        bad "examples/sandbox.c ($kind): $(tail -1 $log)"
    fi
done

if tests/embed/check_snippets.py docs/EMBEDDING.md >$log 2>&1; then
    passed=$((passed + $(sed -n '$s/ .*//p' $log)))
else
    bad "the code in docs/EMBEDDING.md: $(head -1 $log)"
fi
if ${CC:-gcc} -std=gnu11 -Wall -Wextra ${CFLAGS:-} -Iinclude -o $build/event_loop examples/event_loop.c "$libdir/libminipy.a" $libs >$log 2>&1 &&
    [ "$($build/event_loop 2>&1 | tr '\n' ' ')" = "tick 0 tick 1 read hello tick 2 " ]; then
    ok
else
    bad "examples/event_loop.c: $(head -3 $log) $($build/event_loop 2>&1 | tail -3)"
fi

names=$(nm -g --defined-only "$libdir/libminipy.a" 2>/dev/null | awk 'NF == 3 {print $3}')
others=$(echo "$names" | grep -v '^minipy_' | grep -v '^python_.*_semaphore$' | head -5 | tr '\n' ' ')
if [ -n "$names" ] && [ -z "$others" ]; then ok; else bad "libminipy.a exports $others"; fi
others=$(nm -D --defined-only "$libdir/libminipy.so" 2>/dev/null | awk 'NF == 3 && $3 !~ /^minipy_/ && $3 !~ /_semaphore$/ {print $3}' |
    head -5 | tr '\n' ' ')
if [ -z "$others" ]; then ok; else bad "libminipy.so exports $others"; fi
for name in $(sed -n 's/^MINIPY_API.*[ *]\(minipy_[a-z_]*\)(.*/\1/p' include/minipy.h); do
    if ! echo "$names" | grep -q "^$name\$"; then
        bad "libminipy.a lacks $name"
    fi
done
echo '#include "minipy.h"
int main() { return minipy_version() == nullptr; }' >$build/plain.cc
if ${CXX:-g++} ${CFLAGS:-} -Iinclude -Wall -Wextra -o $build/plain $build/plain.cc "$libdir/libminipy.a" $libs >$log 2>&1 && $build/plain; then
    ok
else
    bad "the header in C++: $(head -3 $log)"
fi
[ "$((passed + failed))" -gt 4 ] || bad "no program of tests/embed was run"
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
