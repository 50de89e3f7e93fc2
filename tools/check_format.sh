#!/bin/sh
# Is every C source laid out as clang-format (.clang-format, version 14) lays it out?
#     sh tools/check_format.sh        the last line counts the files; make format mends
cd "$(dirname "$0")/.." || exit 2
total=$(git ls-files '*.c' '*.h' | wc -l)
bad=$(git ls-files '*.c' '*.h' | xargs -P2 -n 40 clang-format --dry-run -Werror 2>&1 | sed -n 's/^\([^:]*\):.*error:.*/\1/p' | sort -u)
for f in $bad; do
    echo "FAIL $f: not laid out by clang-format; run make format"
done
failed=$(printf '%s' "$bad" | grep -c .)
echo "$((total - failed)) passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
