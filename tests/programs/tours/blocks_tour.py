"""A walk through libraries that programs are built of: plug-ins, signals, records of what happens, command lines,
terminals, code that looks at code, tests, protocols without their sockets, files of other programs."""
import argparse
import asyncio
import datetime
import enum
import io
import logging
import os
import pickle
import random
import sys
import tempfile
import traceback

import altgraph.GraphAlgo
import altgraph.Graph
import apispec
import argcomplete
import baron
import behave.parser
import blessed
import blinker
import bytecode
import calmjs.parse
import Cheetah.Template
import cloudpickle
import configargparse
import ddt
import decorator
import dill
import dns.message
import dns.name
import dns.rdata
import dns.reversename
import dns.zone
import elftools.elf.elffile
import exifread
import fakeredis
import falcon
import falcon.testing
import feedgenerator
import flexmock
import formencode.validators
import h2.config
import h2.connection
import hachoir.metadata
import hachoir.parser
import hamcrest
import hpack
import hyperframe.frame
import icecream
import injector
import kajiki
import kombu
import ldap3
import loguru
import mutagen.id3
import oauthlib.oauth1
import oauthlib.oauth2
import parameterized
import paste.httpheaders
import pexpect
import plumbum
import pluggy
import prompt_toolkit
import prompt_toolkit.application
import prompt_toolkit.input
import prompt_toolkit.output
import prov.model
import pulp
import pybtex.database
import pyee
import pykka
import pymysql
import pynmea2
import pyte
import redbaron
import rx
import rx.operators
import schedule
import scss
import sqlobject
import stack_data
import structlog
import tblib.pickling_support
import termcolor
import terminaltables
import typeguard
import wcwidth
import web
import webob
import xmlschema
import yapsy.PluginManager
import can
import crochet
import pdfminer.high_level

from shown import attempt, show

# Plug-ins, signals, what belongs together.
spec, impl = pluggy.HookspecMarker("p"), pluggy.HookimplMarker("p")


class Spec:
    @spec
    def add(self, a, b):
        """Adds."""

    @spec(firstresult=True)
    def first(self, a):
        """The first."""


class One:
    @impl(trylast=True)
    def add(self, a, b):
        return a + b

    @impl
    def first(self, a):
        return None if a < 0 else a


class Two:
    @impl(hookwrapper=True)
    def add(self, b):
        outcome = yield
        outcome.force_result([value * 10 for value in outcome.get_result()] + [b])


manager = pluggy.PluginManager("p")
manager.add_hookspecs(Spec)
manager.register(One(), "one")
manager.register(Two())
show("pluggy", manager.hook.add(a=1, b=2), manager.hook.first(a=3), manager.hook.first(a=-1), manager.has_plugin("one"))
attempt("pluggy", manager.register, type("Bad", (), {"add": impl(lambda self, zz: 1)})(), "bad")


class Engine:
    pass


class Car:
    @injector.inject
    def __init__(self, engine: Engine, name: str):
        self.engine, self.name = engine, name


def configure(binder):
    binder.bind(str, to="beetle")
    binder.bind(Engine, scope=injector.singleton)


box = injector.Injector(configure)
show("injector", box.get(Car).name, box.get(Car).engine is box.get(Car).engine)
attempt("injector", injector.Injector(auto_bind=False).get, Car)
signal = blinker.signal("done")
heard = []
listener = lambda sender, **data: heard.append((sender, data)) or len(heard)
signal.connect(listener)
show("blinker", signal.send("a", x=1), heard, signal, bool(signal.receivers))
emitter = pyee.EventEmitter()
emitter.on("go", heard.append)
emitter.once("go", lambda value: heard.append(("once", value)))
show("pyee", emitter.emit("go", 1), emitter.emit("go", 2), emitter.emit("no"), heard)
attempt("pyee", emitter.emit, "error", ValueError("x"))


class Counter(pykka.ThreadingActor):
    def __init__(self):
        super().__init__()
        self.total = 0

    def add(self, n):
        self.total += n
        return self.total

    def on_receive(self, message):
        return message * 2


