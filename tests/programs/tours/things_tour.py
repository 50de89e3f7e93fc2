"""A walk through fifty more libraries of values and of the parts that programs are made of: containers, caches, schemas,
packets, states, tasks, files, addresses of the network."""
import asyncio
import datetime
import io
import logging
import warnings
import zipfile

warnings.simplefilter("ignore")

import aiofiles
import appdirs
import argparse
import astral
import awesomeversion
import beaker.cache
import cached_property
import cachelib
import cfgv
import circuits
import constantly
import dbf
import dfdatetime.posix_time
import dfdatetime.time_elements
import dicteval
import dirty_equals
import diskcache
import distlib.version
import dotty_dict
import easydict
import entrypoints
import escapism
import execnet
import factory
import fsspec
import geomet.wkt
import heapdict
import httmock
import inifile
import itypes
import jdcal
import json_tricks
import kconfiglib
import kitchen.text.converters
import lazr.uri
import lazy
import logzero
import mergedeep
import minidb
import monty.collections
import more_itertools
import nagiosplugin
import objgraph
import olefile
import omg
import palettable
import pamqp.commands
import pamqp.frame
import param
import parse_type
import partd
import pebble
import pefile
import persistqueue
import pgpdump
import phpserialize
import plac
import pluginbase
import polyline
import prefixed
import preggy
import pretend
import priority
import prison
import promise
import public
import pure_eval
import puremagic
import pycdlib
import pydispatch.dispatcher
import pygtrie
import hcl
import pyrad.dictionary
import pyrad.packet
import pythonjsonlogger.jsonlogger
import raccoon
import repoze.lru
import resolvelib
import rlp
import scantree
import sentinels
import sh
import shtab
import srp
import statsd
import stopit
import svgelements
import tempora
import tinyrpc.protocols.jsonrpc
import uhashring
import waiting
import warlock
import wasabi
import whisper
import xlrd
import zipp
import zipstream
from shown import attempt, show

logging.raiseExceptions = False


def containers():
    attempt("heapdict", lambda: (lambda h: (h.update(a=3, b=1, c=2), h.popitem(), h.peekitem(), len(h)))(heapdict.heapdict()))
    attempt("pygtrie", lambda: (lambda t: (t.longest_prefix("a/b/c/d"), list(t.items("a")), t.has_subtrie("a/b")))(pygtrie.StringTrie({"a": 1, "a/b/c": 2, "x": 3})))
    attempt("dotty_dict", lambda: (lambda d: (d["a.b"], d.get("a.zork", 0), d.setdefault("q.r.0", 5), d.to_dict()))(dotty_dict.dotty({"a": {"b": [1, {"c": 2}]}})))
    attempt("easydict", lambda: easydict.EasyDict({"a": {"b": [{"c": 1}]}}).a.b[0].c)
    attempt("mergedeep", lambda: mergedeep.merge({"a": {"b": [1]}}, {"a": {"b": [2], "c": 3}}, strategy=mergedeep.Strategy.ADDITIVE))
    attempt("itypes", lambda: itypes.Dict({"a": itypes.List([1, 2])}).set("b", 2))
    attempt("more_itertools", lambda: (list(more_itertools.chunked(range(7), 3)), list(more_itertools.windowed("abcd", 2)), more_itertools.one([5]),
                                       list(more_itertools.set_partitions("abc", 2)), list(more_itertools.run_length.encode("aabbb"))))
    attempt("more_itertools", more_itertools.one, [1, 2])
    attempt("raccoon", lambda: raccoon.DataFrame({"a": [1, 2], "b": ["x", None]}, index=["i", "j"]))
    attempt("repoze.lru", lambda: (lambda c: (c.put("a", 1), c.put("b", 2), c.put("c", 3), c.get("a"), c.get("c")))(repoze.lru.LRUCache(2)))
    attempt("cachelib", lambda: (lambda c: (c.set("a", [1]), c.get("a"), c.inc("n", 3), c.get_dict("a", "n", "z"), c.delete("a"), c.has("a")))(cachelib.SimpleCache()))
    attempt("diskcache", disk_cache)
    attempt("beaker", lambda: (lambda c: (c.get("k", createfunc=lambda: 5), c.has_key("k"), c.namespace_name))(beaker.cache.CacheManager(type="memory").get_cache("n")))
    attempt("persistqueue", lambda: (lambda q: (q.put({"a": 1}), q.put(2), q.get(), q.size))(persistqueue.SQLiteQueue("queue", auto_commit=True)))
    attempt("partd", lambda: (lambda p: (p.append({"x": b"abc"}), p.append({"x": b"d", "y": b"e"}), p.get(["y", "x"])))(partd.Dict()))
    attempt("minidb", minidb_rows)
    attempt("monty", lambda: monty.collections.AttrDict(a=1).a)
    attempt("uhashring", lambda: [uhashring.HashRing(["n1", "n2", "n3"]).get_node(k) for k in "abcdef"])
    attempt("sentinels", lambda: (sentinels.Sentinel("nothing"), sentinels.NOTHING))
    attempt("constantly", lambda: list(type("C", (constantly.Values,), {"A": constantly.ValueConstant(1), "B": constantly.ValueConstant("x")}).iterconstants()))


