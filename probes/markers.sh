#!/bin/sh
# Makes from markers.def what cannot include it. Usage: markers.sh KIND [PATH [NAME]]
#
#   spec     one marker a line: name|place|type name,...|note operands|firing rule; those of
#            provider PATH (default: python), or of all
#   table    the markdown table of docs/PROBES.md, of provider PATH (default: python)
#   summary  that of README.md: the rules of provider python up to their first pause
#   kinds    the kinds of events in include/minipy.h
#   tapset   probes/minipy.stp; PATH is the program's (default: minipy, found in $PATH), NAME
#            what the probe points' names begin with (default: minipy; python as in the manual)
#   dtrace   probes/probes.d, the providers in the D language
#
# tools/make_generated.py puts the output where it belongs, and compares it (suite `generated`).
set -eu
kind=${1:-}
case $kind in
spec | table | summary | kinds | tapset | dtrace) ;;
*) sed -n '2,14s/^# \{0,1\}//p' "$0"; [ "$kind" = --help ] && exit 0; exit 2 ;;
esac

awk -v kind="$kind" -v path="${2:-minipy}" -v asked="${2:-python}" -v names="${3:-minipy}" '
function ctype(t) {
    return t == "STR" ? "char *" : t == "INT" ? "int " : t == "LONG" ? "long " : "void *"
}
# The next name of a list of enums, of which each fills a line of at most 120 columns.
function listed(word) {
    if (list != "" && length(list ", " word " };") > 120) {
        print list " };"
        list = ""
    }
    list = list == "" ? "enum { " word " = " listings : list ", " word
    listings++
}
function operand(t) { return t == "INT" ? "-4@" : t == "LONG" ? "-8@" : "8@" }

# Sets type[], arg[] and count from "ARGSn(TYPE, name, ...),".
function split_args(text,    words, i) {
    sub(/^ *ARGS[0-9]\(/, "", text); sub(/\),$/, "", text)
    count = split(text, words, /, */) / 2
    for (i = 1; i <= count; i++) { type[i] = words[2 * i - 1]; arg[i] = words[2 * i] }
}
function joined(form,    i, text) {
    text = ""
    for (i = 1; i <= count; i++)
        text = text (i > 1 ? (form == "spec" ? "," : form == "note" ? " " : ", ") : "") \
            (form == "note" ? operand(type[i]) : form == "spec" ? type[i] " " arg[i] \
             : form == "names" ? arg[i] : ctype(type[i]) arg[i])
    return text
}
function tapset_probe(    alias, i) {
    alias = marker; gsub(/__/, ".", alias)
    printf "\n/* %s */\n", rule
    printf "probe %s.%s = process(\"%s\").mark(\"%s\") ?,\n", names, alias, path, marker
    printf "    process(\"%s\").library(\"libminipy.so*\").mark(\"%s\") ?\n{\n", path, marker
    for (i = 1; i <= count; i++) {
        if (type[i] == "STR")
            printf "    %s = user_string($arg%d, \"\")\n", arg[i], i
        else
            printf "    %s = $arg%d\n", arg[i] == "frame" ? "frameptr" : arg[i], i
    }
    print "}"
}
# Is the row one of those asked for? The tapset with the names of the manual has CPython'"'"'s alone.
function is_asked_for() {
    if (kind == "spec" || kind == "table")
        return asked == "all" || provider == asked
    return kind == "summary" ? provider == "python" \
         : kind == "tapset" ? names != "python" || provider == "python" : 1
}
BEGIN {
    if (kind == "table")
        print "| marker | arguments | fires when |\n|---|---|---|"
    if (kind == "summary")
        print "| marker | arguments | fires |\n|---|---|---|"
    if (kind == "tapset")
        print "/* The tapset of minipy: stap -I probes ... Made by probes/markers.sh from\n" \
            " * markers.def; for a program elsewhere: probes/markers.sh tapset /path/to/minipy.\n" \
            " * `frameptr` is the name that the CPython manual gives the frame argument. */"
    if (kind == "dtrace")
        print "/* The markers as a D provider. Made by probes/markers.sh from markers.def. */\n" \
            "provider python {"
    last_provider = "python"
    list = ""
    listings = 0
}
/^MARKER\(/ { split($0, head, /[(,] */); provider = head[2]; marker = head[3]; name = head[4]
    place = head[5]; row = 0; rule = ""; next }
row == 0 && /^ *ARGS/ { split_args($0); row = 1; next }
row > 0 {
    text = $0; last = sub(/"\)$/, "", text); sub(/^ *"/, "", text); sub(/"$/, "", text)
    rule = rule text
    if (!last) next
    row = 0
    if (!is_asked_for())
        next
    if (kind == "dtrace" && provider != last_provider) {
        print "};\nprovider " provider " {"
        last_provider = provider
    }
    if (kind == "spec")
        print marker "|" place "|" joined("spec") "|" joined("note") "|" rule
    else if (kind == "table")
        print "| `" marker "` | " joined("c") " | " rule " |"
    else if (kind == "summary") {
        sub(/[:;].*/, "", rule)
        print "| " marker " | " joined("names") " | " rule " |"
    } else if (kind == "kinds")
        listed("MINIPY_EVENT_" toupper(name))
    else if (kind == "tapset")
        tapset_probe()
    else
        printf "    probe %s(%s);\n", marker, joined("c")
}
END {
    if (kind == "dtrace")
        print "};"
    if (kind == "kinds")
        print list " };"
}
' "$(dirname "$0")/markers.def"