actor = Counter.start()
show("pykka", actor.proxy().add(3).get(), actor.proxy().total.get(), actor.ask(4), actor.stop(), actor.is_alive())
attempt("pykka", actor.ask, 1)
seen = []
rx.of(3, 1, 2, 5).pipe(rx.operators.filter(lambda n: n > 1), rx.operators.scan(lambda a, b: a + b), rx.operators.buffer_with_count(2)).subscribe(seen.append, on_completed=lambda: seen.append("end"))
show("rx", seen)
schedule.every(10).minutes.do(print).tag("t")
schedule.every().monday.at("10:30").do(len, "x")
show("schedule", [job.interval for job in schedule.get_jobs()], schedule.get_jobs("t")[0].unit)
attempt("schedule", lambda: schedule.every().week.at("25:00"))

# Records of what happens.
structlog.configure(processors=[structlog.stdlib.add_log_level, structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer(sort_keys=True)], logger_factory=structlog.PrintLoggerFactory(sys.stdout))
structlog.get_logger().bind(a=1).info("event", b=[2])
try:
    1 / 0
except ZeroDivisionError:
    structlog.get_logger().exception("bad")
loguru.logger.remove()
loguru.logger.add(sys.stdout, format="{level} {function} {line} {message} {extra}", backtrace=False, diagnose=True)


@loguru.logger.catch(reraise=False)
def divide(a, b):
    return a / b


divide(1, 0)
loguru.logger.bind(x=1).warning("hello {} {name}", 3, name="n")

# Code that looks at code.
code = bytecode.Bytecode([bytecode.Instr("RESUME", 0), bytecode.Instr("LOAD_CONST", 42), bytecode.Instr("RETURN_VALUE")])
attempt("bytecode", lambda: eval(code.to_code()))
show("bytecode", [instr if isinstance(instr, bytecode.Label) else instr.name for instr in bytecode.Bytecode.from_code((lambda x: x + 1 if x else [i for i in x]).__code__) if not isinstance(instr, (bytecode.SetLineno, bytecode.TryBegin, bytecode.TryEnd))])
twice = cloudpickle.loads(cloudpickle.dumps(lambda n, k=2: n * k + len(heard[:0])))


@decorator.decorator
def traced(function, *args, **kwargs):
    return function.__name__, args, kwargs, function(*args, **kwargs)


@traced
def joined(a, b=2, *c, d=4, **e):
    return a, b, c, d, e


show("decorator", joined(1, 3, 5, d=6, z=7), __import__("inspect").signature(joined), joined.__wrapped__(0))


@typeguard.typechecked
def sized(a: int, *b: str, c: "list[int] | None" = None) -> str:
    return "x" * a if a else 3


attempt("typeguard", sized, 2, "a", c=[1])
attempt("typeguard", sized, "2")
attempt("typeguard", sized, 0)
attempt("typeguard", sized, 1, c=["a"])
tblib.pickling_support.install()
try:
    sized(None)
except TypeError as e:
    again = pickle.loads(pickle.dumps(e))
    show("tblib", type(again), [frame.name for frame in traceback.extract_tb(again.__traceback__)])
try:
    (lambda value: value["a"]["b"])({"a": {}})
except KeyError as e:
    show("stack_data", [[str(piece) if not isinstance(piece, stack_data.Line) else piece.text.strip() for piece in info.lines] for info in list(stack_data.FrameInfo.stack_data(e.__traceback__))[-1:]])
icecream.ic.configureOutput(prefix="ic ", outputFunction=print)
icecream.ic(twice(1), [1,
                       2])
show("redbaron", redbaron.RedBaron("a = f(1,  2) # c\n")[0].value.dumps(), baron.dumps(baron.parse("def f(x=1, *a): return x\n")), [node.name.value for node in redbaron.RedBaron("x = 1\ny = g(x)\n").find_all("assign") if node.value.type == "int" or True if hasattr(node, "name")])

# Command lines and terminals.
parser = configargparse.ArgParser(prog="p", default_config_files=[], auto_env_var_prefix="P_")
parser.add_argument("--size", type=int, default=3)
parser.add_argument("names", nargs="*")
show("configargparse", parser.parse_args(["a", "--size", "4"]), parser.parse_args([], env_vars={"P_SIZE": "9"}))
show("argcomplete", argcomplete.split_line("p --si a"), argcomplete.CompletionFinder(parser)._get_completions("--s", [], "", None))


