#!/bin/sh
# Is every C source laid out as clang-format (.clang-format, version 14) lays it out? And is every section's
# ruler, `/* ---- title ---- */`, one line of at most 88 columns, which clang-format would not break? And are the
# tables that it leaves alone laid out as tools/lay_tables.py does?
#     sh tools/check_format.sh [--mend]        the last line counts them; --mend (make format) lays them out
case "${1-}" in
-h | --help)
    sed -n '2,5s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/.." || exit 2
if ! command -v clang-format >/dev/null; then
    echo "FAIL needs clang-format (Debian: clang-format)"
    echo "0 passed, 1 failed, 0 skipped"
    exit 1
fi
sources=$(find . -path './build*' -prune -o -path ./.git -prune -o -name '*.[ch]' -print | sed 's,^\./,,' | LC_ALL=C sort)
if [ "${1-}" = --mend ]; then
    echo "$sources" | xargs clang-format -i
    exec /usr/bin/python3.11 tools/lay_tables.py --mend
fi
said=$(echo "$sources" | xargs -P2 -n 40 clang-format --dry-run -Werror 2>&1)
status=$?
bad=$(echo "$said" | sed -n 's/^\([^:]*\):.*error:.*/\1/p' | sort -u)
for f in $bad; do
    echo "FAIL $f: not laid out by clang-format; run make format"
done
# A ruler that is too long clang-format breaks into two lines, and is content.
broken=$(echo "$sources" | xargs grep -HnE '/[*] ?---+[^->]|^ *[*] ?-{5,}' | grep -vE ': */[*] ---- .* --+ [*]/$' | cut -d: -f1,2)
for f in $broken; do
    echo "FAIL $f: a section's ruler is one line, /* ---- title ---- */, of at most 88 columns"
done
bad=$(printf '%s\n' "$bad" "$broken" | cut -d: -f1 | grep . | sort -u)
total=$(printf '%s' "$sources" | grep -c .)
failed=$(printf '%s' "$bad" | grep -c .)
if [ "$total" = 0 ] || { [ $status != 0 ] && [ "$failed" = 0 ]; }; then
    echo "FAIL clang-format on $total files: $(echo "$said" | head -3)"
    total=1 failed=1
fi
tables=$(/usr/bin/python3.11 tools/lay_tables.py)
echo "$tables" | grep ^FAIL
set -- $(echo "$tables" | tail -1) # N passed, N failed, ...
total=$((total + ${1:-0} + ${3:-1})) failed=$((failed + ${3:-1}))
echo "$((total - failed)) passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
