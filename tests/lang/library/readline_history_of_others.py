"""History files that others have written: libedit's own, and entries of several lines as CPython 3.13 writes them; one that nothing can be written to."""
import os
import readline
import tempfile

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "history")
    for text in (b"_HiStOrY_V2_\nfirst\\040line\nback\\\\slash\nbad\\9\\08x\\300\\251\nend\\\n\nlast", b"for i in a:\r\n    i\nplain\nends with\r\n", b"\r\n\r\nx\n", b"_HiStOrY_V2_", b"\n\n", b"\xff\xfe\n", b"one\n_HiStOrY_V2_\ntwo\\040\n"):
        readline.clear_history()
        with open(path, "wb") as f:
            f.write(text)
        readline.read_history_file(path)
        print(list(map(readline.get_history_item, range(1, readline.get_current_history_length() + 1))))
        readline.write_history_file(path)
        with open(path, "rb") as f:
            print(f.read())
    readline.add_history("text\nof two lines")
    readline.write_history_file(path)
    with open(path, "rb") as f:
        print(f.read())
    os.environ.pop("HOME", None)
    os.chdir(folder)
    for f, *args in (readline.write_history_file, "/dev/full"), (readline.read_history_file, folder), (readline.write_history_file, folder), (readline.append_history_file, 1, "/dev/full"), (readline.append_history_file, 1, "none"), (readline.write_history_file,), (readline.read_history_file, None), (readline.append_history_file, 2, path):
        try:
            # GNU readline, asked to write to no file, tells the errno that is there: access() leaves one.
            print(f.__name__, os.access("nowhere", 0) or f(*args))
        except OSError as e:
            print(f.__name__, type(e).__name__, e.errno)
    print(sorted(os.listdir(folder)))
