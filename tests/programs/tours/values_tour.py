"""A walk through libraries of values: containers, records, schemas, numbers of the world, calendars, addresses, binary
forms, drawings."""
import dataclasses
import datetime
import io
import typing

import asciitree
import asn1crypto.core
import asn1crypto.keys
import base58
import bidict
import bitstruct
import cattrs
import convertdate
import croniter
import dacite
import deepdiff
import dpkt
import frozendict
import graphviz
import intelhex
import IPy
import jsonpickle
import kaitaistruct
import lunardate
import mnemonic
import moneyed
import munkres
import natsort
import netaddr
import ordered_set
import phonenumbers
import png
import pydot
import pygal
import pymeeus.Epoch
import pyotp
import pyqrcode
import pytrie
import pyluach.dates
import schema
import sgp4.api
import shapefile
import simpy
import stdnum.iban
import stdnum.isbn
import stdnum.luhn
import svg.path
import svgwrite
import tablib
import toposort
import typing_inspect
import ubjson
import umsgpack
import uritemplate
import xlwt
import attr
import rfc3986
import crccheck.crc
import pypdf

from shown import attempt, show

# Containers.
both = bidict.bidict(one=1, two=2)
both.forceput("three", 1)
show("bidict", both, both.inverse, bidict.OrderedBidict(a=1).inverse, bidict.frozenbidict(both) == both)
attempt("bidict", both.put, "four", 2)
cold = frozendict.frozendict({"a": 1, "b": [2]})
order = ordered_set.OrderedSet("abracadabra")
show("ordered_set", order, order & {"a", "z", "c"}, order.index("r"), order - {"b"}, order[1:3], order ^ {"a", "q"})
show("natsort", natsort.natsorted(["a10", "a9", "A1", "a1.5", "a-3"]), natsort.realsorted(["a10", "a-3", "a1.5"]), natsort.natsorted(["B", "a", "C"], alg=natsort.ns.IGNORECASE))
trie = pytrie.StringTrie(an=0, ant=1, all=2, allot=3)
show("pytrie", trie.longest_prefix("antonym"), trie.items(prefix="al"), trie)
show("toposort", list(toposort.toposort({2: {11}, 9: {11, 8}, 10: {11, 3}, 11: {7, 5}, 8: {7, 3}})))
attempt("toposort", toposort.toposort_flatten, {1: {2}, 2: {1}})
show("deepdiff", deepdiff.DeepDiff({"a": [1, 2, {"b": 3}], "c": "x"}, {"a": [1, 3, {"b": 4}], "d": 1.0}).to_dict(), deepdiff.DeepDiff([1, 2, 3], [3, 1, 2], ignore_order=True))
show("asciitree", asciitree.LeftAligned()({"root": {"a": {"b": {}, "c": {"d": {}}}, "e": {}}}))
data = tablib.Dataset(["x", 3], ["y", 1], headers=["n", "v"])
show("tablib", data.export("csv"), data.sort("v").dict, data.export("json"), data.export("yaml"), data["v"], data.export("html"))


# Records and schemas.
@dataclasses.dataclass
class Point:
    x: int
    y: typing.Optional[float] = None
    tags: list[str] = dataclasses.field(default_factory=list)


@attr.s(auto_attribs=True)
class Line:
    ends: typing.Tuple[int, int]
    kind: typing.Union[str, None] = "thin"


attempt("dacite", dacite.from_dict, Point, {"x": 1, "y": 2.5, "tags": ["a"]})
attempt("dacite", dacite.from_dict, Point, {"x": "1"})
attempt("dacite", dacite.from_dict, Point, {"y": 1.0})
attempt("cattrs", cattrs.structure, {"ends": ["1", 2], "kind": None}, Line)
attempt("cattrs", cattrs.unstructure, [Line((1, 2)), Point(3)])
attempt("cattrs", cattrs.structure, {"kind": 3}, Line)
show("jsonpickle", jsonpickle.encode({"p": Point(1, 2.0, ["t"]), "d": datetime.date(2020, 1, 2), "s": (1, 2)}), jsonpickle.decode(jsonpickle.encode(Point(3))))
form = schema.Schema({"name": schema.And(str, len), schema.Optional("age", default=3): schema.Use(int), "kind": schema.Or("a", "b")})
attempt("schema", form.validate, {"name": "x", "age": "4", "kind": "a"})
attempt("schema", form.validate, {"name": "", "kind": "a"})
attempt("schema", form.validate, {"name": "x", "kind": "c", "more": 1})
show("typing_inspect", typing_inspect.is_optional_type(typing.Optional[int]), typing_inspect.get_args(typing.Dict[str, typing.List[int]]), typing_inspect.get_origin(typing.List[int]), typing_inspect.is_generic_type(typing.List[int]), typing_inspect.get_parameters(typing.Generic[typing.TypeVar("T")]))

