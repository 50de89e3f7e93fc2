# _curses before there is a screen: names and their values, refusals, what terminfo knows.
import _curses
import _curses_panel
import curses.ascii
import inspect


def attempt(f, *args):
    try:
        print(f.__name__, args, repr(f(*args)))
    except Exception as e:
        print(f.__name__, args, type(e), e)


for module in _curses, _curses_panel:
    for name in dir(module):
        value = getattr(module, name)
        if name.startswith("__") or name == "_C_API":
            continue
        if isinstance(value, (int, bytes, str)):
            print(module.__name__, name, repr(value))
        elif isinstance(value, tuple):
            print(name, len(value), value._fields if hasattr(value, "_fields") else value.n_fields and ("major", "minor", "patch"))
for cls in _curses.window, _curses_panel.panel:
    print([n for n in dir(cls) if n not in dir(object) and n != "__module__"])
    attempt(cls)
for name in dir(_curses):
    f = getattr(_curses, name)
    if callable(f) and not isinstance(f, type):
        try:
            print(name, inspect.signature(f))
        except ValueError:
            print(name, f.__doc__.split("\n")[0])
c = _curses
for f in (c.beep, c.start_color, c.erasechar, c.endwin, c.longname, c.getsyx, c.getmouse, c.has_extended_color_support,
          c.update_lines_cols, c.has_colors, c.termattrs, c.flushinp, c.filter, c.get_tabsize):
    attempt(f)
for f in (c.color_pair, c.unctrl, c.keyname, c.mousemask, c.unget_wch, c.ungetch, c.napms, c.curs_set, c.typeahead,
          c.meta, c.use_env, c.has_key, c.tigetstr, c.tigetnum, c.tigetflag):
    for arg in (-1, "a", "ab", None, 2**70):
        attempt(f, arg)
for args in [(1,), (1, 2), (1, 2, 3), ("a", 2)]:
    attempt(c.newwin, *args)
attempt(c.set_escdelay, 0)
attempt(c.set_tabsize, -1)
attempt(c.halfdelay, 256)
for f in c.resizeterm, c.is_term_resized, c.setsyx:
    attempt(f, 3, 4)
attempt(c.tparm, b"%p1%d")
attempt(c.setupterm, "no such terminal", 1)
attempt(c.setupterm, 5)
attempt(c.setupterm, "xterm", 1)
attempt(c.tigetstr, "cup")
attempt(c.tigetnum, "colors")
attempt(c.tigetflag, "am")
attempt(c.tigetstr, "nothing")
for args in [(b"%p1%d;%p2%d", 3, 4), ("x",), (b"a\0",), (b"%p1%d", "a"), (b"%p1%d", 2**40), (b"%i%p1%d", 7)]:
    attempt(c.tparm, *args)
attempt(_curses_panel.new_panel, 5)
attempt(_curses_panel.top_panel)
print(curses.ascii.unctrl("\x01"), curses.ascii.ctrl("a"), curses.ascii.isblank(" "))
