"""Compiles the snippets of errors.txt (separated by `---`); shows errors and warnings.

Each is compiled twice: with every warning shown, and with warnings turned into errors,
which shows the position that a warning has. Run by minipy and by python3.11 alike.
"""
import sys
import warnings


def outcome(source, name, caught):
    try:
        compile(source, name, "exec", dont_inherit=True)
    except SyntaxError as e:
        where = e.lineno, e.offset, e.end_lineno, e.end_offset
        return type(e).__name__, e.msg, where, e.text, e.filename, len(e.args)
    except Exception as e:
        return type(e).__name__, str(e)
    return [(w.category.__name__, str(w.message), w.filename, w.lineno) for w in caught]


for number, source in enumerate(sys.stdin.read().split("\n---\n")):
    for action in "always", "error":
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter(action)
            result = outcome(source, "snippet %d" % number, caught)
        print(number, repr(source), action, result)
