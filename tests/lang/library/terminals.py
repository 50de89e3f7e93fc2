# The module termios on a terminal of our own, and what pty, tty and getpass make of it.
import io
import os
import termios
import tty

m, s = os.openpty()
a = termios.tcgetattr(s)
print([type(x).__name__ for x in a], len(a[6]) == termios.NCCS, a[6][termios.VINTR], a[6][termios.VMIN])
print(bool(a[3] & termios.ICANON), a[4] == a[5] == termios.B38400)
termios.tcsetwinsize(s, (30, 40))
print(termios.tcgetwinsize(m), os.get_terminal_size(s))
tty.setraw(s)
b = termios.tcgetattr(s)
print(bool(b[3] & termios.ICANON), b[6][termios.VMIN], b[6][termios.VTIME], b[6][termios.VINTR])
os.write(m, b"\x03raw")
print(os.read(s, 4))
termios.tcsetattr(s, termios.TCSAFLUSH, a)
print(termios.tcgetattr(s) == a)
with os.fdopen(os.dup(s), "rb", buffering=0) as f:
    termios.tcflush(f, termios.TCIOFLUSH)
    termios.tcdrain(f)
    print(termios.tcgetwinsize(f))
termios.tcflow(s, termios.TCOON)

r, w = os.pipe()
for wrong in (lambda: termios.tcgetattr(r), lambda: termios.tcgetattr("x"), lambda: termios.tcgetattr(-1),
              lambda: termios.tcgetattr(2**40), lambda: termios.tcgetattr(io.StringIO()),
              lambda: termios.tcsetattr(s, 0, [1]), lambda: termios.tcsetattr(s, 0, (1, 2, 3, 4, 5, 6, 7)),
              lambda: termios.tcsetattr(s, 0, [0] * 6 + [[]]), lambda: termios.tcsetattr(s, 0, a[:6] + [[0.5] * 32]),
              lambda: termios.tcsetattr(s, 99, a), lambda: termios.tcsetattr(s, 0, ["x"] + a[1:]),
              lambda: termios.tcsetattr(s, 0, a[:6] + [[b"ab"] * 32]), lambda: termios.tcsendbreak(r, 0),
              lambda: termios.tcdrain(r), lambda: termios.tcflush(r, 0), lambda: termios.tcflow(r, 0),
              lambda: termios.tcgetwinsize(r), lambda: termios.tcsetwinsize(s, (1, 2, 3)),
              lambda: termios.tcsetwinsize(s, 1), lambda: termios.tcsetwinsize(s, (1, -2)),
              lambda: termios.tcsetwinsize(s, (100000, 2)), lambda: termios.tcsetwinsize(s, ("a", 2)),
              lambda: termios.tcgetattr(), lambda: termios.tcsetattr(s, 0), lambda: termios.tcflush(s, "a")):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)
print(termios.error.__mro__)
