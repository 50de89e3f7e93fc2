"""Deferreds, protocols over TCP, the web server and client, threads, tests by trial's TestCase."""
from twisted.internet import defer, endpoints, error, protocol, reactor, task, threads
from twisted.internet.testing import MemoryReactorClock, StringTransport
from twisted.protocols import amp, basic
from twisted.python import failure, filepath, usage
from twisted.web import client, resource, server
from twisted.python.util import InsensitiveDict


class Echo(basic.LineReceiver):
    def lineReceived(self, line):
        self.sendLine(b"echo " + line)
        if line == b"bye":
            self.transport.loseConnection()


class Talk(basic.LineReceiver):
    def connectionMade(self):
        self.lines = []
        for line in (b"one", b"two", b"bye"):
            self.sendLine(line)

    def lineReceived(self, line):
        self.lines.append(line)

    def connectionLost(self, reason):
        self.factory.done.callback((self.lines, reason.type.__name__))


class Sum(amp.Command):
    arguments = [(b"a", amp.Integer()), (b"b", amp.Integer())]
    response = [(b"total", amp.Integer())]
    errors = {ValueError: b"VALUE"}


class Math(amp.AMP):
    @Sum.responder
    def sum(self, a, b):
        if a < 0:
            raise ValueError("negative")
        return {"total": a + b}


class Page(resource.Resource):
    isLeaf = True

    def render_GET(self, request):
        request.setHeader(b"content-type", b"text/plain")
        if request.path == b"/late":
            reactor.callLater(0.01, lambda: (request.write(b"late"), request.finish()))
            return server.NOT_DONE_YET
        return b"page " + request.path + repr(sorted(request.args.items())).encode()

    def render_POST(self, request):
        return request.content.read()[::-1]


@defer.inlineCallbacks
def main(reactor):
    d = defer.Deferred()
    d.addCallback(lambda x: x / 0).addErrback(lambda f: f.trap(ZeroDivisionError) and "trapped").addBoth(lambda r: (r, "both"))
    d.callback(1)
    print((yield d), (yield defer.gatherResults([defer.succeed(1), threads.deferToThread(pow, 2, 10)])), (yield defer.DeferredList([defer.succeed(1), defer.fail(KeyError("k"))], consumeErrors=True)))
    factory = protocol.Factory.forProtocol(Echo)
    port = yield endpoints.TCP4ServerEndpoint(reactor, 0, interface="127.0.0.1").listen(factory)
    asked = protocol.ClientFactory.forProtocol(Talk)
    asked.done = defer.Deferred()
    reactor.connectTCP("127.0.0.1", port.getHost().port, asked)
    print((yield asked.done))
    yield port.stopListening()
    factory = protocol.Factory.forProtocol(Math)
    port = yield endpoints.serverFromString(reactor, "tcp:0:interface=127.0.0.1").listen(factory)
    math = yield endpoints.connectProtocol(endpoints.TCP4ClientEndpoint(reactor, "127.0.0.1", port.getHost().port), Math())
    print((yield math.callRemote(Sum, a=2, b=40)))
    try:
        yield math.callRemote(Sum, a=-2, b=40)
    except ValueError as problem:
        print("remote", problem)
    math.transport.loseConnection()
    yield port.stopListening()
    port = reactor.listenTCP(0, server.Site(Page()), interface="127.0.0.1")
    agent = client.Agent(reactor)
    base = b"http://127.0.0.1:%d" % port.getHost().port
    for path in (b"/a?b=c&b=d", b"/late"):
        answer = yield agent.request(b"GET", base + path)
        print(answer.code, answer.headers.getRawHeaders(b"content-type"), (yield client.readBody(answer)))
    yield port.stopListening()
    try:
        yield endpoints.clientFromString(reactor, "tcp:127.0.0.1:1").connect(protocol.Factory.forProtocol(Echo))
    except error.ConnectError as problem:
        print(type(problem).__name__)
    late = task.deferLater(reactor, 10, print)
    late.cancel()
    try:
        yield late
    except defer.CancelledError:
        print("cancelled")
    print((yield defer.ensureDeferred(coroutine())))


async def coroutine():
    lock = defer.DeferredLock()
    async with lock:
        return await task.deferLater(reactor, 0.001, lambda: "slept")


clock = task.Clock()
calls = []
loop = task.LoopingCall(lambda: calls.append(clock.seconds()))
loop.clock = clock
loop.start(2)
clock.pump([1] * 6)
print(calls, loop)
transport = StringTransport()
echo = Echo()
echo.makeConnection(transport)
echo.dataReceived(b"a\r\nb")
echo.dataReceived(b"c\r\n")
print(transport.value())


class Options(usage.Options):
    optFlags = [["verbose", "v", "Talk more"]]
    optParameters = [["port", "p", 80, "The port", int]]

    def parseArgs(self, name):
        self["name"] = name


parsed = Options()
parsed.parseOptions(["-v", "--port=8080", "me"])
print(dict(parsed), str(Options()).splitlines()[1])
try:
    Options().parseOptions(["--port=x", "me"])
except usage.UsageError as problem:
    print(problem)
try:
    raise IndexError("kept")
except IndexError:
    print(failure.Failure().getErrorMessage(), failure.Failure().check(LookupError), failure.Failure().getBriefTraceback().splitlines()[0])
path = filepath.FilePath("a").child("b")
path.makedirs()
path.child("f").setContent(b"x")
print([p.basename() for p in filepath.FilePath("a").walk()], InsensitiveDict({"A": 1})["a"])
task.react(main)