screen = pyte.Screen(12, 4)
pyte.Stream(screen).feed("a\x1b[31mred\x1b[0m\r\n\x1b[2;5Hx日本\x1b[1;1H\x1b[L\x1b[4h!\x1b[?25l")
show("pyte", screen.display, screen.buffer[1][1], screen.cursor.x, screen.cursor.hidden)
show("wcwidth", [wcwidth.wcswidth(text) for text in ("abc", "日本", "é", "\x1b", "👩\u200d🔬")])
show("terminaltables", terminaltables.AsciiTable([["a", "b"], ["1", "two\nlines"]], "t").table, terminaltables.DoubleTable([["x"]]).table)
show("termcolor", repr(termcolor.colored("x", "red", attrs=["bold"])))
with prompt_toolkit.input.create_pipe_input() as keys:
    keys.send_text("hello\x02\x02X\r")
    session = prompt_toolkit.PromptSession(input=keys, output=prompt_toolkit.output.DummyOutput())
    show("prompt_toolkit", session.prompt("> "))
    keys.send_text("ab\x01\x0bcd\x19\r")
    show("prompt_toolkit", session.prompt("> ", default="q"), list(session.history.get_strings()))
show("prompt_toolkit", prompt_toolkit.formatted_text.to_formatted_text(prompt_toolkit.HTML("<b>a</b> <ansired>&lt;</ansired>")))
terminal = blessed.Terminal(kind="xterm", force_styling=True, stream=io.StringIO())
show("blessed", repr(terminal.bold_red("x")), terminal.length("\x1b[1mab\x1b[0m"), terminal.wrap("a b c d", 3), repr(terminal.move_xy(1, 2)))
echo = plumbum.local["echo"]
show("plumbum", echo("a", "b"), (echo["x y"] | plumbum.local["tr"]["x", "z"])(), plumbum.local.path("/usr") / "bin", echo["$a"])
attempt("plumbum", plumbum.local["false"])
child = pexpect.spawn("/bin/sh", ["-c", "stty -echo; read a; echo got $a; exit 3"], encoding="utf-8", timeout=5)
child.sendline("it")
show("pexpect", child.expect(["nothing", r"got (\w+)"]), child.match.group(1), child.expect(pexpect.EOF), child.wait())

# Tests.
attempt("hamcrest", hamcrest.assert_that, [1, 2], hamcrest.has_item(hamcrest.greater_than(5)), "why")
attempt("hamcrest", hamcrest.assert_that, {"a": 1}, hamcrest.has_entries(a=hamcrest.all_of(1, hamcrest.instance_of(str))))
flexmock.flexmock(os).should_receive("getcwd").and_return("/x").once()
show("flexmock", os.getcwd(), flexmock.teardown() if hasattr(flexmock, "teardown") else "")
attempt("behave", behave.parser.parse_feature, "Feature: f\n  Scenari: x\n")

# Protocols.
encoder = hpack.Encoder()
block = encoder.encode([(":path", "/x"), ("a", "b" * 20)])
show("hpack", block, hpack.Decoder().decode(block), hyperframe.frame.DataFrame(1, b"x", flags=["END_STREAM"]).serialize())
client = h2.connection.H2Connection()
client.initiate_connection()
client.send_headers(1, [(":method", "GET"), (":path", "/"), (":authority", "a"), (":scheme", "https")], end_stream=True)
server = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
server.initiate_connection()
show("h2", [type(event).__name__ for event in server.receive_data(client.data_to_send())])
query = dns.message.make_query("www.dnspython.org", "MX")
query.id = 7
show("dnspython", query.to_text(), query.to_wire(), dns.reversename.from_address("::1"), dns.name.from_text("a.b").relativize(dns.name.from_text("b.")))
show("dnspython", dns.zone.from_text("@ 60 IN SOA a. b. 1 2 3 4 5\n@ NS ns\nns A 1.2.3.4\nw TXT \"a b\"\n", "x.y.").to_text())
attempt("dnspython", dns.name.from_text, "a" * 64)


class Thing:
    def on_get(self, request, response, n):
        response.media = {"n": n, "q": request.get_param_as_int("q"), "h": request.get_header("X")}

    def on_post(self, request, response, n):
        raise falcon.HTTPConflict(title="no", description=request.bounded_stream.read().decode())


