# What has an __index__ selects a byte of a Blob; an Element's index is looked at before what is put there.
# time.strftime() takes lone surrogates, too, those of datetime do not.
import datetime
import sqlite3
import time
import xml.etree.ElementTree as ET


def attempt(f, *args):
    try:
        print(ascii(f(*args))[:70])
    except Exception as e:
        print(type(e).__name__, e)


class One:
    def __index__(self):
        print("asked", end=" ")
        return 1


class Huge:
    def __index__(self): return 2**70


class Broken:
    def __index__(self): return 1 / 0


base = sqlite3.connect(":memory:")
base.execute("create table t(b blob)")
base.execute("insert into t values (x'000102030405')")
blob = base.blobopen("t", "b", 1)
for key in One(), Huge(), Broken(), "a", 1.0, None, 9, -1, True:
    attempt(lambda: blob[key])
    attempt(lambda: blob.__setitem__(key, 65))
print(blob[:])
blob.close()
base.close()

element = ET.fromstring("<a><b/><c/></a>")
for key in One(), Huge(), Broken(), "a", 5, -3, -2, 1:
    attempt(lambda: element.__setitem__(key, "no element"))
    attempt(lambda: element.__setitem__(key, ET.Element("new")))
print(ET.tostring(element))

when = 2020, 1, 2, 3, 4, 5, 6, 7, 0
for form in "\xe9%Y", "%Y \u20ac", "\ud800%d", "%\ud800", "a\0\xe9", "a\0b", "\xe9" * 5000, "\xe9%%", "", "%\xe9", "%B \U0001f600":
    attempt(time.strftime, form, when)


class Odd(datetime.tzinfo):
    def utcoffset(self, when): return datetime.timedelta(0)
    def tzname(self, when): return self.name


odd = Odd()
for odd.name in "plain", "\xe9\u20ac", "\ud800", "50%d", 42, "a\0b":
    attempt(datetime.time(1, 2, 3, tzinfo=odd).strftime, "%H %Z")
    attempt(datetime.datetime(2020, 1, 2, tzinfo=odd).strftime, "%Y %Z")
attempt(datetime.date(2020, 1, 2).strftime, "\ud800")