# Numbers of the world.
attempt("stdnum", stdnum.iban.validate, "GR16 0110 1050 0000 1054 7023 795")
attempt("stdnum", stdnum.iban.validate, "GR16 0110 1050 0000 1054 7023 796")
show("stdnum", stdnum.isbn.format("9789024538270"), stdnum.luhn.calc_check_digit("7894"), stdnum.isbn.to_isbn10("978-90-245-3827-0"))
number = phonenumbers.parse("+442083661177")
show("phonenumbers", number, phonenumbers.is_valid_number(number), phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.INTERNATIONAL), [match.raw_string for match in phonenumbers.PhoneNumberMatcher("Call 510-748-8230 or 703-4800500", "US")])
attempt("phonenumbers", phonenumbers.parse, "x")
money = moneyed.Money("10.5", "EUR")
show("moneyed", money * 3, money / 4, sum([money, money]), moneyed.Money(1, "JPY"), money > moneyed.Money(1, "EUR"))
attempt("moneyed", lambda: money + moneyed.Money(1, "USD"))

# Times.
moment = datetime.datetime(2024, 2, 28, 23, 30)
walk = croniter.croniter("*/15 9-17 * * mon-fri", moment)
show("croniter", [walk.get_next(datetime.datetime).isoformat() for _ in range(4)], walk.get_prev(datetime.datetime), croniter.croniter.is_valid("61 * * * *"))
attempt("croniter", croniter.croniter, "* * x")
show("convertdate", convertdate.hebrew.from_gregorian(2024, 2, 29), convertdate.persian.from_gregorian(2024, 3, 20), convertdate.mayan.from_gregorian(2012, 12, 21), convertdate.french_republican.format(1, 1, 1), convertdate.holidays.easter(2024), convertdate.islamic.monthcalendar(1445, 9)[0])
show("lunardate", lunardate.LunarDate(2020, 4, 1, 1).toSolarDate(), lunardate.LunarDate.fromSolarDate(2024, 2, 10))
show("pyluach", pyluach.dates.HebrewDate(5784, 1, 1).to_pydate(), pyluach.dates.GregorianDate(2024, 10, 3).to_heb().hebrew_date_string())
show("pymeeus", pymeeus.Epoch.Epoch(2024, 6, 21.5).jde(), pymeeus.Epoch.Epoch.easter(2024), round(pymeeus.Epoch.Epoch(2024, 1, 1).mean_sidereal_time(), 9))

# Addresses and codes.
net = netaddr.IPNetwork("192.168.0.0/22")
show("netaddr", net.size, list(net.subnet(24)), netaddr.cidr_merge(["10.0.0.0/25", "10.0.0.128/25"]), netaddr.EUI("00-1B-77-49-54-FD").modified_eui64(), netaddr.IPAddress("::1").reverse_dns, netaddr.IPSet(["10.0.0.0/30"]) - netaddr.IPSet(["10.0.0.1"]))
attempt("netaddr", netaddr.IPAddress, "300.1.1.1")
show("IPy", IPy.IP("10.0.0.0/30").strNormal(3), [str(ip) for ip in IPy.IP("10.0.0.0/30")], IPy.IP("1080::8:800:200C:417A").strFullsize(), IPy.IP("127.0.0.1").iptype())
show("uritemplate", uritemplate.expand("http://x/{a}{?b,c*}{#d}", a="é b", b=[1, 2], c={"k": "v"}, d="f/g"), uritemplate.variables("{a}{/b*}"))
show("rfc3986", rfc3986.uri_reference("HTTP://u@Exa%6Dple.com:80/../a/./b?q#f").normalize().unsplit(), rfc3986.is_valid_uri("http://[::1"), rfc3986.uri_reference("../x").resolve_with("http://a/b/c").unsplit())
show("base58", base58.b58encode_check(b"hello"), base58.b58decode(b"StV1DL6CwTryKyV"))
words = mnemonic.Mnemonic("english")
show("mnemonic", words.to_mnemonic(bytes(range(16))), words.check("abandon " * 12), words.to_seed("abandon").hex()[:16])
show("pyotp", pyotp.HOTP("JBSWY3DPEHPK3PXP").at(5), pyotp.TOTP("JBSWY3DPEHPK3PXP").at(1700000000), pyotp.TOTP("JBSWY3DPEHPK3PXP").provisioning_uri("a@b.c", "Iss"))
show("crccheck", crccheck.crc.Crc32.calchex(b"123456789"), crccheck.crc.CrcXmodem.calc(b"123456789"), crccheck.crc.Crc64.calchex(bytes(range(9))))

