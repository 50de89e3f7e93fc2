#!/bin/sh
# Every fuzzer for a while:   sh tests/fuzz/run.sh [SECONDS] [FUZZER...]
# FUZZER: code (mutants of code objects), reentry (arguments that change what a native works on),
# buffered, text, programs, mutants, attributes, operands (random calls of io, random programs, goldens with mistakes, accesses while
# classes change, operations with another operand: compared with python3.11's),
# parser (libFuzzer: lexer and parsers on arbitrary bytes), and by its name each target of targets.py (libFuzzer, under the
# sanitizers; `targets`: all of them, LIBFUZZER has more options). Each has SECONDS (60); seeds begin at a place of
# today's, or at FIRST. MINIPY is the binary to test. The last line counts.
set -u
cd "$(dirname "$0")/../.." || exit 2
case "${1-}" in
-h | --help)
    sed -n '2,8s/^# \{0,1\}//p' tests/fuzz/run.sh
    exit 0
    ;;
esac
seconds=${1:-60}
[ $# = 0 ] || shift
targets=$(sed -n '/^@target/,/^def/s/^def \([a-z_]*\).*/\1/p' tests/fuzz/targets.py | tr '\n' ' ')
[ "${1-}" = targets ] && set -- $targets
fuzzers=${*:-code reentry buffered text programs mutants attributes operands parser $targets}
minipy=${MINIPY:-$PWD/minipy}
first=${FIRST:-$(date +%s)}
py=/usr/bin/python3.11
out=build/fuzz
mkdir -p $out/corpus
passed=0 failed=0

# Chunks of sequences until the time is over.
compare() { # PROGRAM [OPTION]
    end=$(($(date +%s) + seconds)) seed=$first status=0
    while [ "$(date +%s)" -lt $end ] && [ $status = 0 ]; do
        $py tests/fuzz/compare_calls.py "$@" --minipy "$minipy" --count 500 --seed $seed
        status=$?
        seed=$((seed + 500))
    done
    return $status
}
parser() {
    flags="-std=gnu11 -D_GNU_SOURCE -O1 -g -fsanitize=fuzzer,address,undefined -fno-strict-aliasing -w -I. -Iinclude -Icompiler"
    clang $flags -o $out/fuzz_parser tests/fuzz/fuzz_parser.c compiler/syntax/arena.c compiler/syntax/source.c \
        compiler/syntax/lexer*.c compiler/syntax/ast.c compiler/syntax/ast_dump.c compiler/syntax/parser*.c compiler/syntax/string_decode.c \
        compiler/diagnose/diagnose*.c vm/text/utf8.c vm/text/unicode.c vm/text/unicode_names.c vm/numbers/dtoa.c -lgmp -lm || return 1
    $out/fuzz_parser -max_total_time="$seconds" -print_final_stats=1 -artifact_prefix=$out/ $out/corpus tests/syntax/memory
}

# One of targets.py: what it found is in $out, and what leads further in $out/corpus.
target() { # NAME
    [ -n "${built-}" ] || make -s -j2 HOSTILE=fuzz OPT="-O1 -g" CC="${FUZZ_CC:-clang}" OUT=build/hostile-fuzz build-dir build/hostile-fuzz/internals.a ||
        return 1
    built=1
    clang -std=gnu11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -I. -Iinclude -o $out/targets.$$ \
        tests/fuzz/harness.c tests/fuzz/api.c tests/fuzz/observed.c build/hostile-fuzz/internals.a -lgmp -lm -ldl -lcrypt || return 1
    mv -f $out/targets.$$ $out/targets # another run of this script may be at work with it
    corpus=$out/corpus-$1 dictionary=tests/fuzz/dictionaries/$1.dict
    mkdir -p "$corpus" && "$minipy" tests/fuzz/targets.py "$1" "$corpus" || return 1
    [ ! -d "tests/fuzz/corpus/$1" ] || cp tests/fuzz/corpus/"$1"/* "$corpus"
    FUZZ_TARGET=$1 ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 $out/targets -max_total_time="$seconds" -timeout=30 -rss_limit_mb=3000 \
        -max_len=2000 -print_final_stats=1 -artifact_prefix="$out/$1-" $([ ! -f "$dictionary" ] || echo "-dict=$dictionary") ${LIBFUZZER-} "$corpus"
}

for f in $fuzzers; do
    echo "== $f, $seconds s, seeds from $first"
    case $f in
    code) $py tests/fuzz/fuzz_code.py --minipy "$minipy" --first "$first" --count 1000000000 --seconds "$seconds" ;;
    reentry) $py tests/fuzz/fuzz_reentry.py --minipy "$minipy" --first "$first" --count 1000000000 --seconds "$seconds" ;;
    buffered) compare buffered_calls.py ;;
    text) compare text_calls.py ;;
    programs) compare programs.py ;;
    mutants) $py tests/fuzz/mutants.py --minipy "$minipy" --first "$first" --count 1000000000 --seconds "$seconds" ;;
    attributes) compare attributes.py --nospecialize ;;
    operands) $py tests/fuzz/operands.py --minipy "$minipy" --seed "$first" --seconds "$seconds" ;;
    parser) parser ;;
    *) case " $targets" in
        *" $f "*) target "$f" ;;
        *) echo "no such fuzzer: $f" && false ;;
        esac ;;
    esac >$out/$f.log 2>&1
    status=$?
    tail -3 $out/$f.log
    if [ $status = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $f: status $status; the whole log is $out/$f.log"
    fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
