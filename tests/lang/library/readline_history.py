# readline without a terminal: its history and the files of it, hooks, arguments that are wrong.
import errno
import inspect
import os
import readline
import tempfile


def attempt(f, *args):
    try:
        print(f.__name__, args, repr(f(*args)))
    except (OSError, UnicodeEncodeError) as e:
        print(f.__name__, args, type(e).__name__, errno.errorcode[e.errno] if isinstance(e, OSError) else e)
    except Exception as e:
        print(f.__name__, args, type(e).__name__, e)


r = readline
names = [n for n in dir(r) if not n.startswith("__")]
print(names)
for name in names:
    if not name.startswith("_"):
        print(name, inspect.signature(getattr(r, name)))

for args in [(), (5,), ("a\0b",), ("\ud800",), ("é日\udcff",)]:
    attempt(r.add_history, *args)
for f in (r.remove_history_item, r.get_history_item):
    for n in (-1, 99, "x", 2**40, 1, 0):
        attempt(f, n)
for args in [(-1, "x"), (99, "x"), (0, 5), (0, None), ("x", "y"), (0, "a\0b"), (0,)]:
    attempt(r.replace_history_item, *args)

for f in (r.set_completer, r.set_startup_hook, r.set_pre_input_hook, r.set_completion_display_matches_hook):
    for args in [(5,), (None,), (), (len,)]:
        attempt(f, *args)
attempt(r.get_completer)
for args in [(5,), ("ab\0",), (" \t",)]:
    attempt(r.set_completer_delims, *args)
for f in (r.get_completer_delims, r.get_completion_type, r.get_begidx, r.get_endidx, r.get_line_buffer,
          r.get_history_length, r.get_current_history_length, r.clear_history):
    attempt(f)
    attempt(f, 1)
for args in [(5,), ("a\0b",), ("nonsense of nobody",), ()]:
    attempt(r.parse_and_bind, *args)
    attempt(r.insert_text, *args)
attempt(r.set_auto_history, [])
attempt(r.set_auto_history)
for n in ("x", 2**40, 3):
    attempt(r.set_history_length, n)

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.environ["HOME"] = folder
    for i in range(5):
        r.add_history(f"line é{i}")
    attempt(r.append_history_file, 2, "file")
    attempt(r.write_history_file, "file")
    print(open("file", "rb").read(), r.get_history_length())
    attempt(r.append_history_file, 2, b"file")
    print(open("file", "rb").read())
    attempt(r.set_history_length, -1)
    attempt(r.append_history_file, 2, "file")
    attempt(r.append_history_file, 200, "file")
    print(open("file", "rb").read())
    attempt(r.clear_history)
    attempt(r.read_history_file, "file")
    print([r.get_history_item(i + 1) for i in range(r.get_current_history_length())])
    attempt(r.write_history_file)
    print(sorted(os.listdir()), oct(os.stat(".history").st_mode))
    attempt(r.read_history_file)
    print(r.get_current_history_length())
    with open("bytes", "wb") as f:
        f.write(b"\xff good\n\xc3\n\nlast\n")
    r.clear_history()
    attempt(r.read_history_file, "bytes")
    print([r.get_history_item(i + 1) for i in range(r.get_current_history_length())])
    attempt(r.write_history_file, "bytes")
    print(open("bytes", "rb").read())
    os.symlink("bytes", "link")
    attempt(r.write_history_file, "link")
    print(os.path.islink("link"))
    for f in (r.read_history_file, r.write_history_file, r.read_init_file):
        for name in ("none/file", 5, "a\0b"):
            attempt(f, name)
    for name in (".", "/dev/full"):
        attempt(r.write_history_file, name)
    attempt(r.read_history_file, ".")
    attempt(r.append_history_file, "x")
    os.chdir("/")
