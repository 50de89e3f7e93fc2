#!/usr/bin/python3.11
"""The command line: options, exit statuses, and input that is not a program.

    /usr/bin/python3.11 tests/cli/run.py [--minipy BINARY] [WORD ...]

A check in SAME runs minipy and /usr/bin/python3.11 with the same arguments and compares
standard output, standard error and the exit status. Functions named check_* hold what
python3.11 has no counterpart for. WORDs select checks by name. Both interpreters are started
under the name /usr/bin/python3.11, which is what they call themselves in messages.
"""
import argparse
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import suite  # noqa: E402

ORACLE = "/usr/bin/python3.11"
MINIPY = os.path.join(HERE, "..", "..", "minipy")
TIMEOUT = int(os.environ.get("TEST_TIMEOUT", "30"))
# A sanitizer has memory of its own, and reserves most of the address space.
OF_MEMORY = ("what_is_kept_is_bounded", "large_ints_out_of_memory", "core_files_leave_out_what_is_only_reserved", "address_space_is_what_is_needed",
             "any_address_space_will_do")
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MINIPY"))}
ENVIRONMENT.update(PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1", LC_ALL="C.UTF-8")

# What was written comes before what is said of the end; then __main__ has no __file__ any more.
FLUSHED = (b"import atexit, sys\nclass Out:\n    def write(self, text): pass\n"
           b"    def flush(self): sys.stderr.write('flushed\\n')\n"
           b"atexit.register(lambda: sys.stderr.write(f'{\"__file__\" in globals()}\\n'))\n"
           b"sys.stdout = Out()\nexec(sys.argv[1])\n")
FILES = {  # what every check finds in its directory
    "hello.py": b"import sys\nprint('hello', sys.argv[1:])\n",
    "boom.py": b"def f(x):\n    return 1 / x\n\nf(0)\n",
    "exits.py": b"import sys\nsys.exit(eval(sys.argv[1]))\n",
    "bad_syntax.py": b"x = 1\nif x\n    pass\n",
    "bad_utf8.py": b"x = 1\ns = '\xff\xfe'\n",
    "bad_utf8_cr.py": b"x = 1\ry = 2\r\ns = '\xff'\r",
    "bad_utf8_before_cookie.py": b"# \xff\n# coding: latin-1\nprint(1)\n",
    "bom_bad_utf8_before_cookie.py": b"\xef\xbb\xbf# \xff\n# coding: latin-1\nprint(1)\n",
    "cookie_in_words.py": b"# my encoding is coding: latin-1\nx = '\xe9'; 1/0\n",
    "bad_utf8_comment.py": b"# \xff\nprint(1)\n",
    "latin1.py": b"# -*- coding: latin-1 -*-\nprint(ascii('\xe9'))\n",
    "unknown_coding.py": b"# -*- coding: no-such-thing -*-\nprint(1)\n",
    "bom.py": b"\xef\xbb\xbfprint('bom')\n",
    "bom_latin1.py": b"\xef\xbb\xbf# coding: latin-1\nprint(1)\n",
    "crlf.py": b"if 1:\r\n    print('crlf')\r\n",
    "no_newline.py": b"print('end')",
    "empty.py": b"",
    "only_comment.py": b"# nothing\n",
    "null_byte.py": b"print('before')\nx = '\x00'\n",
    "tabs.py": b"if 1:\n        x = 1\n\ty = 2\n",
    "dedent.py": b"if 1:\n        x = 1\n    y = 2\n",
    "first_line.py": b"this is not python\nprint('second')\n",
    "dying.py": b"import gc\nclass Dies:\n    def __init__(self, n): self.n = n\n    def __del__(self): print(self.n)\n"
                b"gc.collect()\nheld = [Dies(n) for n in 'abcd']\n",
    "flushed.py": FLUSHED,
    "asserts.py": b"'module doc'\ndef f():\n    'doc'\nprint(__debug__, f.__doc__)\nassert 0, 'no'\n",
    "recurse.py": b"def f(n):\n    return f(n + 1)\nf(0)\n",
    "recurse_caught.py": b"def f(n):\n    return f(n + 1)\ntry:\n    f(0)\nexcept RecursionError as e:\n    print(e)\n",
    "interrupt.py": b"import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nfor i in range(10**9): pass\n",
    "interrupt_caught.py": b"import os, signal\ntry:\n    os.kill(os.getpid(), signal.SIGINT)\n"
                           b"    while 1: pass\nexcept KeyboardInterrupt:\n    print('caught')\n",
    "deep_thread.py": b"import sys, threading\nsys.setrecursionlimit(10**9)\nthreading.stack_size(64<<20)\n"
                      b"def f(n): return f(n+1)\ndef run():\n    f(0)\n"
                      b"t=threading.Thread(target=run); t.start(); t.join()\nprint('end')\n",
    "endless.py": b"while True:\n    print('x' * 1000)\n",
    "path0.py": b"import sys, os\nprint(os.path.basename(sys.path[0]))\n",
    "flags.py": b"import sys\nprint(sys.flags.optimize, sys.flags.isolated, sys.flags.ignore_environment,\n"
                b"      sys.flags.no_user_site, sys.flags.no_site, sys.flags.quiet, sys.flags.safe_path,\n"
                b"      sys.flags.dont_write_bytecode, sys.flags.inspect, sys.flags.bytes_warning,\n"
                b"      sys.flags.verbose, sys.flags.dev_mode, sys.dont_write_bytecode)\n",
    "levels.py": b"""\
import os, subprocess, sys
show = ('import sys; f = sys.flags\\n'
        'print(f.optimize, f.verbose, f.debug, f.inspect, f.interactive, f.dont_write_bytecode, f.no_user_site, hasattr(sys, "ps1"))\\n'
        'for s in sys.stdin, sys.stdout, sys.stderr: print(s.line_buffering, s.write_through, type(s.buffer).__name__)')
def ask(*options, **variables):
    done = subprocess.run([sys.executable, *options, '-c', show], env={**os.environ, **variables}, input='',
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    print(options, variables, done.returncode, done.stdout, sep='\\n')
for name in 'OPTIMIZE', 'VERBOSE', 'DEBUG', 'INSPECT', 'UNBUFFERED', 'DONTWRITEBYTECODE', 'NOUSERSITE':
    for value in '', '0', '2', '200', ' 5', '+5', '5 ', '-1', 'x', '007', '2147483648':
        ask(**{'PYTHON' + name: value})
ask('-OO', PYTHONOPTIMIZE='7')
ask('-OOO', PYTHONOPTIMIZE='1')
ask('-iii', '-u')
ask('-i', PYTHONINSPECT='2')
""",
    "starts.py": b"""\
import os, subprocess, sys
show = ('import sys, locale; f = sys.flags\\n'
        'print(f.utf8_mode, f.hash_randomization, f.int_max_str_digits, sys.warnoptions, sys._xoptions, sys.getfilesystemencoding(), sys.stdout.encoding, sys.stdout.errors)\\n'
        'print(locale.setlocale(locale.LC_CTYPE), sys.orig_argv[1:3])')
def ask(*options, code=True, **variables):
    env = {k: v for k, v in os.environ.items() if k not in ('LC_ALL', 'LANG', 'LC_CTYPE')} | {'LC_ALL': 'C.UTF-8'} | variables
    done = subprocess.run([sys.executable, *options, *(['-c', show] if code else [])], env={k: v for k, v in env.items() if v is not None}, input='', capture_output=True, text=True)
    print(options, variables, done.returncode, done.stdout, *done.stderr.split('\\n')[:1 if done.returncode == 2 else 3], sep='\\n')
for all, kind, lang in ('', 'C', None), ('', '', 'C'), ('', None, ''), (None, None, None), ('C', None, None), ('POSIX', 'C.UTF-8', ''), (None, 'C.UTF-8', 'C'), (None, 'xx_YY.UTF-8', None), ('xx_YY', None, None), (None, None, 'C.UTF-8'), (None, 'POSIX', 'C.UTF-8'):
    for more in {}, {'PYTHONCOERCECLOCALE': '0'}, {'PYTHONCOERCECLOCALE': 'warn'}, {'PYTHONCOERCECLOCALE': '1', 'PYTHONUTF8': '0'}, {'PYTHONUTF8': '1'}:
        ask(LC_ALL=all, LC_CTYPE=kind, LANG=lang, **more)
for name, values in ('HASHSEED', ('', '99999999999', '4294967295', '4294967296', '5x', '0x5', 'random')), ('INTMAXSTRDIGITS', ('', '0', '5', '639', '640', '4294967296', '-1', 'x')), ('UTF8', ('', '0', '1', '2', 'x')), ('WARNINGS', ('', 'error', 'error,,ignore', ',default::UserWarning,', 'nonsense')), ('IOENCODING', ('', ':', 'latin-1', 'latin-1:replace', ':ignore', 'utf-8:nonsense', ':strict')), ('PLATLIBDIR', ('lib',)):
    for value in values:
        ask(**{'PYTHON' + name: value})
for options in ('int_max_str_digits',), ('int_max_str_digits=',), ('int_max_str_digits=0',), ('int_max_str_digits=5',), ('int_max_str_digits=x',), ('int_max_str_digits=4294967296',), ('tracemalloc=x',), ('tracemalloc=0',), ('tracemalloc=',), ('tracemalloc=-1',), ('utf8',), ('utf8=',), ('utf8=0',), ('utf8=1',), ('utf8=2',), ('utf8=x',), ('frozen_modules',), ('frozen_modules=maybe',), ('frozen_modules=on',), ('unknown',), ('unknown=5=6',), ('',), ('=',), ('a', 'b=c', 'a=d'), ('dev=5',), ('faulthandler=0',), ('no_debug_ranges=0',), ('warn_default_encoding=1',), ('showrefcount=0',), ('importtimes',):
    ask(*(word for option in options for word in ('-X', option)))
for options in ('-W',), ('-X',), ('-c',), ('-m',), ('-W', 'x'), ('--check-hash-based-pycs',), ('--check-hash-based-pycs', 'bad'), ('-E', '-Wd', '-We', '-d'), ('-q', '-b', '-bb'), ('-Xa', '-Xb=1'), ('-WignoreX',), ('-Q',), ('--helpless',), ('--help-nothing',), ('--', 'no_such.py'), ('-IsSEPbB', '-c', 'import sys; print(sys.flags)'), ('-x', 'no_such.py'), ('-',), ('-J', 'x'), ('-cx',), ('-', 'a', '-b'), ('-mno.such.module',), ('-m', 'no_such_module'), ('-m', ''), ('-c', ''), ('',):
    ask(*options, code=False)
""",
    "main_vars.py": b"print(__name__, __file__, __doc__, __package__, __spec__, type(__builtins__).__name__)\n"
                    b"print(sorted(globals()))\n",
    "unraisable.py": b"class C:\n    def __del__(self):\n        raise ValueError('in del')\nC()\nprint('after')\n",
    "cut_short.py": b"""\
import os, signal, socket
class Alarm(Exception): pass
def handler(*args): raise Alarm
signal.signal(signal.SIGALRM, handler)
keep = []
def attempt(name, call):
    r, w = os.pipe()
    signal.setitimer(signal.ITIMER_REAL, 0.1, 1)  # again, if it came before the call
    try:
        call(w)
        result = 'no exception'
    except Alarm:
        result = 'Alarm'
    signal.setitimer(signal.ITIMER_REAL, 0)
    os.write(1, f'{name}: {result}\\n'.encode())
def keeping(f):
    keep.append(f)
    return f
many = b'x' * 1_000_000
attempt('os.write', lambda w: os.write(w, many))
attempt('os.writev', lambda w: os.writev(w, [many]))
attempt('raw', lambda w: keeping(open(w, 'wb', 0)).write(many))
attempt('buffered', lambda w: keeping(open(w, 'wb')).write(many))
attempt('flush', lambda w: keeping(open(w, 'wb', 1 << 21)).write(many) and keep[-1].flush())
attempt('text', lambda w: print(many.decode(), file=keeping(open(w, 'w')), flush=True))
attempt('send', lambda w: keeping(socket.socketpair())[0].send(many * 10))
attempt('system', lambda w: os.system('sleep 0.3'))
os._exit(0)
""",
    "atexit_order.py": b"import atexit\natexit.register(print, 'first')\natexit.register(print, 'second')\nprint('main')\n",
    "atexit_raises.py": b"import atexit\ndef f():\n    raise ValueError('late')\natexit.register(f)\nprint('main')\n",
    "excepthook.py": b"import sys\nsys.excepthook = lambda t, v, tb: print('hook', t.__name__, v)\n1 / 0\n",
    "stdin_reader.py": b"import sys\nprint(repr(sys.stdin.read()))\nprint(repr(sys.stdin.read()))\n",
    "raises.py": b"def f(x):\n    return x + x.y * 2\nf(1)\n",
    "nulls.py": b"a = 1\nprint(a)\x00 lost\n\nb = 2\nprint(b)\n",
    "inputs.py": b"print(input('name? '))\nprint(input())\n",
    "app/__main__.py": b"import helper\nprint('app', __name__, helper.x)\n",
    "app/helper.py": b"x = 7\n",
    "pkg/__init__.py": b"print('init', __name__)\n",
    "pkg/__main__.py": b"import sys\nprint('main', __name__, __package__, sys.argv[1:])\n",
    "pkg/mod.py": b"print('mod', __name__, __package__)\n",
    "bare/__init__.py": b"",
    "nomain/readme": b"",
    "lib/extra.py": b"value = 'from PYTHONPATH'\n",
}

S = dict
SAME = {
    "command": S(args=["-c", "print(6 * 7)"]),
    "calls_cut_short_by_a_signal": S(args=["cut_short.py"]),
    "command_arguments": S(args=["-c", "import sys; print(sys.argv)", "a", "-b", "--c"]),
    "starts": S(args=["starts.py"]),
    "command_attached": S(args=["-cprint('attached')"]),
    "command_options_in_one_word": S(args=["-Bsc", "import sys; print(sys.argv)", "x"]),
    "command_exception": S(args=["-c", "1 / 0"]),
    "command_syntax_error": S(args=["-c", "x = = 1"]),
    "command_indented": S(args=["-c", "  x = 1\n  print(x)"]),
    "command_main_name": S(args=["-c", "print(__name__, __doc__)"]),
    "command_path0": S(args=["-c", "import sys; print(repr(sys.path[0]))"]),
    "command_missing": S(args=["-c"], first_lines=1),
    "module_missing_argument": S(args=["-m"], first_lines=1),
    "unknown_option": S(args=["-Z"], first_lines=1),
    "unknown_long_option": S(args=["--no-such"], first_lines=1),
    "script": S(args=["hello.py", "a", "b c"]),
    "script_in_folder": S(args=["./hello.py"]),
    "script_options_after": S(args=["hello.py", "-c", "-V"]),
    "script_path0": S(args=["path0.py"]),
    "script_main_vars": S(args=["main_vars.py"]),
    "script_exception": S(args=["boom.py"]),
    "script_syntax_error": S(args=["bad_syntax.py"]),
    "script_tabs": S(args=["tabs.py"]),
    "script_dedent": S(args=["dedent.py"]),
    "script_missing": S(args=["no_such_file.py"]),
    "script_missing_absolute": S(args=["/no/such/file.py"]),
    "directory_without_main": S(args=["nomain"]),
    "directory_with_main": S(args=["app"]),
    "empty_script": S(args=["empty.py"]),
    "only_comment": S(args=["only_comment.py"]),
    "no_newline_at_end": S(args=["no_newline.py"]),
    "crlf_lines": S(args=["crlf.py"]),
    "byte_order_mark": S(args=["bom.py"]),
    "byte_order_mark_and_latin1": S(args=["bom_latin1.py"]),
    "coding_latin1": S(args=["latin1.py"]),
    "coding_unknown": S(args=["unknown_coding.py"]),
    "invalid_utf8": S(args=["bad_utf8.py"]),
    "invalid_utf8_in_comment": S(args=["bad_utf8_comment.py"]),
    "invalid_utf8_line_after_cr": S(args=["bad_utf8_cr.py"]),
    "invalid_utf8_before_the_cookie": S(args=["bad_utf8_before_cookie.py"]),
    "invalid_utf8_before_the_cookie_behind_a_bom": S(args=["bom_bad_utf8_before_cookie.py"]),
    "coding_in_words": S(args=["cookie_in_words.py"]),
    "null_byte_in_script": S(args=["null_byte.py"], only_status=True),
    "skip_first_line": S(args=["-x", "first_line.py"]),
    "stdin_program": S(args=["-"], stdin=b"print('from stdin')\n"),
    "stdin_program_without_dash": S(args=[], stdin=b"import sys\nprint(sys.argv)\n"),
    "stdin_arguments": S(args=["-", "a"], stdin=b"import sys\nprint(sys.argv)\n"),
    "stdin_exception": S(args=["-"], stdin=b"x = 1\n1 / 0\n"),
    "stdin_syntax_error": S(args=["-"], stdin=b"x = (1,\n"),
    "stdin_read": S(args=["stdin_reader.py"], stdin="line\nzwei ä\n".encode()),
    "stdin_input": S(args=["inputs.py"], stdin=b"Ann\n"),
    "module": S(args=["-m", "hello", "x"]),
    "module_package": S(args=["-m", "pkg", "x"]),
    "module_submodule": S(args=["-m", "pkg.mod"]),
    "module_unknown": S(args=["-m", "no_such_module"]),
    "module_package_without_main": S(args=["-m", "bare"]),
    "module_of_a_non_package": S(args=["-m", "hello.sub"]),
    "optimize": S(args=["-O", "asserts.py"]),
    "optimize_twice": S(args=["-OO", "asserts.py"]),
    "assertion_fails": S(args=["asserts.py"]),
    "environment_optimize": S(args=["asserts.py"], env={"PYTHONOPTIMIZE": "2"}),
    "levels_of_options_and_variables": S(args=["levels.py"]),
    "optimize_more_than_twice": S(args=["-OOOO", "-c", "import string, os\n"
                                        "print(__debug__, string.__doc__, string.__cached__.rpartition('.opt')[2])\n"
                                        "print(compile('assert 0', 'f', 'exec').co_consts)"]),
    "environment_ignored": S(args=["-E", "flags.py"], env={"PYTHONOPTIMIZE": "2"}),
    "flags_default": S(args=["flags.py"]),
    "flags_isolated": S(args=["-I", "flags.py"]),
    "flags_many": S(args=["-B", "-s", "-S", "-q", "-P", "-b", "flags.py"]),
    "flags_dev": S(args=["-X", "dev", "-W", "ignore", "flags.py"]),
    "isolated_path": S(args=["-I", "-c", "import sys; print('' in sys.path)"]),
    "safe_path": S(args=["-P", "-c", "import sys; print('' in sys.path)"]),
    "no_site": S(args=["-S", "-c", "print('exit' in dir(__builtins__))"]),
    "flushed_before_the_traceback": S(args=["flushed.py", "1/0"]),
    "flushed_before_exit": S(args=["flushed.py", "sys.exit('bye')"]),
    "flushed_before_the_end": S(args=["flushed.py", "pass"]),
    "flushed_when_the_hook_leaves": S(args=["flushed.py", "sys.excepthook = lambda *a: sys.exit(3); 1/0"]),
    "flushed_of_standard_input": S(args=["-", "1/0"], stdin=FLUSHED),
    "no_site_order_at_the_end": S(args=["-S", "dying.py"]),
    "site_order_at_the_end": S(args=["dying.py"]),
    "site": S(args=["-c", "print('exit' in dir(__builtins__), exit)"]),
    "pythonpath": S(args=["-c", "import extra; print(extra.value)"], env={"PYTHONPATH": "lib"}),
    "pythonpath_ignored": S(args=["-E", "-c", "import extra"], env={"PYTHONPATH": "lib"}),
    "hash_seed": S(args=["-c", "print(hash('abc'), hash(b'abc'), hash(('a', 1)))"], env={"PYTHONHASHSEED": "77"}),
    "hash_seed_bad": S(args=["-c", "pass"], env={"PYTHONHASHSEED": "many"}),
    "hash_seed_negative": S(args=["-c", "pass"], env={"PYTHONHASHSEED": "-1"}),
    "hash_seed_with_blank_and_sign": S(args=["-c", "import sys; print(hash('abc'), sys.flags.hash_randomization)"],
                                       env={"PYTHONHASHSEED": " +77"}),
    "hash_seed_with_a_blank_behind": S(args=["-c", "pass"], env={"PYTHONHASHSEED": "1 "}),
    "stdin_main_names": S(args=[], stdin=b"print(*((n, v) for n, v in globals().items() if n != '__builtins__'), sep='\n')"),
    "stdin_file_is_gone_at_exit": S(args=["-"], stdin=b"import atexit\natexit.register(lambda: print('__file__' in globals()))"),
    "bytes_compared_with_ints": S(args=["-b", "-c", "b'a' == 97\n97 != b'a'\nb'a' == True\nbytearray(b'a') == 97\nb'' == ''"]),
    "bytes_compared_with_ints_raise": S(args=["-bb", "-c", "b'a' == 97"]),
    "xoptions": S(args=["-X", "a", "-Xb=c=d", "-c", "import sys; print(sys._xoptions)"]),
    "int_max_str_digits": S(args=["-X", "int_max_str_digits=640", "-c", "str(10 ** 700)"]),
    "int_max_str_digits_bad": S(args=["-X", "int_max_str_digits=12", "-c", "pass"], first_lines=1),
    "no_debug_ranges": S(args=["-X", "no_debug_ranges", "-c", "def f():\n    pass\n"
                               "print(*f.__code__.co_positions())\n(1).x"]),
    "environment_no_debug_ranges": S(args=["raises.py"], env={"PYTHONNODEBUGRANGES": "1"}),
    "utf8_mode": S(args=["-X", "utf8", "-c", "import sys, io; print(sys.flags.utf8_mode, io.text_encoding(None))"]),
    "utf8_mode_empty": S(args=["-X", "utf8=", "-c", "pass"]),
    "utf8_mode_twice": S(args=["-X", "utf8=0", "-X", "utf8", "-c", "import sys; print(sys.flags.utf8_mode)"]),
    "utf8_mode_bad": S(args=["-X", "utf8=2", "-c", "pass"]),
    "int_max_str_digits_in_flags": S(args=["-c", "import sys; print(sys.flags.int_max_str_digits, sys.get_int_max_str_digits())"]),
    "int_max_str_digits_given": S(args=["-X", "int_max_str_digits=4300", "-c", "import sys; print(sys.flags.int_max_str_digits)"]),
    "int_max_str_digits_option_first": S(args=["-X", "int_max_str_digits=4300", "-c", "import sys; print(sys.get_int_max_str_digits())"],
                                         env={"PYTHONINTMAXSTRDIGITS": "700"}),
    "hash_randomization": S(args=["-R", "-c", "import sys; print(sys.flags.hash_randomization)"], env={"PYTHONHASHSEED": "0"}),
    "pycache_prefix_empty": S(args=["-X", "pycache_prefix=", "-c", "import sys; print(sys.pycache_prefix)"],
                              env={"PYTHONPYCACHEPREFIX": "/x"}),
    "frozen_modules_off": S(args=["-X", "frozen_modules=off", "-c", "import os; print(type(os.__spec__.loader), os.__spec__.origin)"]),
    "undecodable_command": S(args=["-c", b"print('\xff')"]),
    "loader_of_command": S(args=["-c", "print(__loader__, __spec__)"]),
    "loader_of_stdin": S(args=[], stdin=b"print(__loader__, __spec__)\n"),
    "pycache_prefix": S(args=["-X", "pycache_prefix=/x/y", "-c", "import sys; print(sys.pycache_prefix)"]),
    "warn_default_encoding": S(args=["-X", "warn_default_encoding", "-c", "open('hello.py').close()"]),
    "fault_handler": S(args=["-X", "faulthandler", "-c", "import faulthandler as f; print(f.is_enabled())"]),
    "dev_warnoptions": S(args=["-X", "dev", "-W", "ignore", "-c", "import sys; print(sys.warnoptions)"]),
    "dev_codec_errors": S(args=["-X", "dev", "-c", "bytes('', 'ascii', 'such')"], last_line=True),
    "tracemalloc_off": S(args=["-X", "tracemalloc=0", "-c", "import tracemalloc as t; print(t.is_tracing())"]),
    "tracemalloc_on": S(args=["-X", "tracemalloc", "-c", "import tracemalloc as t; print(t.is_tracing(), t.get_traceback_limit())"]),
    "tracemalloc_frames": S(args=["-X", "tracemalloc=7", "-c", "import tracemalloc as t; print(t.get_traceback_limit())"],
                            env={"PYTHONTRACEMALLOC": "3"}),
    "tracemalloc_empty": S(args=["-X", "tracemalloc=", "-c", "import tracemalloc as t; print(t.is_tracing())"]),
    "tracemalloc_negative": S(args=["-X", "tracemalloc=-1", "-c", "pass"]),
    "tracemalloc_too_many": S(args=["-X", "tracemalloc=65536", "-c", "pass"], first_lines=3),
    "tracemalloc_of_a_warning": S(args=["-X", "tracemalloc=2", "-W", "always", "-c", "def f():\n  g = open('hello.py')\nf()"]),
    "environment_tracemalloc": S(args=["-c", "import tracemalloc as t; print(t.get_traceback_limit())"], env={"PYTHONTRACEMALLOC": "4"}),
    "tracemalloc_bad": S(args=["-X", "tracemalloc=many", "-c", "pass"]),
    "environment_tracemalloc_off": S(args=["-c", "print(1)"], env={"PYTHONTRACEMALLOC": "0"}),
    "environment_tracemalloc_bad": S(args=["-c", "print(1)"], env={"PYTHONTRACEMALLOC": "x"}),
    "environment_tracemalloc_ignored": S(args=["-E", "-c", "print(1)"], env={"PYTHONTRACEMALLOC": "5"}),
    "frozen_modules_bad": S(args=["-X", "frozen_modules=maybe", "-c", "pass"]),
    "showrefcount": S(args=["-X", "showrefcount", "-c", "print(1)"]),
    "hash_based_pycs": S(args=["--check-hash-based-pycs", "never", "-c", "print(1)"]),
    "hash_based_pycs_bad": S(args=["--check-hash-based-pycs", "maybe", "-c", "print(1)"], first_lines=1),
    "hash_based_pycs_missing": S(args=["--check-hash-based-pycs"], first_lines=1),
    "environment_malloc": S(args=["-c", "print(1)"], env={"PYTHONMALLOC": "pymalloc"}),
    "environment_coerce_locale": S(args=["-c", "print(1)"], env={"PYTHONCOERCECLOCALE": "0"}),
    "environment_dump_refs": S(args=["-c", "print(1)"], env={"PYTHONDUMPREFS": "1"}),
    "environment_home": S(args=["-c", "print(1)"], env={"PYTHONHOME": "/usr"}),
    "environment_libdir": S(args=["-c", "print(1)"], env={"PYTHONPLATLIBDIR": "lib"}),
    "environment_breakpoint": S(args=["-c", "breakpoint(); print(1)"], env={"PYTHONBREAKPOINT": "0"}),
    "environment_utf8_bad": S(args=["-c", "print(1)"], env={"PYTHONUTF8": "x"}),
    "environment_io_encoding": S(args=["-c", "print(ascii('\xe4')); import sys; print(sys.stdout.encoding)"],
                                 env={"PYTHONIOENCODING": "ascii"}),
    **{f"environment_io_encoding_{name}": S(args=["-c", "import sys; print(sys.stdin.encoding)"], sub=(r"0x[0-9a-f]+", "0x"),
                                            env={"PYTHONIOENCODING": value})
       for name, value in [("unknown", "nope"), ("unknown_with_errors", "nope:strict"), ("blank", " "), ("no_text", "hex"),
                           ("no_text_by_alias", "rot13"), ("path", "../x"), ("own_name", "raw_unicode_escape"),
                           ("no_name", ":replace"), ("no_errors", "ascii:"), ("unknown_errors", "utf-8:nope")]},
    "streams_reconfigured": S(args=["-c", "import sys\nfor f in sys.stdout, sys.stderr: f.reconfigure(encoding='latin-1'); "
                                    "print('\xe4', file=f)\nsys.stdin.reconfigure(errors='replace'); print(sys.stdin.read())"],
                              stdin=b"in\xff"),
    "environment_dev": S(args=["-c", "import sys; print(sys.flags.dev_mode, sys.warnoptions)"],
                         env={"PYTHONDEVMODE": "1"}),
    "environment_fault_handler": S(args=["-c", "import faulthandler as f; print(f.is_enabled())"],
                                   env={"PYTHONFAULTHANDLER": "1"}),
    "environment_pycache_prefix": S(args=["-c", "import sys; print(sys.pycache_prefix)"],
                                    env={"PYTHONPYCACHEPREFIX": "/x"}),
    "environment_default_encoding": S(args=["-c", "open('hello.py').close()"],
                                      env={"PYTHONWARNDEFAULTENCODING": "1"}),
    "null_byte_in_file": S(args=["nulls.py"]),
    "environment_levels": S(args=["flags.py"], env={"PYTHONDEBUG": "2", "PYTHONNOUSERSITE": "1"}),
    "warnings_shown": S(args=["-W", "always", "-c", "import warnings; warnings.warn('w')"]),
    "warnings_error": S(args=["-W", "error", "-c", "import warnings; warnings.warn('w')"], last_line=True),
    "warnings_ignored": S(args=["-W", "ignore", "-c", "import warnings; warnings.warn('w')"]),
    "unbuffered": S(args=["-u", "-c", "import sys, os; sys.stdout.write('a'); os.write(1, b'b'); print('c')"]),
    "buffered_order": S(args=["-c", "import sys, os; sys.stdout.write('a'); os.write(1, b'b'); print('c')"]),
    "exit_none": S(args=["exits.py", "None"]),
    "exit_zero": S(args=["exits.py", "0"]),
    "exit_number": S(args=["exits.py", "3"]),
    "exit_negative": S(args=["exits.py", "-1"]),
    "exit_large": S(args=["exits.py", "1 << 40"]),
    "exit_true": S(args=["exits.py", "True"]),
    "exit_text": S(args=["exits.py", "'a message'"]),
    "exit_object": S(args=["exits.py", "[1, 2]"]),
    "exit_empty_tuple": S(args=["exits.py", "()"]),
    "exit_tuple": S(args=["exits.py", "(1, 2)"]),
    "exit_float": S(args=["exits.py", "1.5"]),
    "raise_system_exit": S(args=["-c", "raise SystemExit"]),
    "os_exit": S(args=["-c", "import os; print('lost?', flush=True); os._exit(5)"]),
    "interrupt": S(args=["interrupt.py"]),
    "interrupt_caught": S(args=["interrupt_caught.py"]),
    "deep_recursion": S(args=["recurse.py"]),
    "deep_recursion_caught": S(args=["recurse_caught.py"]),
    "unraisable": S(args=["unraisable.py"], sub=(r"<function C.__del__ at 0x[0-9a-f]+>", "<f>")),
    "atexit_order": S(args=["atexit_order.py"]),
    "atexit_raises": S(args=["atexit_raises.py"], sub=(r"<function f at 0x[0-9a-f]+>", "<f>")),
    "excepthook": S(args=["excepthook.py"]),
    "output_to_full_device": S(args=["-c", "print('x')"], stdout="/dev/full", last_line=True),
    "inspect_command": S(args=["-i", "-c", "x = 41"], stdin=b"print(x + 1)\n"),
    "inspect_exception": S(args=["-i", "boom.py"], stdin=b"print('still here')\n"),
    "interactive": S(args=["-q", "-i"], stdin=b"1 + 1\n'text'\nNone\nfor i in range(2):\n    i\n\nx = (1,\n2)\nx\n1 / 0\n"),
    "interactive_blank_lines": S(args=["-q", "-i"], stdin=b"if 1:\n  print(1)\n  \n  print(2)\n\n(1,\n\n2)\n'''a\n\nb'''\ndef f():\n  # c\n\n3\n"),
    "interactive_ends_in_block": S(args=["-q", "-i"], stdin=b"for i in 1, 2:\n    i"),
    "interactive_ends_open": S(args=["-q", "-i"], stdin=b"(1,"),
    "interactive_errors_in_open_lines": S(args=["-q", "-i"], stdin=b"x = (\n1\n\n2\n\n3\n)\n{1:\n2 3}\n\"\"\"a\n\nb\"\"\" c\nclass A(\n:\n"
                                          b"def f(x\n,:\n[\n1 2\n]\n(a\nfor\n)\nx = [\n1,\n2\n3\n]\nif (1\n2):\n  pass\n\n(\n')\n"),
    "interactive_errors_in_empty_lines": S(args=["-q", "-i"], stdin=b"@dec\n\n1+\\\n\nif 1:\n\n1+\\\n2 3\ntry:\n  1\n\nwith 1:\n\nx = 1 +\n"),
    "interactive_exit": S(args=["-q", "-i"], stdin=b"import sys\nsys.exit(4)\n"),
    "dump_ast": S(args=["--dump-ast", "boom.py"], oracle_args=["-m", "ast", "boom.py"]),
    "dump_ast_attributes": S(args=["--dump-ast", "-a", "boom.py"], oracle_args=["-m", "ast", "-a", "boom.py"]),
    "dump_ast_bad_syntax": S(args=["--dump-ast", "bad_syntax.py"], oracle_args=["-m", "ast", "bad_syntax.py"],
                             last_line=True),
}


class Workdir:
    def __enter__(self):
        self.temp = tempfile.TemporaryDirectory(prefix="minipy-cli-")
        self.path = self.temp.name
        for name, data in FILES.items():
            full = os.path.join(self.path, name)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as f:
                f.write(data)
        return self

    def __exit__(self, *exc):
        self.temp.cleanup()

    def write(self, name, data):
        full = os.path.join(self.path, name)
        with open(full, "wb") as f:
            f.write(data)
        return full


def run(binary, args, cwd, stdin=b"", env=None, stdout=None, timeout=TIMEOUT):
    full = {**ENVIRONMENT, **(env or {})}
    out = open(stdout, "wb") if stdout else subprocess.PIPE
    try:
        p = subprocess.run([ORACLE, *args], executable=binary, cwd=cwd, input=stdin, stdout=out,
                           stderr=subprocess.PIPE, env=full, timeout=timeout)
    except subprocess.TimeoutExpired:
        return b"", b"timed out", "timeout"
    finally:
        if stdout:
            out.close()
    return p.stdout or b"", p.stderr, p.returncode


def differences(want, got, binary, row):
    texts = []
    for i, name in ((0, "stdout"), (1, "stderr")):
        a = want[i].decode(errors="replace")
        b = got[i].decode(errors="replace").replace(binary, ORACLE)
        if "sub" in row:
            a, b = re.sub(*row["sub"], a), re.sub(*row["sub"], b)
        if i == 1 and row.get("first_lines"):
            n = row["first_lines"]
            a, b = "\n".join(a.split("\n")[:n]), "\n".join(b.split("\n")[:n])
        if i == 1 and row.get("last_line"):
            a, b = a.strip().split("\n")[-1], b.strip().split("\n")[-1]
        if a != b and not row.get("only_status"):
            texts.append(f"{name}: expected {a[-300:]!r}, got {b[-300:]!r}")
    if want[2] != got[2]:
        texts.append(f"status: expected {want[2]}, got {got[2]} ({got[1][-200:]!r})")
    return "; ".join(texts)


def same(name, row, binary):
    with Workdir() as work:
        more = {k: row[k] for k in ("stdin", "env", "stdout") if k in row}
        want = run(ORACLE, row.get("oracle_args", row["args"]), work.path, **more)
        got = run(binary, row["args"], work.path, **more)
        return differences(want, got, binary, row)


# ---- a terminal ----------------------------------------------------------------------------------

PS1, PS2 = b">>> ", b"... "
SESSIONS = {  # what is typed, and what is waited for
    "interrupt": [(b"\x03", PS1), (b"if 1:\n", PS2), (b"\x03", PS1), (b"1+1\n", PS1)],
    "not_ascii": [('x = "h\u00e9\u20ac\u4e2d"\n'.encode(), PS1), (b"len(x)\n", PS1)],
    "errors_at_once": [(b"x =\n", PS1), (b"def f(:\n", PS1), (b'"abc\n', PS1), (b"for i in 1,:\n", PS2), (b"i\n", PS1)],
    "more_lines": [(b"(\n", PS2), (b"1)\n", PS1), (b'"""a\n', PS2), (b'b"""\n', PS1), (b"1 + \\\n", PS2), (b"2\n", PS1),
                   (b"def f(): return 5\n", PS2), (b"\n", PS1), (b"# a\n", PS1), (b"@print\n", PS2),
                   (b"def g(): pass\n", PS2), (b"\n", PS1)],
}


def terminal(binary, typed, folder):
    """What a terminal shows of an interactive session."""
    pid, fd = pty.fork()
    if pid == 0:
        try:
            os.chdir(folder)
            os.execve(binary, [ORACLE, "-q", "-I"], {**ENVIRONMENT, "TERM": "dumb", "HOME": folder})
        finally:
            os._exit(99)
    shown = b""
    editing = 0
    for text, end in [(b"", PS1), *typed, (b"\x04", None)]:
        if text and not editing:  # what is typed before a line editor listens is echoed twice
            editing = time.time() + 0.3
        while text and termios.tcgetattr(fd)[3] & termios.ECHO and time.time() < editing:
            time.sleep(0.005)
        os.write(fd, text)
        seen, stop = len(shown), time.time() + TIMEOUT / 2
        while time.time() < stop and not (end and shown[seen:].endswith(end)):
            if select.select([fd], [], [], 0.1)[0]:
                try:
                    shown += os.read(fd, 65536)
                except OSError:  # the other end is closed
                    break
    for _ in range(10 * TIMEOUT):  # closed before its end, the terminal would hang up
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    else:
        os.kill(pid, signal.SIGKILL)
        done, status = os.waitpid(pid, 0)
    os.close(fd)
    status = os.waitstatus_to_exitcode(status)
    shown = re.sub(rb" at 0x[0-9a-f]+", b"", shown.replace(b"\r", b""))
    return re.sub(rb"\^[CD]", b"", shown), status  # whether the terminal echoes these is a race


def check_terminal(binary, work):
    for name, typed in SESSIONS.items():
        for _ in range(3):  # when the terminal delivers a ^C is a race, which python3.11 loses now and then, too
            want, got = (terminal(b, typed, work.path) for b in (ORACLE, binary))
            if want == got:
                break
        else:
            return f"{name}: expected {want}, got {got}"
    return ""


# ---- what python3.11 has no counterpart for, or answers at a size of its own ---------------------

def expect(condition, text):
    return "" if condition else text


def check_version(binary, work):
    out, err, status = run(binary, ["-V"], work.path)
    return expect(out.startswith(b"Python 3.11.") and b"minipy" in out and not err and status == 0, (out, err, status))


def check_version_long(binary, work):
    out, err, status = run(binary, ["--version"], work.path)
    return expect(out.startswith(b"Python 3.11.") and status == 0, (out, err, status))


def check_help(binary, work):
    for option in ("-h", "--help", "-?"):
        out, err, status = run(binary, [option], work.path)
        if status != 0 or err or not out.startswith(b"usage: ") or b"--trace" not in out:
            return f"{option}: {status} {err} {out[:100]}"
    return ""


def check_more_help(binary, work):
    for option, word in ("--help-env", b"PYTHONHASHSEED"), ("--help-xoptions", b"importtime"), ("--help-all", b"usage:"):
        out, err, status = run(binary, [option], work.path)
        if status != 0 or err or word not in out:
            return f"{option}: {status} {err} {out[:100]}"
    return ""


def check_what_is_not_there_is_refused(binary, work):
    for name, value in (("PYTHONHOME", "/nowhere"), ("PYTHONPLATLIBDIR", "lib64"),
                        ("PYTHONMALLOC", "debug"), ("PYTHONMALLOC", "nonsense"), ("PYTHONMALLOCSTATS", "1")):
        out, err, status = run(binary, ["-c", "print(1)"], work.path, env={name: value})
        if status != 1 or out or name.encode() not in err or not err.startswith(b"Fatal Python error: "):
            return f"{name}={value}: {status} {out} {err}"
        out, err, status = run(binary, ["-E", "-c", "print(1)"], work.path, env={name: value})
        if status or err:
            return f"-E {name}={value}: {status} {err}"
    return ""


def check_import_time(binary, work):
    """Layout, nesting and sums of -X importtime are python3.11's; the times are nobody's."""
    work.write("outer.py", b"import inner\n")
    work.write("inner.py", b"pass\n")
    row = re.compile(rb"import time: +(\d+) \| +(\d+) \|( +)([\w.]+)")
    for binary_ in (ORACLE, binary):
        for args, more in (["-X", "importtime"], {}), ([], {"env": {"PYTHONPROFILEIMPORTTIME": "1"}}):
            _, err, status = run(binary_, [*args, "-c", "import outer"], work.path, **more)
            lines = err.splitlines()
            rows = [m.groups() for m in map(row.fullmatch, lines) if m]
            if lines[0] != b"import time: self [us] | cumulative | imported package" or len(rows) != len(lines) - 1:
                return f"{binary_}: {err[:300]}"
            (_, inner, deep, one), (own, outer, flat, two) = rows[-2:]
            if (one, two, len(deep), len(flat)) != (b"inner", b"outer", 3, 1) or int(own) + int(inner) > int(outer) + 2:
                return f"{binary_}: {err[-300:]}"
    return ""


def check_verbose(binary, work):
    work.write("seen.py", b"pass\n")
    for binary_ in (ORACLE, binary):
        _, err, status = run(binary_, ["-v", "-c", "import seen"], work.path)
        if status or not re.search(rb"^import 'seen' # <_frozen_importlib_external.SourceFileLoader object at 0x\w+>$",
                                   err, re.M):
            return f"{binary_}: {err[-300:]}"
    return ""


def check_usage_names_help(binary, work):
    out, err, status = run(binary, ["-Z"], work.path)
    return expect(status == 2 and b"usage:" in err and b"-h" in err and not out, (out, err, status))


def check_unreadable_script(binary, work):
    path = work.write("secret.py", b"print(1)\n")
    os.chmod(path, 0)
    if os.access(path, os.R_OK):  # root reads everything: become nobody
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", binary, path]
        os.chmod(work.path, 0o755)
        try:
            p = subprocess.run(command, capture_output=True, timeout=TIMEOUT, cwd="/")
        except FileNotFoundError:
            return None
        if b"ermission denied" in p.stderr and b"can't open file" not in p.stderr:
            return None  # nobody cannot reach the binary itself
        err, status = p.stderr, p.returncode
    else:
        _, err, status = run(binary, [path], work.path)
    return expect(status == 2 and b"can't open file" in err and b"[Errno 13] Permission denied" in err, (err, status))


def check_survives(binary, work):
    """Programs on which python3.11 itself uses memory that it must not: each checks its own results."""
    folder = os.path.join(HERE, "survives")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            out, err, status = run(binary, [os.path.join(folder, name)], work.path)
            if out or err or status:
                return f"{name}: {status} {err[-300:]!r} {out[-300:]!r}"
    return ""


def check_hundred_thousand_parentheses(binary, work):
    work.write("deep.py", b"(" * 100_000 + b")" * 100_000 + b"\n")
    out, err, status = run(binary, ["deep.py"], work.path)
    return expect(status == 1 and b"too many nested parentheses" in err and len(err) < 2_000_000, (status, err[-300:]))


def check_deep_operators(binary, work):
    for text in (b"-" * 100_000 + b"1\n", b"x = " + b"not " * 100_000 + b"1\n", b"x" + b".a" * 100_000 + b"\n",
                 b"lambda:" * 50_000 + b"1\n", b"1" + b"+1" * 100_000 + b"\n", b"a" + b"[0]" * 100_000 + b"\n",
                 b"".join(b" " * i + b"if 1:\n" for i in range(150)), b"f" + b"()" * 100_000 + b"\n"):
        work.write("deep.py", text)
        out, err, status = run(binary, ["deep.py"], work.path)
        if status not in (0, 1):
            return f"{text[:30]!r}: status {status} {err[-200:]!r}"
    return ""


def check_deep_nesting(binary, work):
    """Native code that recurses stops before the C stack ends, whatever its size."""
    program = os.path.join(HERE, "support", "deep_nesting.py")
    for limit, *args in (("256", "4000"), ("unlimited", "1000"), ("8192", "4000", "65536")):
        p = subprocess.run(["sh", "-c", f'ulimit -S -s {limit}; exec "$@"', "sh", binary, program, *args],
                           capture_output=True, env=ENVIRONMENT, cwd=work.path, timeout=4 * TIMEOUT)
        if p.returncode or not p.stdout.endswith(b" cases\n"):
            return f"stack {limit} {args}: status {p.returncode} {p.stdout[-100:]} {p.stderr[-300:]}"
    return ""


def check_hundred_megabyte_line(binary, work):
    with open(os.path.join(work.path, "long.py"), "wb") as f:
        f.write(b"x = '")
        for _ in range(100):
            f.write(b"a" * 1_000_000)
        f.write(b"'\nprint(len(x))\n")
    out, err, status = run(binary, ["long.py"], work.path)
    return expect((out, status) == (b"100000000\n", 0) or (status == 1 and b"Error" in err), (out[:100], err[-300:], status))


def check_hundred_megabyte_bad_line(binary, work):
    with open(os.path.join(work.path, "long.py"), "wb") as f:
        f.write(b"x = = ")
        for _ in range(100):
            f.write(b"a" * 1_000_000)
        f.write(b"\n")
    out, err, status = run(binary, ["long.py"], work.path)
    return expect(status == 1 and b"invalid syntax" in err, (err[-300:], status))


def check_binary_as_script(binary, work):
    out, err, status = run(binary, [binary], work.path)
    return expect(status == 1 and b"SyntaxError" in err, (err[-300:], status))


def check_random_bytes(binary, work):
    r = random.Random(1)
    for i in range(30):
        work.write("noise.py", bytes(r.choice(b"()[]{}:;=\n\t 'ab\"1#\\\xc3\xff\0fl") for _ in range(r.randrange(400))))
        out, err, status = run(binary, ["noise.py"], work.path)
        if status not in (0, 1):
            return f"program {i}: status {status} {err[-200:]!r}"
    return ""


def check_closed_pipe(binary, work):
    statuses = []
    for b in (ORACLE, binary):
        p = subprocess.Popen([b, "endless.py"], cwd=work.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=ENVIRONMENT)
        p.stdout.read(5000)
        p.stdout.close()
        err = p.stderr.read()
        statuses.append((p.wait(TIMEOUT), err.strip().split(b"\n")[-1]))
        p.stderr.close()
    # 120 when the pipe closes with output half written: then the last flush fails too. Which it
    # is depends on the moment, under python3.11 as here.
    return expect(all(s in (1, 120) for s, _ in statuses) and statuses[0][1] == statuses[1][1], statuses)


def check_closed_pipe_at_end(binary, work):
    r, w = os.pipe()
    os.close(r)
    p = subprocess.run([binary, "-c", "print('x')"], stdout=w, stderr=subprocess.PIPE, timeout=TIMEOUT,
                       env=ENVIRONMENT)
    os.close(w)
    return expect(p.returncode == 120 and b"BrokenPipeError" in p.stderr, (p.returncode, p.stderr))


def check_closed_streams(binary, work):
    for command in ("-c 'print(1)' >&-", "-c 'import sys; print(sys.stdin)' <&-", "-c '1/0' 2>&-"):
        got = subprocess.run(f"{binary} {command}", shell=True, capture_output=True, timeout=TIMEOUT,
                             env=ENVIRONMENT)
        want = subprocess.run(f"{ORACLE} {command}", shell=True, capture_output=True, timeout=TIMEOUT,
                             env=ENVIRONMENT)
        if (got.stdout, got.returncode) != (want.stdout, want.returncode):
            return f"{command}: expected {want}, got {got}"
    return ""


def check_interrupt_from_outside(binary, work):
    p = subprocess.Popen([binary, "-c", "print('up', flush=True)\nwhile True: pass"], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE)
    p.stdout.readline()
    time.sleep(0.1)
    p.send_signal(signal.SIGINT)
    out, err = p.communicate(timeout=TIMEOUT)
    return expect(p.returncode == -signal.SIGINT and err.endswith(b"KeyboardInterrupt\n"), (p.returncode, err))


def check_terminate(binary, work):
    p = subprocess.Popen([binary, "-c", "print('up', flush=True)\nwhile True: pass"], stdout=subprocess.PIPE)
    p.stdout.readline()
    p.terminate()
    p.communicate(timeout=TIMEOUT)
    return expect(p.returncode == -signal.SIGTERM, p.returncode)


def check_trace_calls(binary, work):
    out, err, status = run(binary, ["--trace=calls", "boom.py"], work.path)
    text = err.decode()
    return expect(status == 1 and "function-entry" in text and "boom.py:f:1" in text and "function-return" in text,
                  (status, text[-400:]))


def check_trace_kinds(binary, work):
    for kind, word in (("lines", "boom.py"), ("gc", ""), ("imports", ""), ("audit", ""), ("all", "boom.py"),
                       ("calls:f", "boom.py:f")):
        out, err, status = run(binary, ["--trace=" + kind, "boom.py"], work.path)
        if status != 1 or word not in err.decode() or b"ZeroDivisionError" not in err:
            return f"{kind}: status {status} {err[-300:]!r}"
    return ""


def check_trace_bad_kind(binary, work):
    out, err, status = run(binary, ["--trace=nonsense", "hello.py"], work.path)
    return expect(status == 2 and b"nonsense" in err and b"calls" in err and not out, (out, err, status))


def check_trace_leaves_stdout(binary, work):
    out, err, status = run(binary, ["--trace=all", "hello.py"], work.path)
    return expect(out == b"hello []\n" and status == 0, (out, status))


def check_disassembly(binary, work):
    out, err, status = run(binary, ["--dis", "boom.py"], work.path)
    return expect(status == 0 and b"RETURN" in out and b"code object f" in out or b"f" in out and not err, (out[:300], err, status))


def check_disassemble_missing(binary, work):
    out, err, status = run(binary, ["--dis", "nothing.py"], work.path)
    return expect(status == 2 and b"can't open file" in err, (err, status))


def check_memory_limit(binary, work):
    out, err, status = run(binary, ["-X", "memory_limit=50000000", "-c", "x = []\nwhile 1: x.append('a' * 1000 + str(len(x)))"], work.path)
    return expect(status == 1 and err.endswith(b"MemoryError\n"), (err[-300:], status))


KEPT = """
import gc
def resident():
    with open('/proc/self/smaps_rollup') as file:
        return next(int(line.split()[1]) for line in file if line.startswith('Rss:')) / 1024
before = resident()
x = [bytes([65 + i % 26]) * (5 << 20) for i in range(60)], [str(i) for i in range(3_000_000)]
grown = resident() - before
del x
gc.collect()
print(grown > 400, resident() - before < 170, resident() - before)
"""


def check_what_is_kept_is_bounded(binary, work):
    """Of 500 MB that were freed the command keeps 64 MB of the largest blocks, 64 in the heap, and 32 of small ones at most."""
    out, err, status = run(binary, ["-c", KEPT], work.path)
    return expect(out.startswith(b"True True") and not err, (out, err, status))


def check_what_is_kept_goes_for_the_limit(binary, work):
    """36 MB are kept when 24 are wanted of 50."""
    program = "for _ in range(20):\n    x, y = bytes(14 << 20), bytes(20 << 20); del x, y\n    x = bytes(24 << 20); del x\nprint('there')"
    out, err, status = run(binary, ["-X", "memory_limit=50000000", "-c", program], work.path)
    return expect((out, err, status) == (b"there\n", b"", 0), (out, err, status))


LARGE_INTS = """
import math, sys
sys.set_int_max_str_digits(0)
big = 1 << 10**8
for f in (lambda: 3 ** 10**9, lambda: 1 << 10**10, lambda: big * big * big * big, lambda: int('7' * 3 * 10**7),
          lambda: str(big << 10**8), lambda: math.comb(10**9, 10**8), lambda: int.from_bytes(bytes(4 * 10**7) + b'1', 'big'),
          lambda: hex(big << 10**8), lambda: divmod(big << 10**8, (big >> 5 * 10**7) + 1), lambda: math.isqrt(big << 10**8),
          lambda: pow(3, big, (1 << 10**8) + 1)):
    try:
        f()
    except MemoryError:
        print('MemoryError')
print(3 ** 50)
"""


def check_large_ints_out_of_memory(binary, work):
    """GMP would end the process; under `ulimit -v` it is the system that refuses."""
    limited = ["-c", 'ulimit -v 60000; exec "$0" "$@"', binary, "-c", LARGE_INTS]
    p = subprocess.run(["sh", *limited], cwd=work.path, env=ENVIRONMENT, capture_output=True, timeout=TIMEOUT)
    out = b"MemoryError\n" * 11 + b"717897987691852588770249\n"
    return expect((p.stdout, p.stderr, p.returncode) == (out, b"", 0), (p.stdout, p.stderr[-300:], p.returncode))


def check_core_files_leave_out_what_is_only_reserved(binary, work):
    """What a core file would have, by smaps: gdb's gcore writes untouched pages, too."""
    out = run(binary, ["-c", "blocks = [bytes(100) for _ in range(10**6)]\nprint(open('/proc/self/smaps').read())"], work.path)[0]
    kept = used = lost = 0
    for line in out.decode().splitlines():
        name, _, rest = line.partition(":")
        if name == "Size":
            size = int(rest.split()[0])
        elif name == "Anonymous":
            touched = int(rest.split()[0])
        elif name == "VmFlags":
            left_out = "dd" in rest.split()
            kept += 0 if left_out else size
            lost += touched if left_out else 0
            used += touched
    return expect(used > 100000 and lost == 0 and kept < used + 200000, f"{used} kB in use, {kept} kept, {lost} lost")


ADDRESSES = """
import sys, threading
def size(): return next(int(line.split()[1]) // 1024 for line in open('/proc/self/status') if line.startswith('VmSize:'))
begun, wait = size(), threading.Event()
threads = [threading.Thread(target=wait.wait) for _ in range(10)]
for t in threads: t.start()
each = (size() - begun) / 10 - 8  # the C stack, by ulimit -s
wait.set()
for t in threads: t.join()
tuples = [(i,) for i in range(6_000_000)]
grown = size()
sys.setrecursionlimit(10**6)
def deep(n): return n and deep(n - 1)
deep(500_000)
print(begun < 1024, each <= 16.5, 256 < grown < 2048, tuples[-1][0], begun, each, grown)
"""


def check_address_space_is_what_is_needed(binary, work):
    """At the start less than 1 GiB, a thread 16 MiB and its C stack; blocks and frames grow beyond what was mapped at first."""
    out, err, status = run(binary, ["-c", ADDRESSES], work.path)
    if not (out.startswith(b"True True True 5999999 ") and not err):
        return expect(False, (out, err, status))
    limited = ["-c", 'ulimit -s 8192; ulimit -v 300000; exec "$0" "$@"', binary, "-c",
               "import threading\nl = [threading.Thread(target=print, args=(1,)) for _ in range(8)]\nfor t in l: t.start()"]
    p = subprocess.run(["sh", *limited], cwd=work.path, env=ENVIRONMENT, capture_output=True, timeout=TIMEOUT)
    return expect((p.stdout, p.stderr, p.returncode) == (b"1\n" * 8, b"", 0), (p.stdout, p.stderr[-300:], p.returncode))


def check_any_address_space_will_do(binary, work):
    """What is reserved leaves room for the rest, however much `ulimit -v` grants, and the stack of frames grows."""
    program = "import sys\nsys.setrecursionlimit(20000)\ndef f(n):\n    return n and f(n - 1)\nf(19000)\nprint(sum([*range(10**5)]))"
    for room in range(30000, 170000, 4000):
        p = subprocess.run(["sh", "-c", f'ulimit -v {room}; exec "$0" "$@"', binary, "-c", program], cwd=work.path,
                           env=ENVIRONMENT, capture_output=True, timeout=TIMEOUT)
        if (p.stdout, p.stderr, p.returncode) != (b"4999950000\n", b"", 0):
            return expect(False, (room, p.stdout, p.stderr[-300:], p.returncode))
    return ""


def check_memory_of_libraries(binary, work):
    """What a library holds for a module in C counts, and mappings; what is given back is there again."""
    for program in ("import mmap\nm = mmap.mmap(-1, 60_000_000)", "import mmap\nm = mmap.mmap(-1, 1000)\nm.resize(60_000_000)",
                    "import pyexpat\np = pyexpat.ParserCreate()\np.Parse(b'<a><!--')\nwhile 1: p.Parse(b'x' * 1_000_000)",
                    "import lzma\nx = lzma.LZMACompressor(preset=9)", "import zlib\nx = [zlib.compressobj() for _ in range(1000)]",
                    "import bz2\nx = [bz2.BZ2Compressor() for _ in range(50)]",
                    "import hashlib\nx = [hashlib.md5() for _ in range(400_000)]", "import hashlib\nhashlib.shake_128().hexdigest(1 << 29)",
                    "import hashlib\nhashlib.scrypt(b'', salt=b'', n=1 << 18, r=8, p=1, maxmem=1 << 30)",
                    "import ssl\nx = [ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) for _ in range(2000)]",
                    "import ssl\nb = ssl.MemoryBIO()\nwhile 1: b.write(b'x' * 1_000_000)"):
        out, err, status = run(binary, ["-X", "memory_limit=50000000", "-c", program + "\nprint('not here')"], work.path)
        if out or status != 1 or b"MemoryError" not in err.splitlines()[-1]:
            return expect(False, (program, out, err, status))
    program = ("import bz2, hashlib, lzma, mmap, pyexpat, ssl, zlib\n"
               "b = ssl.MemoryBIO()\n"
               "for _ in range(40):\n"
               "    m = mmap.mmap(-1, 20_000_000); m.resize(30_000_000); m.resize(10_000_000); m.close()\n"
               "    bz2.decompress(bz2.compress(b'x' * 100_000)); zlib.decompress(zlib.compress(b'x' * 100_000))\n"
               "    lzma.decompress(lzma.compress(b'x' * 1000, preset=1)); zlib.decompressobj().copy()\n"
               "    b.write(b'x' * 3_000_000); b.read(); hashlib.shake_128().digest(10_000_000)\n"
               "    for _ in range(1000): hashlib.sha256(b'x').copy()\n"
               "    for _ in range(50): ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).wrap_bio(b, b, server_hostname='x')\n"
               "    pyexpat.ParserCreate().Parse(b'<a>' + b'x' * 1_000_000 + b'</a>', True)\n"
               "print('there')")
    out, err, status = run(binary, ["-X", "memory_limit=50000000", "-c", program], work.path)
    return expect((out, err, status) == (b"there\n", b"", 0), (out, err, status))


def check_memory_limit_in_a_thread(binary, work):
    """What fails there may find no memory even for its exception; it ends the program, not itself alone."""
    for limit in (8_000_000, 10_000_000, 12_000_000, 20_000_000, 30_000_000, 40_000_000, 50_000_000):
        out, err, status = run(binary, ["-X", f"memory_limit={limit}", "deep_thread.py"], work.path)
        if not (out == b"" and status == 1 and err.endswith(b"MemoryError\n")):
            return expect(False, (limit, out, err[-300:], status))
    return ""


def check_last_words_of_a_thread(binary, work):
    """What its exception keeps alive leaves no memory for a traceback."""
    fill = "import _thread\ndef fill():\n    x = []\n    while 1: x.append([1, 2, 3] * 10)\n"
    wait = "try:\n    while True: pass\nexcept BaseException: print('went on')\n"
    for limit in (5_000_000, 10_000_000, 30_000_000):
        program = fill + "_thread.start_new_thread(fill, ())\n" + "import time\ntime.sleep(0.05)\n" + wait
        out, err, status = run(binary, ["-X", f"memory_limit={limit}", "-c", program], work.path)
        if not (out == b"" and status == 1 and err.endswith(b"MemoryError\n")):
            return expect(False, (limit, out, err[-300:], status))
    return ""


ESCAPES = b"""\
import atexit, sys
print('before', flush=False)
sys.excepthook = lambda *a: print('hook')
atexit.register(lambda: print('atexit'))
class C:
    def __del__(self): print('del')
    def __exit__(self, *a): print('exit'); return True
    def __enter__(self): pass
c = C()
try:
    with c:
        while True: pass
except BaseException: print('caught')
finally: print('finally')
"""


def check_limits_are_not_caught(binary, work):
    """What was written before is written; nothing of the program runs any more."""
    for limit, kind in (("instruction_limit=100000", b"RuntimeError: the instruction limit of 100000 was exceeded"),
                        ("time_limit=200", b"TimeoutError: the time limit of 200 ms was exceeded")):
        out, err, status = run(binary, ["-X", limit, "-c", ESCAPES.decode()], work.path)
        if not (out == b"before\n" and status == 1 and err.startswith(b"Traceback") and kind in err):
            return expect(False, (limit, out, err[-300:], status))
    return ""


def check_time_limit_in_a_child(binary, work):
    """The child of a fork has a watcher of its own; whose limit is met first is the machine's."""
    program = ("import os, time\nif os.fork() == 0:\n    time.sleep(50)\n"
               "try: os.wait()\nfinally: time.sleep(50)\n")
    start = time.time()
    out, err, status = run(binary, ["-X", "time_limit=300", "-c", program], work.path)
    return expect(status == 1 and err.count(b"TimeoutError") >= 1 and time.time() - start < 10, (out, err[-300:], status))


def check_compiling_out_of_memory(binary, work):
    """The limit is met all along the compilation of a module."""
    for limit in range(2_400_000, 4_200_000, 50_000):
        out, err, status = run(binary, ["-X", f"memory_limit={limit}", "-c", "import threading"], work.path)
        if status not in (0, 1) or (status and not err.endswith(b"MemoryError\n")):
            return expect(False, (limit, err[-300:], status))
    return ""


def check_options_of_its_own_that_are_wrong(binary, work):
    """What would bound or show the program is refused, not passed over."""
    for words, wanted, code in (("-X memory_limit=x", "a limit of option -X", 1), ("-X memory_limit", "a limit", 1), ("-X instruction_limit=", "a limit", 1), ("-X time_limit=-1", "a limit", 1),
                                ("-X memory_limit=99999999999999999999999", "a limit", 1), ("-X attach=maybe", "-X attach", 1), ("--dscript", "Argument expected for the --dscript option", 2),
                                ("--dscript -o /nowhere/x -n BEGIN{}", "--dscript -o /nowhere/x: No such file", 2), ("--dscript -n", "Argument expected", 2), ("--dscript -z x", "no option is named -z", 1),
                                ("--dscript-arg", "unknown option", 2), ("--trace", "unknown option", 2), ("--trace=", "no such kind", 2), ("--trace=calls " * 17, "--trace: 16 at most", 2),
                                ("--bench-probes", "Argument expected", 2), ("--dump-ast", "Argument expected", 2), ("--dis", "Argument expected", 2), ("--dump-ast -a", "Argument expected", 2),
                                ("--dis /nowhere", "can't open file '/nowhere'", 2), ("-o", "Unknown option: -o", 2)):
        out, err, status = run(binary, words.split(), work.path)
        if out or wanted not in err.decode() or status != code:
            return expect(False, (words, out, err[:300], status))
    out, err, status = run(binary, ["--dscript", "-o", "one", "-o", "two", "-q", "-n", 'BEGIN { printf("x"); }', "-c", ""], work.path)
    return expect((out, err, status) == (b"", b"", 0) and open(os.path.join(work.path, "two")).read().startswith("x"), (out, err, status))


def check_instruction_limit(binary, work):
    out, err, status = run(binary, ["-X", "instruction_limit=1000000", "-c", "while 1: pass"], work.path)
    return expect(status == 1 and b"RuntimeError" in err, (err[-300:], status))


def check_time_limit(binary, work):
    start = time.time()
    out, err, status = run(binary, ["-X", "time_limit=300", "-c", "while 1: pass"], work.path)
    return expect(status == 1 and b"TimeoutError" in err and time.time() - start < 20, (err[-300:], status))


def check_library_off(binary, work):
    out, err, status = run(binary, ["-X", "nolibrary", "-c", "import wave"], work.path)
    return expect(status == 1 and b"ModuleNotFoundError" in err and b"CPython's library" in err, (err[-300:], status))


def check_minipypath(binary, work):
    out, err, status = run(binary, ["-c", "import extra; print(extra.value)"], work.path, env={"MINIPYPATH": "lib"})
    return expect(out == b"from PYTHONPATH\n", (out, err, status))


def check_many_arguments(binary, work):
    args = ["hello.py"] + ["x" * 10] * 5000
    out, err, status = run(binary, args, work.path)
    return expect(status == 0 and out.count(b"x" * 10) == 5000, (out[:100], err[-200:], status))


def check_executable(binary, work):
    out, err, status = run(binary, ["-c", "import sys; print(sys.executable, sys.implementation.name)"], work.path)
    return expect(out.decode().split() == [os.path.realpath(binary), "minipy"], (out, err))


def check_executable_names(binary, work):
    """sys.executable is the name under which minipy was started; it never is another program's."""
    binary, folder = os.path.realpath(binary), os.path.realpath(work.path)
    os.symlink(binary, os.path.join(folder, "py"))
    os.makedirs(os.path.join(folder, "other"))
    os.symlink(ORACLE, os.path.join(folder, "other", "py"))
    for name, path, wanted in (("./py", "", "py"), (".//other/..//./py", "", "other/../py"), (folder + "/py", "", "py"),
                               ("py", "/bin:" + folder, "py"), ("py", ":/bin", "py"), ("py", "/bin:.", "py"),
                               ("py", folder + "/other:" + folder, "py"), ("py", "/bin", binary),
                               ("./none", "", binary), ("", "", binary), (ORACLE, "", binary)):
        made = subprocess.run([name, "-c", "import sys; print(sys.executable)"], executable=binary, cwd=folder,
                              env={**ENVIRONMENT, "PATH": path}, capture_output=True, text=True, timeout=TIMEOUT)
        if made.stdout.rstrip("\n") != os.path.join(folder, wanted):
            return f"{name!r} with PATH={path!r}: {made}"
    return ""


# ---- running -----------------------------------------------------------------------------------------

def guarded(name, function):
    try:
        return name, function()
    except Exception as e:  # a check that breaks is a failed check
        return name, f"{type(e).__name__}: {e}"


def own(function, binary):
    with Workdir() as work:
        return function(binary, work)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=MINIPY)
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    binary = os.path.realpath(args.minipy)
    jobs = [(n, lambda n=n, row=row: same(n, row, binary)) for n, row in SAME.items()]
    jobs += [(n[6:], lambda f=f: own(f, binary)) for n, f in globals().items() if n.startswith("check_")]
    with open(binary, "rb") as file:
        if b"__asan_init" in file.read():
            jobs = [(n, (lambda: None) if n in OF_MEMORY else job) for n, job in jobs]
    jobs = [j for j in jobs if not args.words or any(w in j[0] for w in args.words)]
    suite.begin()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda j: guarded(*j), jobs))
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for name, result in results:
        if result is None:
            print(f"SKIP {name}")
        elif result:
            print(f"FAIL {name}: {str(result)[:900]}")
        counts["skipped" if result is None else "failed" if result else "passed"] += 1
    sys.exit(suite.finish(**counts))


main()
