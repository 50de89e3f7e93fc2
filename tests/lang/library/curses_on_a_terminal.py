"""Each function of curses and each method of windows and panels, with few and with wrong arguments, on a terminal of the test's own."""
import os
import pty
import select
import signal
import sys

TRIED = [(), (1,), (0, 1), (2, 3, "x"), ("a",), ("abc", 1), ("é",), (b"b",), (1, 2, "abc", 2), ("abcdef", 3, 2 << 16), (1, 1, "abc", 2, 1 << 21), (65,), (1, 1, 65),
         (1, 2, 3, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6), (-1,), (10**6, 10**6), (2**40,), (2**70,), (-2**70,), (None,), (1.5,), ("",), ("ab",), (300,), (1, None), (True,)]
# They wait, write or read files, or take another terminal; or what they say is of the process's own past.
LEFT_OUT = {"napms", "halfdelay", "putwin", "getwin", "setupterm", "initscr", "endwin", "wrapper", "def_shell_mode", "def_prog_mode", "reset_shell_mode",
            "reset_prog_mode", "savetty", "resetty", "delay_output", "doupdate", "unget_wch", "ungetch", "ungetmouse", "getmouse", "getch", "get_wch", "getkey", "getstr",
            "beep", "flash", "filter", "use_env", "intrflush", "putp", "tigetstr", "tparm", "longname", "termname", "termattrs", "unctrl", "keyname", "erasechar",
            "killchar", "getsyx", "setsyx", "use_default_colors", "start_color", "color_content", "init_color", "resizeterm", "resize_term", "update_lines_cols", "is_term_resized",
            "raw", "noraw", "cbreak", "nocbreak", "echo", "noecho", "nl", "nonl", "qiflush", "noqiflush", "meta", "typeahead", "flushinp", "mouseinterval", "mousemask", "curs_set",
            "get_escdelay", "set_escdelay", "get_tabsize", "set_tabsize", "assume_default_colors", "has_extended_color_support", "baudrate", "resize"}


def said(f, *args):
    try:
        r = f(*args)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
    return type(r).__name__ if type(r).__module__.startswith("_curses") else repr(r)


def each(out, what, names, of):
    """Where all that is tried comes to the same, once."""
    for name in names:
        results = []
        for args in TRIED:
            results.append(said(getattr(of(), name), *args))
        print(f"{what}.{name}", *(f"{args}: {r}" for args, r in zip(TRIED, results)), sep="\n    ", file=out)


