#!/bin/sh
# Prints the manual page of a command, made of what its --help says. Usage:
#
#   make_man.sh NAME ABOUT COMMAND...
#
# NAME is the page's, ABOUT the line of its first section; COMMAND --help is run.
set -eu
case ${1:-} in
-h | --help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac
[ $# -ge 3 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
name=$1 about=$2
shift 2
upper=$(echo "$name" | tr a-z A-Z)
printf '.TH %s 1\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS AND OPTIONS\n.nf\n' "$upper" "$name" "$about"
# roff: a backslash is an escape, a dot or a quote at the start of a line a request, a minus a hyphen
"$@" --help | sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"
printf '.fi\n.SH SEE ALSO\nThe documentation of minipy: README.md, docs/PROBES.md, docs/EMBEDDING.md;\n'
printf '.BR python3 (1),\n.BR bpftrace (8),\n.BR stap (1)\n'
