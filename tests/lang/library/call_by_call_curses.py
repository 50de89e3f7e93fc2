"""curses and its panels, one call at a time, on a terminal of the program's own. Each call is tried by itself, so that where requests for memory fail
(make fail-alloc) each meets its own."""
import locale
import os
import pty
import signal
import sys
import tempfile

os.environ.update(TERM="xterm-256color", LINES="24", COLUMNS="80", LC_ALL="C.UTF-8")
locale.setlocale(locale.LC_ALL, "")
signal.alarm(60)
master, slave = pty.openpty()
# What is drawn is read and forgotten.
nothing = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
drain = os.posix_spawnp("cat", ["cat"], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, master, 0), *nothing])
lines = []


def brief(v):
    if isinstance(v, (tuple, list)):
        return tuple(map(brief, v))
    return v if isinstance(v, (int, str, bytes, type(None))) else type(v).__name__


def show(o, name, *rows):
    """The method with each row of arguments; a row that is no tuple is its only argument."""
    said = []
    for row in rows or ((),):
        try:
            said.append(brief(getattr(o, name)(*(row if isinstance(row, tuple) else (row,)))))
        except Exception as e:
            said.append(f"{type(e).__name__}: {e}")
    lines.append(f"{name}: {said}")



class Odd(int):
    """Whose own & is not asked for the lowest bits."""

    def __and__(self, other):
        return 1 / 0


class Wrong:
    def __init__(self, data):
        self.data = data

    def read(self):
        if isinstance(self.data, Exception):
            raise self.data
        return self.data

    write = encode = lambda self, *a: 1 / 0


def before_the_screen(curses):
    for name in "initscr_", "newwin", "getsyx", "color_pair", "start_color", "doupdate", "baudrate", "getmouse", "beep", "endwin", "termname", "halfdelay", "ungetch", "mousemask", "keyname", "tparm":
        show(curses, name, (), (1,), (2, 2))
    show(curses, "setupterm", (None, 1), ("no such", 1), (5, 1), (None, "a"), (None, -1), (b"xterm", 1))
    show(curses, "tigetstr", "cup", "none", 5)
    show(curses, "tparm", (b"%p1%d", 5), b"a\0b", "text", (b"%p1%d", "a"), tuple([b"x"] + [1] * 10))


def module(curses):
    screen = curses.initscr()
    for name in "initscr", "start_color", "baudrate", "has_colors", "can_change_color", "termattrs", "longname", "termname", "getsyx", "erasechar", "killchar", "noecho", "cbreak", "isendwin", "has_ic", "has_il", "update_lines_cols", "doupdate", "def_prog_mode", "get_tabsize", "get_escdelay":
        show(curses, name, (), (1,))
    show(curses, "color_content", 1, 255, 256, -1, 40000, 2**40, "a")
    show(curses, "pair_content", 1, 65535, 65536, 10**7, -1, 2**40, -2**70, "a")
    show(curses, "init_pair", (1, 2, 3), (65535, 1, 1), (65536, 1, 1), (10**7, 1, 1), (0, 1, 1), (-1, 1, 1), (2, 256, 0), (2, -1, -1), (2, 0, -5), (2, "a", 1))
    show(curses, "init_color", (1, 0, 500, 1000), (256, 1, 1, 1), (1, 1001, 0, 0), (1, -1, 0, 0))
    show(curses, "color_pair", 1, 300, 2**40, "a")
    show(curses, "pair_number", 512, "a")
    show(curses, "mousemask", -1, 0, 2**40, "a", 2**70, 1.5, Odd(5), Odd(2**70 + 5))
    curses.mousemask(curses.ALL_MOUSE_EVENTS)
    show(curses, "ungetmouse", (1, 2, 3, 4, curses.BUTTON1_CLICKED), (1, 2, 3, 4, "a"), (40000, 1, 1, 1, 1), (-40000, 1, 1, 1, 1), ("a", 1, 1, 1, 1), (1, "a", 1, 1, 1), (1, 2, 3, 4, 2**70))
    show(curses, "getmouse", (), ())
    show(curses, "ungetch", 65, "b", b"c", b"cd", "cd", "€", 2**70, -2**70, -1, None, 2**40)
    show(curses, "flushinp")
    show(curses, "unget_wch", "é", 65, "ab", -1, 2**40, None)
    show(curses, "flushinp")
    show(curses, "unctrl", 1, "a", b"b", "é", 300)
    show(curses, "keyname", 65, curses.KEY_F1, -1, 10**6)
    show(curses, "setsyx", (1, 2), (-1, -1), (0, 0), ("a", 1), (-1, 5))
    show(curses, "getsyx")
    show(curses, "halfdelay", 0, 256, 5, "a", 2**40)
    show(curses, "nocbreak")
    show(curses, "resizeterm", (25, 81), (24, 80), (0, 0), ("a", 1))
    show(curses, "resize_term", (25, 81), (24, 80), (-1, 0))
    show(curses, "is_term_resized", (24, 80), (1, 1), ("a", 1))
    show(curses, "setupterm", (None, -1), ())
    show(curses, "putp", b"", b"a\0b", "a")
    show(curses, "typeahead", -1, 0, "a")
    for data in b"no window", "text", 5, None, ValueError("no data"), b"":
        show(curses, "getwin", (Wrong(data),))
    show(curses, "getwin", 5)
    show(curses, "newwin", (2, 3), (2, 3, 4, 5), (-1, 1), ("a", 1), (1,), (1, 1, 99, 99))
    show(curses, "newpad", (2, 3), (-1, 1), ("a", 1))
    return screen


