#!/bin/sh
# make, on a machine that may lack it:   ./make TARGET [VARIABLE=VALUE...]
# Installs what building needs if there is no make (tools/install.sh), then hands every argument to it.
# TARGET is demo, test or another one: `./make help` lists them all.
set -eu
case "${1-}" in
-h | --help)
    sed -n '2,4s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")"
command -v make >/dev/null 2>&1 || sh tools/install.sh build
exec make "$@"