def module_functions(out, curses, screen):
    alone = {"keyname": [(65,), (-1,), (10**6,), ("a",), ()], "unctrl": [(65,), ("a",), (b"a",), (1,), ("ab",), ("é",), (2**70,), ()],
             "erasechar": [()], "killchar": [()], "longname": [()], "termname": [()], "termattrs": [()], "baudrate": [(1,)],
             "tigetstr": [("cup",), ("no_such",), (5,), ()], "tigetnum": [("cols",), ("nothing",), ("cup",), (5,)], "tigetflag": [("am",), ("nothing",), ("cols",), (5,)],
             "tparm": [(b"%p1%d",), (b"%p1%d", 5), (b"%p1%d%p2%d", 5, 6), ("a",), (b"x", "y"), (b"x", *range(10)), (b"x", 2**70)],
             "putp": [(b"",), ("a",), (5,)], "setsyx": [(1, 2), (-1, -1), ("a", 1), (1,)], "getsyx": [()], "ungetch": [(65,), ("b",), ("",), ("ab",), (2**40,), (5.5,)],
             "unget_wch": [(65,), ("é",), ("",), ("ab",), (-1,), (2**40,), (5.5,)], "ungetmouse": [(1, 2, 3, 4, 5), (1,), (2**20, 1, 1, 1, 1), (1, 1, 1, 1, "a")], "getmouse": [()],
             "mousemask": [(-1,), (0,), (1,), ("a",)], "mouseinterval": [(10,), (20,), ("a",)], "curs_set": [(0,), (1,), (2,), (3,), ("a",)], "typeahead": [(-1,), ("a",)],
             "meta": [(True,), (False,), ("a",), ()], "raw": [(), (True,), (False,), ("a",)], "noraw": [()], "cbreak": [(), (True,), (False,)], "nocbreak": [()],
             "echo": [(), (False,), (True,)], "noecho": [()], "nl": [(), (False,), (True,)], "nonl": [()], "qiflush": [(), (False,), (True,)], "noqiflush": [()],
             "intrflush": [(True,), ("a",)], "flushinp": [()], "beep": [()], "flash": [()], "doupdate": [()], "use_env": [(True,), ("a",)], "filter": [()],
             "def_prog_mode": [()], "def_shell_mode": [()], "reset_prog_mode": [()], "savetty": [()], "resetty": [()], "delay_output": [(1,), ("a",)], "napms": [(1,), ("a",), ()],
             "halfdelay": [(256,), (0,), ("a",)], "get_escdelay": [()], "set_escdelay": [(20,), (-1,), ("a",)], "get_tabsize": [()], "set_tabsize": [(4,), (0,), ("a",), (8,)],
             "start_color": [()], "use_default_colors": [()], "has_extended_color_support": [()], "color_content": [(1,), (-1,), (10**6,), (2**40,), ("a",)],
             "init_color": [(1, 0, 500, 1000), (1, 0, 500, 1001), (-1, 1, 1, 1), (1,), (1, "a", 1, 1)], "init_pair": [(1, 2, 3), (0, 1, 1), (10**6, 1, 1), (1, 10**6, 1), (1, -2, 0), (1, "a", 0)],
             "pair_content": [(1,), (0,), (-1,), (10**7,), ("a",)], "color_pair": [(1,), (-1,), (10**7,)], "pair_number": [(256,), (0,), ("a",)],
             "is_term_resized": [(24, 80), (1, 2), ("a", 1), (2**40, 1)], "resizeterm": [(20, 70), (24, 80), (0, 0), ("a", 1), (2**40, 1)], "resize_term": [(20, 70), (24, 80), (-1, 5), ("a", 1)],
             "update_lines_cols": [(), (1,)], "setupterm": [(), ("xterm",), ("no_such_terminal", 1), (5,), ("xterm", "a"), ("xterm", -1)]}
    for name, rows in alone.items():
        print(name, *(f"{args}: {said(getattr(curses, name), *args)}" for args in rows), sep="\n    ", file=out)
    names = [n for n in dir(curses) if n.islower() and not n.startswith("_") and n not in alone and n not in LEFT_OUT and type(getattr(curses, n)) is type(len)
             and n not in ("newwin", "newpad")]
    each(out, "curses", names, lambda: curses)
    for name in "newwin", "newpad":
        print(name, *(f"{args}: {said(getattr(curses, name), *args)}" for args in [*TRIED, (5, 5), (5, 5, 30, 100), (0, 0, 0, 0), (-1, -1), (30, 100), (30, 100, 1, 1)]), sep="\n    ", file=out)


def window_methods(out, curses, screen):
    names = [n for n in dir(screen) if n.islower() and not n.startswith("_") and n not in LEFT_OUT and n != "encoding"]
    each(out, "window", names, lambda: curses.newwin(6, 12, 2, 3))
    resized = curses.newwin(6, 12, 2, 3)
    for args in (), (3,), (3, 4), (0, 0), (-1, 5), ("a", 1), (1, "a"), (40000, 1), (1, 2**40):
        print("resize", args, said(resized.resize, *args), said(resized.getmaxyx), file=out)
    pad = curses.newpad(30, 40)
    for name, rows in {"refresh": [(), (0, 0, 1, 1, 3, 3), (0, 0), (0, 0, 5, 5, 1, 1), ("a",) * 6], "noutrefresh": [(), (0, 0, 1, 1, 3, 3), (0, 0)], "subpad": [(2, 2), (1, 1, 2, 2), (1,), (100, 100, 1, 1)],
                       "subwin": [(2, 2), (1, 1, 2, 2), (1,), (100, 100, 1, 1)], "derwin": [(2, 2), (1, 1, 2, 2), (1,), (100, 100, 1, 1)], "getmaxyx": [()], "echochar": [("a",), ("b", 1), (65, 0)]}.items():
        print("pad", name, *(f"{args}: {said(getattr(pad, name), *args)}" for args in rows), sep="\n    ", file=out)
    one, other = curses.newwin(6, 12, 2, 3), curses.newwin(4, 4, 3, 4)
    one.addstr(1, 1, "some text")
    for name in "overlay", "overwrite":
        print(name, *(f"{len(args)}: {said(getattr(one, name), *args)}" for args in ((other,), (other, 0, 0, 0, 0, 2, 2), (other, 0, 0), (5,), (other, "a", 0, 0, 0, 2, 2), (other, 0, 0, 90, 0, 2, 2))), sep="\n    ", file=out)
    print(said(setattr, one, "encoding", "latin-1"), one.encoding, said(setattr, one, "encoding", 5), said(delattr, one, "encoding"), said(one.addstr, "é€"), said(one.addch, "€"), file=out)
    for name in "bkgd", "bkgdset", "border", "box", "hline", "vline", "insch", "insstr", "insnstr":
        for args in (("-",), ("-", 1), (1, 1, "-", 3), (1, 1, "-", 3, 1), ("|", "|", "-", "-", "+", "+", "+", "+"), (0,) * 8, ("ab",) * 8, (1, 1, "text"), (1, 1, "text", 1), (1, 1, "text", 2, 1)):
            print(name, args, said(getattr(one, name), *args), file=out)
    # What is typed.
    one.nodelay(True)
    for name in "getch", "get_wch", "getkey":
        print(name, said(getattr(one, name)), said(getattr(one, name), 1, 1), said(getattr(one, name), 1), said(getattr(one, name), "a", 1), file=out)
        for typed in 65, 10, curses.KEY_UP, curses.KEY_F1:
            curses.ungetch(typed)
            print("   ", typed, said(getattr(one, name)), file=out)
        curses.unget_wch("é")
        print("   ", said(getattr(one, name)), file=out)
        curses.flushinp()
    curses.noecho()
    for args in (), (3,), (1, 1), (1, 1, 3), (2000,), (-1,), ("a",), (1, 1, -1), (1, 2, 3, 4):
        for typed in "\ncba":
            curses.ungetch(typed)
        print("getstr", args, said(one.getstr, *args), file=out)
        curses.flushinp()
    path = os.path.join(os.environ["FOLDER"], "window")
    with open(path, "w+b") as file:
        print(said(one.putwin, file), said(one.putwin, 5), said(one.putwin), file=out)
        file.seek(0)
        print(said(curses.getwin, file), said(curses.getwin, 5), said(curses.getwin), file=out)