def window(curses, screen):
    w, pad, other = curses.newwin(6, 12, 2, 3), curses.newpad(20, 20), curses.newwin(3, 4, 2, 3)
    at = [("a",), (65,), (b"b",), (1, 1, "c"), (1, 1, "c", curses.A_BOLD), ("c", 5), ("é",), ("日",), ("ab",), (99, 99, "a"), (1, "a", "b"), (1,), (1, 2, 3, 4, 5), (None,), (2**70,), (-1,), ("a", "b"), ("a\u0301",), ("",), (1, 1, "a", 2**70)]
    for name in "addch", "insch", "bkgd", "bkgdset", "echochar", "hline", "vline", "border", "box":
        show(w, name, *at, ("-", 3), (1, 1, "-", 3), (1, 1, "-", 3, 0), ("|", 5), (1, 1, "-", "a"), ("-", "a"), ("|", "|", "-", "-", "+", "+", "+", "+"), tuple("abcdefghi"), (0, 0, 0, 0, 0, 0, 0, "ab"))
    text = [("text",), (b"bytes",), (1, 1, "text"), (1, 1, "text", 5), ("text", 5), ("é€",), ("a\0b",), (b"a\0b",), (99, 99, "a"), (1, "a", "b"), (1,), (5.5,), ("x" * 100,), ("text", "a"), (1, 1, "text", 2, 5), ("text", 2), (1, 1, "text", "a"), ("text", 2**40), (1, 1, "text", 2**70), (99, 99, "a", 1), (99, 99, b"a", 1), (99, 99, b"a"), (None,), ()]
    for name in "addstr", "addnstr", "insstr", "insnstr":
        show(w, name, *text)
    for name in "getyx", "getbegyx", "getmaxyx", "getparyx", "getbkgd", "is_wintouched", "erase", "clear", "clrtobot", "clrtoeol", "cursyncup", "deleteln", "insertln", "redrawwin", "refresh", "noutrefresh", "standend", "standout", "syncdown", "syncup", "touchwin", "untouchwin", "delch", "inch", "getkey_":
        show(w, name, (), (1, 1), (99, 99), ("a", 1), (1,))
    for name in "attron", "attroff", "attrset", "clearok", "idcok", "idlok", "immedok", "keypad", "leaveok", "nodelay", "notimeout", "scrollok", "syncok", "timeout", "insdelln", "scroll", "move", "mvwin", "mvderwin", "is_linetouched", "redrawln", "touchline", "setscrreg", "chgat", "enclose":
        show(w, name, (), (0,), (1,), (1, 1), (0, 0), (99, 99), ("a",), ("a", 1), (1, "a"), (2**70,), (1, 2, 3), (1, 2, 3, 4), (0, 0, 1, curses.A_BOLD), (-5, -5))
    show(w, "subwin", (2, 2, 2, 3), (2, 3), (99, 99, 0, 0), ("a", 1), (1,))
    show(w, "derwin", (2, 2, 0, 0), (0, 0), (99, 99, 0, 0), ("a", 1), (1,))
    show(pad, "subpad", (2, 2, 1, 1), (1, 1), (99, 99, 0, 0))
    for name in "refresh", "noutrefresh":
        show(pad, name, (0, 0, 1, 1, 3, 3), (0, 0), (), ("a",) * 6)
    for name in "overlay", "overwrite":
        show(w, name, other, (other, 0, 0, 0, 0, 1, 1), (other, 0, 0), 5, (other, 0, 0, 90, 0, 1, 1), (other, "a", 0, 0, 0, 1, 1))
    show(w, "resize", (5, 10), (-1, 1), ("a", 1), (6, 12))
    w.encoding = "ascii"
    show(w, "addstr", "é", "a")
    show(w, "addch", "é", "a")
    for value in "no-such-encoding", 5, "a\0b":
        show(type("Set", (), {"set": lambda self, v: setattr(w, "encoding", v)})(), "set", value)
    show(w, "addstr", "é", "a")
    show(w, "insstr", "é", "a")
    w.encoding = "utf-8"
    with tempfile.TemporaryFile() as file:
        show(w, "putwin", file, 5, Wrong(b""))
        file.seek(0)
        show(curses, "getwin", file, file)
    w.nodelay(True)
    curses.raw()
    for name in "getch", "get_wch", "getkey":
        for typed in 65, 10, curses.KEY_F1, 0o777 + 500:
            curses.ungetch(typed)
            show(w, name)
        curses.unget_wch("é")
        show(w, name, (), (), (1, 1), (99, 99), (1,), ("a", 1), (1, 2, 3))
        curses.flushinp()
    w.timeout(100)
    for name in "getstr", "instr", "inch":
        for args in (), (3,), (1, 1), (1, 1, 3), (2000,), (-1,), ("a",), (1, 1, -1), (99, 99), (99, 99, 3), (1, "a"), (1, 2, 3, 4), (2**40,), (0,):
            for typed in "\ncba":
                curses.ungetch(typed)
            show(w, name, args)
            curses.flushinp()