# Binary forms.
show("ubjson", ubjson.dumpb({"a": [1, 300, -70000, 1.5, True, "é"]}), ubjson.loadb(ubjson.dumpb([1, {"b": None}])))
show("bitstruct", bitstruct.pack("u1u3u4s16f32", 1, 2, 3, -4, 1.5), bitstruct.unpack("u1u3u4s16f32", bitstruct.pack("u1u3u4s16f32", 1, 2, 3, -4, 1.5)))
packet = dpkt.ip.IP(src=b"\1\2\3\4", dst=b"\5\6\7\10", p=17, data=dpkt.udp.UDP(sport=1, dport=2, data=b"hi"))
packet.len = len(packet)
show("dpkt", bytes(packet), repr(dpkt.ip.IP(bytes(packet))), dpkt.dns.DNS(b"\0\1\1\0\0\1\0\0\0\0\0\0\1a\2bc\0\0\1\0\1").qd[0].name)
hexes = intelhex.IntelHex({0: 1, 1: 2, 0x100: 255})
out = io.StringIO()
hexes.write_hex_file(out)
show("intelhex", out.getvalue(), hexes.segments(), hexes.minaddr())


class Pair(asn1crypto.core.Sequence):
    _fields = [("n", asn1crypto.core.Integer), ("t", asn1crypto.core.UTF8String, {"optional": True}), ("o", asn1crypto.core.ObjectIdentifier, {"explicit": 0, "optional": True})]


pair = Pair({"n": 5, "t": "é", "o": "1.2.840.113549"})
show("asn1crypto", pair.dump(), Pair.load(pair.dump()).native)
attempt("asn1crypto", Pair.load(b"\x30\x03\x04\x01\x05").__getitem__, "n")
stream = kaitaistruct.KaitaiStream(io.BytesIO(b"\1\2\3\4\5abc\0"))
show("kaitaistruct", stream.read_u2le(), stream.read_bits_int_be(4), stream.align_to_byte(), stream.read_s2be(), stream.read_bytes_term(0, False, True, True))

# Numbers and drawings.
show("munkres", munkres.Munkres().compute([[5, 9, 1], [10, 3, 2], [8, 7, 4]]))


def car(env, name, station, log):
    with station.request() as request:
        yield request
        log.append((env.now, name))
        yield env.timeout(3)


env, log = simpy.Environment(), []
station = simpy.Resource(env, capacity=2)
for index in range(5):
    env.process(car(env, index, station, log))
env.run()
show("simpy", log, env.now)
satellite = sgp4.api.Satrec.twoline2rv("1 25544U 98067A   19343.69339541  .00001764  00000-0  38792-4 0  9991", "2 25544  51.6439 211.2001 0007417  17.6667  85.6398 15.50103472202482")
show("svgpath", svg.path.parse_path("M 10,20 C 20,20 40,20 50,10 L 60 60 Z"), round(svg.path.parse_path("M0,0 A10,20 0 0 1 30,40").length(), 6), svg.path.parse_path("M0 0 Q 1 1 2 0").point(0.25))
drawing = svgwrite.Drawing("x.svg", size=(10, 20))
drawing.add(drawing.line((0, 0), (1, 1), stroke=svgwrite.rgb(10, 10, 16, "%")))
drawing.add(drawing.g(id="g")).add(drawing.path(d="M0,0 L1,1", fill="none"))
show("svgwrite", drawing.tostring())
attempt("svgwrite", drawing.rect, (0, 0), (1, 1), strok="x")
chart = pygal.Bar(no_prefix=True, js=[], x_labels=["a", "b"])
chart.add("s", [1, 3])
show("pygal", len(chart.render()) > 4000, chart.render_sparkline()[:60])
picture = io.BytesIO()
png.from_array([[0, 128, 255], [255, 128, 0]], "L").write(picture)
width, height, rows, info = png.Reader(bytes=picture.getvalue()).read()
show("png", width, height, [list(row) for row in rows], info["bitdepth"], info["greyscale"])
show("pyqrcode", pyqrcode.create("HELLO", error="M").text())
graph = graphviz.Digraph("g", node_attr={"shape": "box"})
graph.edge("a", "b c", label="x\"y")
show("graphviz", graph.source, pydot.graph_from_dot_data("digraph q { a -> b [color=red]; subgraph s { c } }")[0].to_string())
shape = io.BytesIO(), io.BytesIO(), io.BytesIO()
with shapefile.Writer(shp=shape[0], shx=shape[1], dbf=shape[2], shapeType=shapefile.POLYGON) as writer:
    writer.field("name", "C")
    writer.poly([[[0, 0], [0, 1], [1, 1], [0, 0]]])
    writer.record("tri")
show("shapefile", shape[0].getvalue()[28:60], shapefile.Reader(shp=shape[0], dbf=shape[2]).shapeRecord(0).__geo_interface__)
pdf = pypdf.PdfWriter()
pdf.add_blank_page(100, 200)
pdf.add_metadata({"/Title": "T"})
target = io.BytesIO()
pdf.write(target)
show("pypdf", len(target.getvalue()), pypdf.PdfReader(target).pages[0].mediabox, pypdf.PdfReader(target).metadata.title)