app = falcon.App()
app.add_route("/t/{n:int}", Thing())
tester = falcon.testing.TestClient(app)
for answer in tester.simulate_get("/t/3?q=4", headers={"X": "y"}), tester.simulate_get("/t/x"), tester.simulate_post("/t/1", body="b"), tester.simulate_put("/t/1"):
    show("falcon", answer.status, answer.text, sorted(answer.headers.items()))
request = webob.Request.blank("/a?b=c&b=d", POST={"x": "é"}, accept="text/html;q=0.5, */*;q=0.1", cookies={"k": "v"})
show("webob", request.GET.getall("b"), request.POST["x"], request.accept.best_match(["a/b", "text/html"]), request.cookies["k"], request.as_text())
response = webob.Response("x", etag="e", last_modified=datetime.datetime(2020, 1, 1))
response.set_cookie("a", "b", max_age=3, samesite="lax")
show("webob", sorted(item for item in response.headerlist if item[0] != "Set-Cookie"), response.conditional_response)
urls = ("/(.*)", "hello")
hello = type("hello", (), {"GET": lambda self, name: f"hi {name} {web.input(q='z').q}"})
show("web.py", web.application(urls, {"hello": hello}).request("/you?q=w"), web.safestr("é"), web.utils.numify("a1b2"))
show("oauthlib", oauthlib.oauth1.Client("k", client_secret="s", nonce="n", timestamp="1").sign("http://a/b?c=d")[1])
show("oauthlib", oauthlib.oauth2.WebApplicationClient("id").prepare_request_uri("https://a/b", redirect_uri="https://c", scope=["x", "y"], state="s"))
attempt("oauthlib", oauthlib.oauth2.WebApplicationClient("id").parse_request_body_response, '{"error": "invalid_grant"}')
show("ldap3", ldap3.utils.dn.parse_dn("cn=a\\,b+ou=c,dc=d"), ldap3.utils.conv.escape_filter_chars("a*(b)"))
base = ldap3.Connection(ldap3.Server("fake"), user="cn=u,o=x", password="p", client_strategy=ldap3.MOCK_SYNC)
base.strategy.add_entry("cn=u,o=x", {"userPassword": "p", "sn": "S", "objectClass": "person"})
show("ldap3", base.bind(), base.search("o=x", "(&(sn=S)(objectClass=*))", attributes=["sn"]), base.response[0]["attributes"])
show("pymysql", pymysql.converters.escape_item({"a": "x'y"}["a"], "utf8"), pymysql.converters.escape_item(datetime.datetime(2020, 1, 2), "utf8"), pymysql.converters.convert_datetime("2020-01-02 03:04:05"))
redis = fakeredis.FakeStrictRedis()
show("fakeredis", redis.set("a", 1), redis.incr("a", 4), redis.lpush("l", 1, 2), redis.lrange("l", 0, -1), redis.hset("h", mapping={"x": "y"}), redis.hgetall("h"), redis.zadd("z", {"m": 2, "n": 1}), redis.zrange("z", 0, -1, withscores=True), sorted(redis.keys("*")))
attempt("fakeredis", redis.incr, "l")
with kombu.Connection("memory://") as connection:
    queue = connection.SimpleQueue("q")
    queue.put({"a": [1]}, serializer="json")
    message = queue.get(timeout=1)
    show("kombu", message.payload, message.content_type, message.ack())
sentence = pynmea2.parse("$GPGGA,184353.07,1929.045,S,02410.506,E,1,04,2.6,100.00,M,-33.9,M,,0000*6D")
show("pynmea2", sentence.latitude, sentence.timestamp, repr(sentence))
attempt("pynmea2", pynmea2.parse, "$GPGGA,1*00")
show("can", can.Message(arbitration_id=0x123, data=[1, 2, 3], is_extended_id=False), can.Message(arbitration_id=1, is_remote_frame=True, dlc=4))

# Files of other programs.
with open("/bin/true", "rb") as file:
    elf = elftools.elf.elffile.ELFFile(file)
    show("elftools", elf["e_machine"], [section.name for section in elf.iter_sections()][:9], elf.get_section_by_name(".dynamic").get_tag(0))
with open("t.txt.gz", "wb") as file:
    file.write(__import__("gzip").compress(b"hello", mtime=1))