def disk_cache():
    with diskcache.Cache("cache") as cache:
        cache["a"] = {"b": 1}
        cache.set("c", b"x" * 50000, tag="t")
        return cache["a"], len(cache["c"]), cache.evict("t"), list(cache), cache.check()


def minidb_rows():
    class Person(minidb.Model):
        name = str
        age = int

    with minidb.Store(":memory:") as db:
        db.register(Person)
        for name, age in ("ann", 3), ("bob", 40):
            Person(name=name, age=age).save(db)
        return [p.name for p in Person.load(db, Person.c.age > 5)], list(Person.query(db, Person.c.name.upper // Person.c.age, order_by=Person.c.age.desc))


class Thing(param.Parameterized):
    size = param.Number(3, bounds=(0, 10), doc="How large")
    kind = param.ObjectSelector("a", objects=["a", "b"])

    @param.depends("size", watch=True)
    def changed(self):
        show("param", "changed", self.size)


def schemas():
    attempt("param", lambda: (lambda t: (setattr(t, "size", 7), t, t.param.values()))(Thing(name="t")))
    attempt("param", lambda: Thing(size=11))
    attempt("param", lambda: Thing(kind="c"))
    attempt("warlock", lambda: warlock.model_factory({"name": "Country", "properties": {"n": {"type": "string"}}, "additionalProperties": False})(n="X").n)
    attempt("warlock", lambda: warlock.model_factory({"name": "C", "properties": {"n": {"type": "string"}}})(n=5))
    schema = cfgv.Map("Hook", "id", cfgv.Required("id", cfgv.check_string), cfgv.Optional("n", cfgv.check_int, 3))
    attempt("cfgv", lambda: cfgv.apply_defaults(cfgv.validate({"id": "x"}, schema), schema))
    attempt("cfgv", cfgv.validate, {"id": "x", "n": "y"}, schema)
    attempt("dirty_equals", lambda: ({"a": 5, "b": "xyz"} == {"a": dirty_equals.IsPositive, "b": dirty_equals.IsStr(regex="x.z")}, dirty_equals.IsInt(gt=3)))
    attempt("json_tricks", lambda: (json_tricks.dumps({"c": 1 + 2j, "d": datetime.date(2026, 1, 2), "s": {1}}, sort_keys=True), json_tricks.loads('{"a": 1, // c\n "b": 2}')))
    attempt("hcl", lambda: hcl.loads('variable "x" { default = 5\n list = [1, "a"] }\nb = true'))
    attempt("phpserialize", lambda: (phpserialize.dumps({"a": [1, None, True, "\u00e9"]}), phpserialize.loads(b'a:1:{s:1:"a";d:1.5;}')))
    attempt("phpserialize", phpserialize.loads, b"a:1:{zork")
    attempt("prison", lambda: (prison.dumps({"a": [1, "b c", None, True]}), prison.loads("(a:!(1,'b c',!n))")))
    attempt("rlp", lambda: (rlp.encode([b"cat", [b"", b"x" * 60]]).hex(), rlp.decode(bytes.fromhex("c88363617483646f67"))))
    attempt("rlp", rlp.decode, b"\xc8\x83ca")
    attempt("inifile", lambda: (lambda i: (i.update({"s.k": "v"}), sorted(i.items())))(inifile.IniFile("x.ini")))
    attempt("kitchen", lambda: (kitchen.text.converters.to_unicode(b"caf\xe9", errors="replace"), kitchen.text.converters.to_bytes("\u20ac"), kitchen.text.converters.to_xml("a<\u00e9&")))
    attempt("factory", lambda: (lambda f: (f(), f(a=9), f.build_batch(2)))(type("F", (factory.DictFactory,), {"a": factory.Sequence(lambda n: n), "b": factory.LazyAttribute(lambda o: f"b{o.a}")})))
    with open("Kconfig", "w") as file:
        file.write('config A\n\tbool "a"\n\tdefault y\n\nconfig B\n\tint "b"\n\tdefault 5 if A\n\trange 1 9\n')
    attempt("kconfiglib", lambda: (lambda k: (k.syms["B"].str_value, k.syms["B"].set_value("12"), k.syms["B"].str_value, k.syms["A"]))(kconfiglib.Kconfig("Kconfig")))


def numbers_and_time():
    attempt("awesomeversion", lambda: [(str(v), v.strategy, v < "2.0.0") for v in map(awesomeversion.AwesomeVersion, ("1.2.3", "2021.1.0b2", "latest", "x"))])
    attempt("distlib", lambda: (distlib.version.NormalizedVersion("1.0.post1") > distlib.version.NormalizedVersion("1.0rc1"),
                                distlib.version.NormalizedMatcher("a (>=1.2, !=1.3)").match("1.3")))
    attempt("distlib", distlib.version.NormalizedVersion, "1..2")
    attempt("jdcal", lambda: (jdcal.gcal2jd(2026, 11, 27), jdcal.jd2gcal(2400000.5, 61371.25), jdcal.is_leap(1900)))
    city = astral.Location(("London", "England", 51.5, -0.116, "Europe/London", 24))
    attempt("astral", lambda: {k: v.isoformat() for k, v in city.sun(datetime.date(2026, 6, 21)).items()})
    attempt("astral", lambda: astral.Location(("N", "X", 80, 0, "UTC", 0)).dawn(datetime.date(2026, 6, 21)))
    attempt("dfdatetime", lambda: [(t.CopyToDateTimeString(), t.GetDate()) for t in (dfdatetime.posix_time.PosixTime(timestamp=1281643591),
                                   dfdatetime.time_elements.TimeElements((2012, 2, 29, 1, 2, 3)))])
    attempt("tempora", lambda: (tempora.parse_timedelta("2 days 3:10:05"), tempora.get_date_format_string("day"), tempora.calculate_prorated_values.__name__))
    attempt("prefixed", lambda: (f"{prefixed.Float(123456789):.2h}", f"{prefixed.Float(5 * 1024):.1k}"))
    attempt("polyline", lambda: (polyline.encode([(38.5, -120.2), (40.7, -120.95)]), polyline.decode("_p~iF~ps|U_ulLnnqC")))
    attempt("geomet", lambda: (geomet.wkt.loads("POLYGON ((0 0, 1 0.5, 1 1, 0 0))"), geomet.wkt.dumps({"type": "Point", "coordinates": [1, 2.25]}, 2)))
    attempt("geomet", geomet.wkt.loads, "POINT (1 zork)")
    attempt("svgelements", lambda: (svgelements.Path("M0,0 L10,0 l0,5 z").bbox(), svgelements.Point(1, 0) * svgelements.Matrix("rotate(90)"), svgelements.Length("2in").value(ppi=96),
                                    svgelements.Color("rebeccapurple").hex))
    attempt("palettable", lambda: palettable.colorbrewer.qualitative.Dark2_3.hex_colors)
    attempt("dicteval", lambda: dicteval.dicteval({"=sum": [1, {"=sum": [2, 3]}]}))


def parts_of_programs():
    attempt("cached_property", lambda: (lambda c: (c.x, c.x, vars(c)))(type("C", (), {"x": cached_property.cached_property(lambda s: [1])})()))
    attempt("lazy", lambda: type("C", (), {"x": lazy.lazy(lambda s: 5)})().x)
    attempt("promise", lambda: promise.Promise.all([promise.Promise.resolve(1), promise.Promise(lambda ok, no: ok(2))]).then(sum).get())
    attempt("promise", lambda: promise.Promise.reject(KeyError("k")).get())
    attempt("pydispatch", lambda: (pydispatch.dispatcher.connect(receiver, signal="s"), pydispatch.dispatcher.send("s", sender="me", x=1)))
    attempt("resolvelib", lambda: resolvelib.Resolver.base_exception)
    attempt("pretend", lambda: (lambda s: (s.a, s.f(3), s))(pretend.stub(a=1, f=lambda x: x * 2)))
    attempt("preggy", lambda: preggy.expect([1, 2]).to_length(3))
    attempt("plac", lambda: plac.call(lambda a, b=3, *c: (a, b, c), ["1", "2", "x", "y"]))
    attempt("parse_type", lambda: parse_type.TypeBuilder.make_enum({"yes": True, "no": False})("no"))
    attempt("pure_eval", lambda: [(e.__class__.__name__, v) for e, v in pure_eval.Evaluator({"a": [1], "b": {"k": 2}}).find_expressions(__import__("ast").parse("a[0] + b['k'] + c"))])
    attempt("escapism", lambda: (escapism.escape("a b/c\u00e9"), escapism.unescape("a_20b")))
    attempt("shtab", lambda: shtab.complete(parser_of_a_program(), "bash")[:300])
    attempt("entrypoints", entrypoints.get_single, "zork", "zork")
    attempt("execnet", lambda: execnet.XSpec("popen//python=python3//chdir=x"))
    attempt("execnet", lambda: (execnet.dumps([1, "a", {2: (None, 1.5)}]), execnet.loads(execnet.dumps({"x": {1}}))))
    attempt("priority", priorities)
    attempt("tinyrpc", lambda: (lambda p: (p.create_request("f", [1]).serialize(), p.parse_request(b'{"jsonrpc": "2.0", "method": "m", "id": 7}').error_respond(KeyError("x")).serialize()))(
        tinyrpc.protocols.jsonrpc.JSONRPCProtocol()))
    attempt("tinyrpc", lambda: tinyrpc.protocols.jsonrpc.JSONRPCProtocol().parse_request(b"{zork"))
    attempt("nagiosplugin", lambda: [(str(r), r.match(15)) for r in map(nagiosplugin.Range, ("10:20", "@10:20", "~:5"))])
    attempt("stopit", lambda: stopit.ThreadingTimeout(5).state)
    attempt("waiting", waiting.wait, lambda: False, timeout_seconds=0.01, sleep_seconds=0.005)
    attempt("sh", lambda: (str(sh.echo("a", "b c")), sh.wc(_in="x\ny\n", l=True).strip(), sh.Command("false").bake("x")))
    attempt("sh", sh.false)
    attempt("pebble", lambda: pebble.ThreadPool(max_workers=2).map(lambda x: x * x, range(4)).result() and "squares")
    attempt("circuits", circuit)
    attempt("aiofiles", lambda: asyncio.run(written_and_read()))
    attempt("wasabi", lambda: wasabi.table([("a", 1), ("bb", 22)], header=("k", "v"), divider=True))
    attempt("appdirs", lambda: appdirs.user_config_dir("app", "me", version="1").split("/")[-3:])
    attempt("lazr.uri", lambda: (lazr.uri.URI("http://a/b/c/../d?q#f").path, lazr.uri.URI("http://a/b/").append("c"), lazr.uri.URI("HTTP://A:80/%7Ea").ensureSlash()))
    attempt("lazr.uri", lazr.uri.URI, "http://[zork")
    record = logging.makeLogRecord({"msg": "m %s", "args": ("x",), "levelname": "INFO", "extra_key": [1]})
    attempt("pythonjsonlogger", lambda: pythonjsonlogger.jsonlogger.JsonFormatter("%(levelname)s %(message)s").format(record))
    attempt("logzero", lambda: logzero.LogFormatter(color=False, fmt="%(levelname)s %(message)s").format(record))
    attempt("objgraph", lambda: objgraph.count("Thing", [Thing(name="a"), 1]))


def receiver(sender, x):
    return sender, x


def parser_of_a_program():
    parser = argparse.ArgumentParser(prog="tool")
    parser.add_argument("--kind", choices=["a", "b"])
    parser.add_argument("file").complete = shtab.FILE
    return parser


def priorities():
    tree = priority.PriorityTree()
    for stream, weight in (1, 10), (3, 20), (5, 5):
        tree.insert_stream(stream, weight=weight)
    tree.block(3)
    return [next(tree) for _ in range(6)]


def circuit():
    class Hello(circuits.Event):
        """An event."""

    class App(circuits.Component):
        def Hello(self):
            show("circuits", "hello")
            self.stop()

        def started(self, *args):
            self.fire(Hello())

    return App().run()


async def written_and_read():
    async with aiofiles.open("a.txt", "w") as file:
        await file.write("a\nb\n")
    async with aiofiles.open("a.txt") as file:
        return [line async for line in file]


def packets_and_files():
    attempt("pamqp", lambda: pamqp.frame.marshal(pamqp.commands.Basic.Publish(0, "x", "rk"), 1).hex())
    attempt("pamqp", lambda: pamqp.frame.unmarshal(b"\x01\x00\x01\x00\x00"))
    attempt("pyrad", radius)
    attempt("puremagic", lambda: (puremagic.from_string(b"\x89PNG\r\n\x1a\n" + bytes(30)), puremagic.from_string(b"%PDF-1.5")))
    attempt("puremagic", puremagic.from_string, b"zork")
    attempt("olefile", lambda: olefile.isOleFile(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)))
    attempt("olefile", lambda: olefile.OleFileIO(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)))
    attempt("pefile", lambda: pefile.PE(data=b"MZ" + bytes(200)))
    attempt("zipp", zipped)
    attempt("public", lambda: public.public(pieces=3) and pieces)
    attempt("pluginbase", lambda: pluginbase.PluginBase("plugins").make_plugin_source(searchpath=["."]).list_plugins())
    attempt("pgpdump", lambda: list(pgpdump.BinaryData(bytes.fromhex("b4036869b2")).packets()))
    attempt("xlrd", lambda: xlrd.open_workbook(file_contents=b"zork" * 10))
    attempt("pycdlib", iso_image)
    attempt("zipstream", lambda: (lambda z: (z.writestr("a.txt", b"x" * 10), len(b"".join(z)) > 50))(zipstream.ZipFile(mode="w")))
    attempt("fsspec", lambda: (lambda f: (f.mkdir("/d"), f.pipe("/d/a", b"xyz"), f.ls("/d", detail=False), f.cat("/d/a"), f.glob("/*/a"), f.du("/")))(fsspec.filesystem("memory")))
    attempt("scantree", lambda: sorted(p.relative for p in scantree.scantree(".").filepaths()) and "files")
    attempt("whisper", rounds)
    attempt("dbf", dbase)
    attempt("omg", lambda: omg.WAD().graphics)
    attempt("statsd", lambda: statsd.StatsClient.__mro__[1].__name__)
    attempt("srp", lambda: len(srp.create_salted_verification_key("u", "p")[0]))
    attempt("httmock", mocked)


