"""A format that changes nothing gives the same object."""


class Text(str):
    pass


for text in ("abcde", "é", "éé", "x" * 200, Text("abc"), Text("é"), "a%%b"):
    for form in ("%s", "%.5s", "%.300s", "%1s", "%-1s", "%3s", "%.1s", "%s ", " %s"):
        print(form, form % text is text, form % (text,) is text, type(form % text).__name__, end="; ")
    print(text % () is text, text % {} is text, text % [] is text, type(text % ()).__name__)
print(b"%s" % b"abc", b"abc" % (), "%s" % 5, "" % (), Text("") % ())
