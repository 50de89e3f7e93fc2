"""Modules that are in C elsewhere have no frames: tracebacks, _getframe and trace functions pass over them."""
import csv
import sys
import traceback

seen = []


def note(frame, event, arg):
    if frame.f_code.co_filename.startswith("<frozen _c"):
        seen.append((event, frame.f_code.co_name))
    return note


def lines():
    frame = sys._getframe()
    names = []
    while frame.f_back:
        frame = frame.f_back
        names.append(frame.f_code.co_name)
    yield ",".join(names)
    yield 5


class File:
    def write(self, text):
        print(text.strip(), sys._getframe(1).f_code.co_name)


def run():
    reader = csv.reader(lines())
    print(next(reader))
    try:
        next(reader)
    except csv.Error as e:
        print(e, [f.name for f in traceback.extract_tb(e.__traceback__)])
    csv.writer(File()).writerow([1, 2])
    try:
        csv.reader(["a"], dialect="unheard of")
    except csv.Error as e:
        traceback.print_exc(file=sys.stdout)
    print(b"\xb0\xa1".decode("gb2312") == "\u554a")


run()
sys.settrace(note)
sys.setprofile(note)
run()
sys.setprofile(None)
sys.settrace(None)
print(seen)
