"""What a profile function hears of calls of methods in modules over C libraries."""
import sqlite3
import sys
import xml.etree.ElementTree
import zlib

connection = sqlite3.connect(":memory:")
heard = []


def profile(frame, event, arg):
    if frame.f_code is work.__code__ and event.startswith("c_"):
        heard.append((event, arg.__qualname__, type(arg).__name__, frame.f_lineno - frame.f_code.co_firstlineno))


def work():
    cursor = connection.execute("select 1")
    fetch = cursor.fetchone
    fetch()
    compressor = zlib.compressobj()
    compressor.compress(b"x")
    type(compressor).flush(compressor)
    element = xml.etree.ElementTree.Element("a")
    element.append(xml.etree.ElementTree.Element("b"))
    element.get("k", default=1)
    len(element)
    element.__len__()
    list(element)
    element.find("b")
    for call in (lambda: connection.execute("selec"), lambda: element.append(), lambda: element.append(1, 2)):
        try:
            call()
        except (sqlite3.Error, TypeError):
            pass
    try:
        element.append(*[1])
    except TypeError as error:
        heard.append(str(error))
    try:
        cursor.execute(sql="x")
    except TypeError as error:
        heard.append(str(error))
    try:
        element.get()
    except TypeError as error:
        heard.append(str(error))


sys.setprofile(profile)
work()
sys.setprofile(None)
for entry in heard:
    print(entry)
