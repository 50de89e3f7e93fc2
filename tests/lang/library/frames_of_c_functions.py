"""A handler of expat, or what checks a result of ctypes, raises: the traceback shows the C function that called it."""
import ctypes
import sys
import traceback
import xml.etree.ElementTree
import xml.sax
from xml.parsers import expat


def bad(*args):
    raise ValueError("from the handler")


def places(error):
    tb = error.__traceback__.tb_next
    while tb:
        frame, code = tb.tb_frame, tb.tb_frame.f_code
        if not code.co_filename.endswith(".py"):
            print(" ", code.co_filename, code.co_name, tb.tb_lineno, frame.f_lineno, code.co_firstlineno, tb.tb_lasti,
                  frame.f_globals.get("__name__"), frame.f_locals, frame.f_back is None, *code.co_positions())
        tb = tb.tb_next


texts = {
    "StartElementHandler": "<a/>", "EndElementHandler": "<a/>", "CharacterDataHandler": "<a>x</a>",
    "CommentHandler": "<a><!-- x --></a>", "ProcessingInstructionHandler": "<?a b?><a/>", "DefaultHandler": "<a/>",
    "DefaultHandlerExpand": "<a/>", "XmlDeclHandler": "<?xml version='1.0'?><a/>",
    "ElementDeclHandler": "<!DOCTYPE a [<!ELEMENT a (b)>]><a/>",
    "AttlistDeclHandler": "<!DOCTYPE a [<!ATTLIST a b CDATA #IMPLIED>]><a/>",
    "StartDoctypeDeclHandler": "<!DOCTYPE a []><a/>", "EndDoctypeDeclHandler": "<!DOCTYPE a []><a/>",
    "EntityDeclHandler": "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>",
    "NotationDeclHandler": "<!DOCTYPE a [<!NOTATION x SYSTEM 'y'>]><a/>",
    "UnparsedEntityDeclHandler": "<!DOCTYPE a [<!NOTATION n SYSTEM 'y'><!ENTITY e SYSTEM 'x' NDATA n>]><a/>",
    "StartCdataSectionHandler": "<a><![CDATA[x]]></a>", "EndCdataSectionHandler": "<a><![CDATA[x]]></a>",
    "SkippedEntityHandler": "<!DOCTYPE a SYSTEM 'x'><a>&e;</a>",
    "NotStandaloneHandler": "<!DOCTYPE a SYSTEM 'x'><a/>",
    "ExternalEntityRefHandler": "<!DOCTYPE a [<!ENTITY e SYSTEM 'x'>]><a>&e;</a>",
    "StartNamespaceDeclHandler": "<a xmlns='b'/>", "EndNamespaceDeclHandler": "<a xmlns='b'/>",
}
for name, text in texts.items():
    parser = expat.ParserCreate(namespace_separator=" ")
    setattr(parser, name, bad)
    print(name)
    try:
        parser.Parse(text, True)
    except ValueError as error:
        places(error)

# What a handler answers is none of its frames, nor what has no arguments.
parser = expat.ParserCreate()
parser.NotStandaloneHandler = lambda: "no number"
try:
    parser.Parse(texts["NotStandaloneHandler"], True)
except TypeError as error:
    print(error)
    places(error)
parser = expat.ParserCreate()
parser.buffer_text = True
parser.CharacterDataHandler = bad
try:
    parser.Parse("<a>some<b/>text</a>", True)
except ValueError as error:
    places(error)


class Handler(xml.sax.ContentHandler):
    def startElement(self, name, attributes):
        {}[name]


try:
    xml.sax.parseString(b"<a/>", Handler())
except KeyError as error:
    places(error)


class Builder(xml.etree.ElementTree.TreeBuilder):
    def start(self, tag, attributes):
        bad()


try:
    xml.etree.ElementTree.fromstring("<a/>", xml.etree.ElementTree.XMLParser(target=Builder()))
except ValueError as error:
    places(error)


class Checked(ctypes.c_int):
    _check_retval_ = bad


absolute = ctypes.CDLL(None).abs
absolute.restype = Checked
heard = []


def tracer(frame, event, argument):
    heard.append((event, frame.f_code.co_name))
    return tracer


sys.settrace(tracer)
try:
    absolute(-3)
except ValueError as error:
    sys.settrace(None)
    places(error)
    print("".join(traceback.format_exception(error)).partition("\n")[2].count("GetResult"))
print(heard)
absolute.restype = bad
try:
    absolute(-3)
except ValueError as error:
    places(error)
