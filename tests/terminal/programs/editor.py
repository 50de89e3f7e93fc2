"""A form of curses: colours, lines, boxes, pads, keys, text beyond ASCII, the editor of curses.textpad."""
import curses
import curses.panel
import curses.textpad


def draw(stdscr, step, seen):
    stdscr.erase()
    stdscr.bkgd(" ", curses.color_pair(2))
    stdscr.border()
    stdscr.addstr(1, 2, f"step {step}", curses.A_BOLD | curses.color_pair(1))
    stdscr.addstr(2, 2, "日本 é \u2502", curses.A_UNDERLINE)
    stdscr.hline(3, 2, curses.ACS_HLINE, 20)
    stdscr.vline(4, 2, "|", 3)
    stdscr.addnstr(4, 5, "cut off here", 7, curses.A_REVERSE)
    stdscr.insstr(5, 5, "inserted")
    stdscr.insch(5, 5, "é".encode()[:1] and "!")
    stdscr.addch(6, 5, "é", curses.color_pair(3))
    stdscr.chgat(4, 8, 3, curses.A_BOLD)
    stdscr.addstr(7, 2, repr(seen))
    curses.textpad.rectangle(stdscr, 9, 2, 12, 30)


def main(stdscr):
    curses.use_default_colors()
    for pair, colours in enumerate(((curses.COLOR_RED, -1), (-1, -1), (curses.COLOR_GREEN, curses.COLOR_BLUE)), 1):
        curses.init_pair(pair, *colours)
    curses.curs_set(0)
    over = curses.newwin(4, 16, 13, 40)
    over.box()
    over.addstr(1, 1, "over")
    under = curses.newwin(5, 16, 12, 36)
    under.bkgd(".", curses.color_pair(3))
    panels = [curses.panel.new_panel(under), curses.panel.new_panel(over)]
    pad = curses.newpad(50, 50)
    for y in range(49):
        pad.addstr(y, 0, f"{y:02} " + "abc" * 10)
    box = curses.textpad.Textbox(curses.newwin(2, 27, 10, 3))
    seen, step = [], 1
    while True:
        draw(stdscr, step, seen)
        panels[step % 2].top()
        curses.panel.update_panels()
        stdscr.noutrefresh() if step == 1 else None
        curses.doupdate()
        pad.noutrefresh(step, 2, 16, 4, 20, 24)
        for c in "typed":
            box.do_command(c)
        box.win.noutrefresh()
        curses.doupdate()
        key = stdscr.get_wch()
        if key == "q":
            return
        seen.append(curses.keyname(key) if isinstance(key, int) else key)
        step += 1


curses.wrapper(main)
print(curses.LINES, curses.COLS)