def radius():
    with open("dictionary", "w") as file:
        file.write("ATTRIBUTE User-Name 1 string\nATTRIBUTE NAS-Port 5 integer\nVALUE NAS-Port A 7\n")
    packet = pyrad.packet.AuthPacket(id=3, secret=b"s", authenticator=b"0" * 16, dict=pyrad.dictionary.Dictionary("dictionary"))
    packet["User-Name"] = "ann"
    packet["NAS-Port"] = "A"
    return packet.RequestPacket().hex(), dict(packet), packet["NAS-Port"]


def zipped():
    made = zipfile.ZipFile(io.BytesIO(), "w")
    made.writestr("d/a.txt", "hello")
    root = zipp.Path(made)
    return [p.name for p in root.iterdir()], (root / "d" / "a.txt").read_text(), (root / "zork").exists()


def iso_image():
    iso = pycdlib.PyCdlib()
    iso.new(interchange_level=3, joliet=3)
    iso.add_fp(io.BytesIO(b"hello"), 5, "/A.TXT;1", joliet_path="/a.txt")
    iso.add_directory("/D", joliet_path="/d")
    out = io.BytesIO()
    iso.write_fp(out)
    back = io.BytesIO()
    iso.get_file_from_iso_fp(back, joliet_path="/a.txt")
    names = [c.file_identifier() for c in iso.list_children(iso_path="/")]
    iso.close()
    return len(out.getvalue()), names, back.getvalue()


def rounds():
    whisper.create("w.wsp", [(60, 10), (300, 20)], xFilesFactor=0.5)
    whisper.update("w.wsp", 4.5, 1700000000, 1700000030)
    return whisper.info("w.wsp")["archives"], whisper.fetch("w.wsp", 1699999900, 1700000030, now=1700000030)


def dbase():
    table = dbf.Table("t.dbf", "name C(10); n N(5,2); d D; ok L", on_disk=False)
    table.open(dbf.READ_WRITE)
    table.append(("ann", 3.5, dbf.Date(2026, 1, 2), True))
    table.append({"name": "bob"})
    return [tuple(map(str, record)) for record in table], table.field_names


def mocked():
    import requests

    @httmock.urlmatch(netloc=r"(.*\.)?example\.com$")
    def answer(url, request):
        return {"status_code": 201, "content": {"path": url.path}, "headers": {"X": "y"}}

    with httmock.HTTMock(answer):
        reply = requests.get("http://www.example.com/a?b")
    return reply.status_code, reply.json(), reply.headers


for part in containers, schemas, numbers_and_time, parts_of_programs, packets_and_files:
    part()