def panels(curses, panel):
    for name in "top_panel", "bottom_panel", "update_panels":
        show(panel, name, (), (1,))
    show(panel, "new_panel", (), 5, None, (1, 2))
    w = curses.newwin(3, 3, 1, 1)
    a, b = panel.new_panel(w), panel.new_panel(curses.newwin(2, 2, 5, 5))
    for name in "above", "below", "bottom", "top", "hide", "hidden", "show", "window", "userptr":
        show(a, name, (), (1,))
    show(a, "set_userptr", (), [1], "text")
    show(a, "userptr")
    show(a, "move", (1, 2), (99, 99), ("a", 1), (1, "a"), (1,), (2**40, 1))
    show(a, "replace", curses.newwin(2, 2), 5, None, ())
    show(b, "set_userptr", [b])
    show(panel, "update_panels")
    for name in "top_panel", "bottom_panel":
        show(panel, name)
    for p in a, b:
        p.set_userptr(None)


def drawn():
    import _curses as curses
    before_the_screen(curses)
    screen = module(curses)
    try:
        window(curses, screen)
        import _curses_panel as panel
        panels(curses, panel)
    finally:
        show(curses, "endwin")
        show(curses, "isendwin")


sys.stdout.flush()
kept = [os.dup(fd) for fd in (0, 1)]
for fd in 0, 1:
    os.dup2(slave, fd)
try:
    drawn()
finally:
    # Nothing that asks for memory: where requests fail, the next run would write to a terminal that nobody reads.
    os.dup2(kept[0], 0)
    os.dup2(kept[1], 1)
    os.close(slave)
    os.close(master)
    os.close(kept[0])
    os.close(kept[1])
    os.waitpid(drain, 0)
print(*lines, sep="\n")