def panels(out, curses):
    import curses.panel as panel
    print(said(panel.new_panel, 5), said(panel.new_panel), said(panel.top_panel), said(panel.bottom_panel), file=out)
    a, b = panel.new_panel(curses.newwin(3, 3, 1, 1)), panel.new_panel(curses.newwin(3, 3, 2, 2))
    for name in "above", "below", "bottom", "top", "hide", "hidden", "show", "hidden", "window", "userptr":
        print(name, said(getattr(a, name)), said(getattr(b, name)), said(getattr(a, name), 1), file=out)
    for args in (1, 1), (100, 100), ("a", 1), (1,), ():
        print("move", args, said(a.move, *args), file=out)
    print(said(a.set_userptr, [1]), said(a.userptr), said(a.set_userptr, "text"), a.userptr(), said(a.set_userptr), said(a.replace, curses.newwin(2, 2)), said(a.replace, 5), said(a.replace), file=out)
    print(a.above() is b, b.below() is a, panel.top_panel() is b, panel.bottom_panel() is a, said(panel.update_panels), said(panel.update_panels, 1), file=out)
    del b
    print(a.above(), a.below(), said(panel.top_panel), said(type(a)), file=out)


def child(out):
    import curses
    signal.alarm(10)
    for name in "initscr", "newwin", "cbreak", "color_pair", "tigetstr", "start_color", "getsyx", "LINES":
        print(name, said(getattr(curses, name, len), *((2, 2) if name == "newwin" else ())) if name != "initscr" else "later", file=out)
    screen = curses.initscr()
    print(said(curses.color_pair, 1), said(curses.has_colors), said(curses.can_change_color), curses.LINES, curses.COLS, file=out)
    module_functions(out, curses, screen)
    window_methods(out, curses, screen)
    panels(out, curses)
    print(said(curses.isendwin), said(curses.endwin), said(curses.isendwin), said(curses.endwin), file=out)


def main():
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(TERM="xterm-256color", FOLDER=folder, LINES="24", COLUMNS="80", LC_ALL="C.UTF-8")
        reads, writes = os.pipe()
        sys.stdout.flush()
        pid, terminal = pty.fork()
        if pid == 0:
            import locale
            locale.setlocale(locale.LC_ALL, "")
            with open(writes, "w", encoding="utf-8", buffering=1) as out:
                child(out)
            sys.exit()
        os.close(writes)
        text, open_ = b"", [reads, terminal]
        while open_:
            for fd in select.select(open_, [], [])[0]:
                try:
                    data = os.read(fd, 1 << 16)
                except OSError:
                    data = b""
                if not data:
                    open_.remove(fd)
                elif fd == reads:
                    text += data
        print(text.decode().replace(folder, "FOLDER"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


main()
