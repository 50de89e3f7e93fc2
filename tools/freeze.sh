#!/bin/sh
# Writes the C file that carries the Python modules of stdlib/py inside the binary:
#     sh tools/freeze.sh stdlib/py > frozen.c
# Each source becomes an array of bytes (od and awk: every build machine has them).
set -eu
case "${1-}" in
-h | --help | "")
    sed -n '2,4s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
dir=${1%/}
echo '/* Made by tools/freeze.sh; do not edit. */'
echo '#include "vm/import/import.h"'
rows=""
n=0
for f in $(find "$dir" -name '*.py' | LC_ALL=C sort); do
    name=${f#"$dir"/}
    name=$(printf %s "${name%.py}" | tr / .)
    package=false
    case $name in *.__init__) name=${name%.__init__} package=true ;; esac
    printf 'static const unsigned char source_%d[] = {\n' "$n"
    od -An -v -tu1 "$f" | awk '{ gsub(/ +/, ","); sub(/^,/, ""); print $0 "," }'
    echo '0};'
    rows="$rows    {\"$name\", (const char *)source_$n, sizeof source_$n - 1, $package},
"
    n=$((n + 1))
done
printf 'const FrozenModule frozen_modules[] = {\n%s    {0},\n};\n' "$rows"
