"""Windows in windows: parts, overlays, scrolling, what is read back, and getkey()."""
import curses


def main(stdscr):
    stdscr.scrollok(True)
    part = stdscr.derwin(6, 20, 4, 10)
    inner = part.subwin(3, 10, 5, 12)
    other = curses.newwin(6, 20, 8, 15)
    said = []
    for step in range(1, 100):
        stdscr.addstr(0, 0, f"step {step} ")
        part.erase()
        part.box("!", "-")
        inner.addstr(0, 0, "inner", curses.A_STANDOUT)
        other.erase()
        other.border(*"lrtb1234")
        part.overlay(other) if step % 2 else part.overwrite(other, 0, 0, 2, 2, 3, 12)
        said = [part.getyx(), part.getbegyx(), part.getmaxyx(), inner.getparyx(), stdscr.instr(0, 0, 6),
                hex(stdscr.inch(4, 10)), part.is_linetouched(1), stdscr.encoding]
        stdscr.addstr(20, 0, repr(said))
        stdscr.clrtoeol()
        stdscr.move(1, 0)
        stdscr.insertln() if step == 3 else None
        stdscr.refresh()
        other.refresh()
        key = stdscr.getkey()
        if key == "q":
            return
        if key > "\x7f":
            said = key + stdscr.getkey()  # a byte each


curses.wrapper(main)
