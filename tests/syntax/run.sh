#!/bin/sh
# The front half of the compiler against python3.11: what is said about sources that are no
# programs, and the trees of a fixed sample of 150 library files, by AST_TOOL (build/ast_tool). The last
# line counts.
set -u
case "${1-}" in
-h | --help)
    sed -n '2,4s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac
cd "$(dirname "$0")/../.." || exit 2
py=/usr/bin/python3.11
ast_tool=${AST_TOOL:-build/ast_tool}
log=build/syntax.log
$py tests/syntax/run.py "$ast_tool" >$log 2>&1
tail -20 $log | grep -v -E '^[0-9]+ passed'
passed=$(sed -n 's/^\([0-9]*\) passed.*/\1/p' $log | tail -1)
failed=$(sed -n 's/^[0-9]* passed, \([0-9]*\) failed.*/\1/p' $log | tail -1)
$py tools/check_ast.py --sample 150 --cache build/ast-oracle "$ast_tool" >$log 2>&1
tail -20 $log | grep -v -E '^[0-9]+ match' | sed 's/^/FAIL tree: /'
match=$(sed -n 's/^\([0-9]*\) match.*/\1/p' $log | tail -1)
differ=$(sed -n 's/^[0-9]* match, \([0-9]*\) differ.*/\1/p' $log | tail -1)
if [ -z "$passed" ] || [ -z "$match" ]; then
    cat $log
    echo "0 passed, 1 failed, 0 skipped"
    exit 1
fi
echo "$((passed + match)) passed, $((failed + differ)) failed, 0 skipped"
[ $((failed + differ)) = 0 ]
