# Where the carets of a SyntaxError stand, whatever its attributes say.
import io
import itertools
import sys

TEXTS = ("abc def\n", "abc def", "  abc\n", "\tab c", "a\nb\nc\n", "", "\n", "\xe9 = \xfc\n")
for text, offset, end_offset, end_line in itertools.product(TEXTS, (0, 1, 3, 8, 20), (None, -1, 0, 4, 8, 9, 30), (None, 1, 2)):
    place = ("f", 1, offset, text) + ((end_line, end_offset) if end_line else ())
    error, saved = SyntaxError("m", place), sys.stderr
    sys.stderr = io.StringIO()
    sys.__excepthook__(type(error), error, None)
    shown, sys.stderr = sys.stderr.getvalue(), saved
    if end_line or end_offset is None:
        print(ascii(shown[20:-15]), offset, end_offset, end_line)
