"""The scripts that come with CPython (its Tools), each as a program of its own."""
import gzip
import os
import shlex
import shutil
import subprocess
import sys

HOME = "/usr/share/doc/python3.11/examples"
HELPLESS = """google mailerdaemon find_recursionlimit run_tests get-remote-certificate var_access_benchmark copytime smelly
startuptime patchcheck generate_global_objects generate_opcode_h generate_re_casefix generate_sre_constants
generate_stdlib_module_names generate_token""".split()  # they write, wait, measure, or ask the network
COMMANDS = """
2to3 -f all {lib}/argparse.py
2to3 {lib}/collections/__init__.py {lib}/ast.py
abitype.py < scripts/README
byteyears.py {lib}/heapq.py
cleanfuture.py -d -r -v {lib}/json
combinerefs.py scripts/README
diff.py -u {lib}/heapq.py {lib}/bisect.py
diff.py -m {lib}/heapq.py {lib}/bisect.py
diff.py -n {lib}/json/decoder.py {lib}/json/encoder.py
finddiv.py {lib}/heapq.py {lib}/statistics.py
findnocoding.py {lib}/json
highlight.py -a {lib}/heapq.py
highlight.py -l {lib}/heapq.py
highlight.py {lib}/heapq.py
ifdef.py -DA peg_generator/peg_extension/peg_extension.c
import_diagnostics.py
md5sum.py {lib}/argparse.py {lib}/os.py
ndiff.py {lib}/heapq.py {lib}/bisect.py
nm2def.py
parse_html5_entities.py
pdeps.py {lib}/heapq.py {lib}/argparse.py {lib}/ast.py
pindent.py -c < {lib}/textwrap.py
pindent.py -d < {lib}/textwrap.py
pysource.py {lib}/json
reindent.py < {lib}/textwrap.py
rgrep.py import {lib}/heapq.py
suff.py {lib}/json
texi2html.py
untabify.py scripts/lll.py
which.py ls nonesuch
../demo/beer.py 30
../demo/hanoi.py
../demo/markov.py < {lib}/argparse.py
../demo/queens.py 7
../demo/spreadsheet.py
../demo/vector.py
../i18n/makelocalealias.py
../i18n/msgfmt.py -o x.mo x.po
../i18n/pygettext.py -a -o - {lib}/getopt.py
../i18n/pygettext.py -o - -D -v {lib}/argparse.py {lib}/optparse.py
../clinic/clinic.py -f -o clinic.out clinic.in
../clinic/cpp.py peg_generator/peg_extension/peg_extension.c
../unicode/comparecodecs.py cp1140 cp273
../unicode/gencodec.py unicode/python-mappings codecs py
../unicode/listcodecs.py
../tz/zdump.py Europe/Berlin
../freeze/freeze.py
../freeze/freeze.py demo/beer.py
../c-analyzer/c-analyzer.py capi --help
../c-analyzer/c-analyzer.py parse --names peg_generator/peg_extension/peg_extension.c
../c-analyzer/c-analyzer.py analyze peg_generator/peg_extension/peg_extension.c
../peg_generator/pegen/grammar_visualizer.py peg_generator/pegen/metagrammar.gram
../peg_generator/scripts/grammar_grapher.py peg_generator/pegen/metagrammar.gram
-m pegen python peg_generator/pegen/metagrammar.gram -o parser.out
"""
CLINIC = """/*[clinic input]
module foo
class foo.Bar "BarObject *" "&Bar_Type"
foo.bar
    a: int
    b: str = "x"
    /
    *
    c: object(converter="conv", type="int") = None
    d: Py_buffer = NULL
Does a bar.
[clinic start generated code]*/
"""


def run(words, source=os.devnull):
    print("$", *words, flush=True)
    with open(source, "rb") as stdin:
        done = subprocess.run([sys.executable, *words], stdin=stdin, capture_output=True, text=True, errors="replace",
                              env={**os.environ, "PYTHONPATH": "peg_generator"})
    print(done.stdout, done.stderr, done.returncode, sep="", flush=True)


def main():
    for folder, _, names in os.walk(HOME):
        here = os.path.relpath(folder, HOME)
        os.makedirs(here, exist_ok=True)
        for name in names:
            file = os.path.join(folder, name)
            if name.endswith(".gz"):
                with gzip.open(file) as packed, open(os.path.join(here, name[:-3]), "wb") as plain:
                    shutil.copyfileobj(packed, plain)
            else:
                shutil.copy(file, here)
    os.mkdir("codecs")
    with open("x.po", "w", encoding="utf-8") as file:
        file.write('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\nmsgid "hello"\nmsgstr "hé"\n')
    with open("clinic.in", "w", encoding="utf-8") as file:
        file.write(CLINIC)
    for name in sorted(os.listdir("scripts")):
        if name.endswith(".py") and name[:-3] not in HELPLESS:
            run(["scripts/" + name, "--help"])
    for line in COMMANDS.strip().splitlines():
        words, _, source = line.format(lib=os.path.dirname(os.__file__)).partition(" < ")
        first, *rest = shlex.split(words)
        run([first if first == "-m" else os.path.normpath("scripts/" + first), *rest], source or os.devnull)
    for name in sorted(os.listdir("codecs")):
        with open("codecs/" + name, encoding="utf-8", errors="replace") as file:
            print(name, len(file.read()))


main()
