"""A server and a client in one loop: handlers, templates, websockets, locks, queues, gen."""
import asyncio
import datetime
import json

from tornado import escape, gen, httpclient, httputil, ioloop, locks, options, queues, template, web, websocket
from tornado.httpserver import HTTPServer
from tornado.routing import PathMatches, Rule, RuleRouter
from tornado.testing import bind_unused_port


class Main(web.RequestHandler):
    def prepare(self):
        self.set_header("X-Prepared", "1")

    async def get(self, name="none"):
        await gen.sleep(0.001)
        self.write({"name": name, "args": self.get_arguments("a")})

    def post(self):
        files = {k: [(f.filename, f.body.decode()) for f in v] for k, v in self.request.files.items()}
        self.finish(f"{sorted(self.request.arguments.items())} {files}")


class Fails(web.RequestHandler):
    def get(self):
        raise web.HTTPError(403, reason="no entry")

    def write_error(self, status, **more):
        self.write(f"error {status} {more['exc_info'][1]}")


class Streamed(web.RequestHandler):
    async def get(self):
        for n in range(3):
            self.write(f"{n};")
            await self.flush()


class Echo(websocket.WebSocketHandler):
    def open(self):
        self.write_message("welcome")

    def on_message(self, message):
        self.write_message(message[::-1], binary=isinstance(message, bytes))


async def main():
    app = web.Application([(r"/", Main), (r"/n/(?P<name>\w+)", Main), (r"/fails", Fails), (r"/stream", Streamed), (r"/ws", Echo), (r"/old", web.RedirectHandler, {"url": "/n/new"})], log_function=lambda h: None)
    socket, port = bind_unused_port()
    server = HTTPServer(app)
    server.add_sockets([socket])
    client = httpclient.AsyncHTTPClient()
    base = f"http://127.0.0.1:{port}"
    for path in ("/?a=1&a=2", "/n/ann", "/fails", "/stream", "/old", "/nowhere"):
        answer = await client.fetch(base + path, raise_error=False)
        print(path, answer.code, answer.reason, answer.headers.get("X-Prepared"), answer.headers["Content-Type"], answer.body.decode(), answer.effective_url.replace(base, ""))
    print((await client.fetch(base, method="POST", body="x=1&y=%C3%BC")).body.decode())
    try:
        await client.fetch(base + "/nowhere")
    except httpclient.HTTPClientError as error:
        print(error)
    connection = await websocket.websocket_connect(f"ws://127.0.0.1:{port}/ws")
    await connection.write_message("abc")
    await connection.write_message(b"\x00\xff", binary=True)
    print([await connection.read_message() for _ in range(3)])
    connection.close()
    server.stop()
    queue, done = queues.Queue(maxsize=2), []

    async def consume():
        async for item in queue:
            done.append(item)
            queue.task_done()

    asyncio.ensure_future(consume())
    for n in range(5):
        await queue.put(n)
    await queue.join()
    lock, condition, event = locks.Lock(), locks.Condition(), locks.Event()
    async with lock:
        print(done, lock, await condition.wait(timeout=datetime.timedelta(seconds=0.001)), event.is_set())
    print(await gen.multi({"a": gen.maybe_future(1), "b": asyncio.sleep(0, 2)}))
    try:
        await gen.with_timeout(datetime.timedelta(milliseconds=5), asyncio.sleep(1))
    except gen.TimeoutError:
        print("timed out")


@gen.coroutine
def old():
    a = yield gen.sleep(0.001)
    b = yield [asyncio.sleep(0, 1), asyncio.sleep(0, 2)]
    raise gen.Return((a, b))


ioloop.IOLoop.current().run_sync(main)
print(ioloop.IOLoop.current().run_sync(old))
loader = template.DictLoader({"base.html": "<{% block a %}base{% end %}>{% include 'part.html' %}", "part.html": "part {{ n }}", "page.html": "{% extends 'base.html' %}{% block a %}{% for i in range(n) %}{{ i }}{% if i %},{% else %}:{% end %}{% end %}{% raw '<b>' %}{{ '<i>' }}{% try %}{{ 1/0 }}{% except %}failed{% end %}{% end %}"})
print(loader.load("page.html").generate(n=3).decode())
print(template.Template("{% set y = x %}{% while y %}{% set y = y[1:] %}{{ y }}{% end %}{% apply upper %}abc{% end %}{% import math %}{{ math.floor(2.5) }}").generate(x="abc", upper=lambda b: b.upper()))
try:
    template.Template("{% if %}\n{% end ")
except template.ParseError as error:
    print(error)
print(escape.linkify("see http://a.b/c?d=e"), escape.xhtml_escape("<&'\">"), escape.json_encode({"a": "</x>"}), escape.url_escape("a b"), escape.squeeze(" a  b "), httputil.url_concat("http://a?b=1", [("c", "d")]), httputil.parse_body_arguments, sep="\n") if False else print(escape.linkify("see http://a.b/c?d=e"), escape.json_encode({"a": "</x>"}))
print(httputil.HTTPHeaders.parse("A: b\r\nA: c\r\nD: e\r\n f\r\n").get_all().__class__.__name__, httputil.parse_request_start_line("GET /x HTTP/1.1"), httputil.format_timestamp(0))