parsed = hachoir.parser.createParser("t.txt.gz")
show("hachoir", parsed, [field.name for field in parsed][:12], hachoir.metadata.extractMetadata(parsed).exportPlaintext())
parsed.stream._input.close() if hasattr(parsed.stream, "_input") else None
os.remove("t.txt.gz")
tags = mutagen.id3.ID3()
tags.add(mutagen.id3.TIT2(encoding=3, text=["é", "x"]))
tags.add(mutagen.id3.TRCK(text="3/9"))
target = io.BytesIO()
tags.save(target)
show("mutagen", target.getvalue()[:40], tags.pprint(), +mutagen.id3.ID3(io.BytesIO(target.getvalue()))["TRCK"])
library = pybtex.database.parse_string("@book{k, title={A {B}}, author={Jan van den Berg and Doe, Jr., J.}, year=2020}", "bibtex")
show("pybtex", library.to_string("yaml"), [str(person) for person in library.entries["k"].persons["author"]], library.entries["k"].persons["author"][0].prelast_names)
XSD = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType><xs:sequence>
<xs:element name="n" type="xs:int" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="d" type="xs:date"/></xs:complexType></xs:element></xs:schema>"""
rules = xmlschema.XMLSchema(XSD)
show("xmlschema", rules.to_dict("<r d='2020-01-02'><n>1</n><n>2</n></r>"), rules.is_valid("<r><n>x</n></r>"), rules.elements)
attempt("xmlschema", rules.validate, "<r d='2020-13-02'><n>1</n></r>")
feed = feedgenerator.Atom1Feed("T", "http://a", "D")
feed.add_item("i", "http://a/i", "d", pubdate=datetime.datetime(2020, 1, 2), unique_id="u", updateddate=datetime.datetime(2020, 1, 3))
show("feedgenerator", feed.writeString("utf-8"))
show("scss", scss.Compiler().compile_string("$a: 3px; @mixin m($x) { width: $x * 2 } .b { @include m($a); &:hover { color: mix(red, blue) } @for $i from 1 through 2 { .c#{$i} { top: $i } } }"))
show("kajiki", kajiki.XMLTemplate("<div><p py:for='i in range(2)' py:if='i' class='c$i'>${i * 2} &lt; <b py:content='x'>y</b></p></div>")({"x": "<q>"}).render())
attempt("formencode", formencode.validators.Email(not_empty=True).to_python, "x@")
attempt("formencode", formencode.validators.Int(min=3).to_python, "2")
show("formencode", formencode.validators.DateConverter().to_python("3/4/2020"), formencode.variabledecode.variable_decode({"a-1": 1, "a-0": 0, "b.c": 2}) if hasattr(formencode, "variabledecode") else "")
sqlobject.sqlhub.processConnection = sqlobject.connectionForURI("sqlite:/:memory:")


class Person(sqlobject.SQLObject):
    name = sqlobject.StringCol(length=20)
    age = sqlobject.IntCol(default=None)


Person.createTable()
Person(name="a", age=3), Person(name="b")
show("sqlobject", list(Person.select(Person.q.age > 1)), Person.select().count(), Person.get(2), Person.createTableSQL()[0])
document = prov.model.ProvDocument()
document.add_namespace("e", "http://e/")
document.wasGeneratedBy(document.entity("e:x", {"e:k": 3}), document.activity("e:a"))
show("prov", document.get_provn())
graph = altgraph.Graph.Graph()
for edge in (1, 2), (2, 3), (1, 4), (4, 3):
    graph.add_edge(*edge)
show("altgraph", graph.forw_topo_sort(), altgraph.GraphAlgo.shortest_path(graph, 1, 3), graph)
problem = pulp.LpProblem("p", pulp.LpMaximize)
x, y = pulp.LpVariable("x", 0, 4), pulp.LpVariable("y", cat="Integer")
problem += 3 * x + 2 * y, "goal"
problem += x + y <= 5.5, "c1"
show("pulp", problem, pulp.lpSum([x, y, 2]), (x + y <= 3).name)
show("apispec", apispec.APISpec("t", "1", "3.0.0").path("/a", operations={"get": {"responses": {"200": {"description": "d"}}}}).to_yaml())
