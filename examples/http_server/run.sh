#!/bin/sh
# Builds the server and its load, and lets them at each other:   sh examples/http_server/run.sh [REQUESTS [CLIENTS]]
# 100000 requests of 64 clients unless said otherwise. With SANITIZE=address the server looks for its own mistakes
# and leaks. Ends with the table of load.c and what the server says at its end; status 1 if anything was wrong.
set -eu
case ${1-} in
-h | --help)
    sed -n '2,4s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/../.."
here=examples/http_server out=build/http_server${SANITIZE:+-$SANITIZE}
mkdir -p "$out"
flags="-std=gnu11 -O2 -Wall -Wextra -Werror"
${CC:-gcc} $flags ${SANITIZE:+-fsanitize=$SANITIZE -g} -Iinclude -o "$out/server" $here/server.c libminipy.a -lgmp -lm -lmicrohttpd
${CC:-gcc} $flags -D_GNU_SOURCE -o "$out/load" $here/load.c -lpthread
port=$((20000 + $$ % 20000))
"$out/server" $port $here/scripts >"$out/server.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || :' EXIT
sleep 1
status=0
"$out/load" $port $server "${1:-100000}" "${2:-64}" || status=1
kill $server
wait $server || status=1
cat "$out/server.log"
exit $status
