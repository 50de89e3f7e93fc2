"""A client against an ASGI application, a WSGI application, a transport made by hand, and a socket."""
import asyncio
import http.server
import threading

import httpx


async def application(scope, receive, send):
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    text = f"{scope['method']} {scope['path']} {scope['query_string'].decode()} {body.decode()}".encode()
    await send({"type": "http.response.start", "status": 302 if scope["path"] == "/go" else 200, "headers": [(b"content-type", b"text/plain"), (b"location", b"/there")]})
    await send({"type": "http.response.body", "body": text})


async def asynchronous():
    async with httpx.AsyncClient(app=application, base_url="http://test", follow_redirects=True) as client:
        print((await client.get("/a", params={"x": [1, 2], "y": "z w"})).text)
        print((await client.post("/b", json={"k": None})).text, (await client.put("/c", content=b"raw")).text)
        answer = await client.get("/go")
        print(answer.text, answer.history, answer.url)
        print([r.status_code for r in await asyncio.gather(*(client.get(f"/{n}") for n in range(5)))])


def handle(request):
    if request.url.path == "/fail":
        raise httpx.ConnectTimeout("too slow", request=request)
    if request.url.path == "/500":
        return httpx.Response(500, text="broken")
    return httpx.Response(200, json={"url": str(request.url), "headers": sorted(k for k in request.headers), "body": request.content.decode()[:40]}, headers={"Set-Cookie": "a=b"})


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write("größe\n".encode() * 3)

    def log_message(self, *args):
        pass


asyncio.run(asynchronous())
with httpx.Client(transport=httpx.MockTransport(handle), base_url="http://mock/", auth=("u", "p"), event_hooks={"response": [lambda r: print("hook", r.status_code)]}) as client:
    print(client.get("x", params={"q": "ä"}, cookies={"c": "d"}).json(), client.cookies)
    print(client.post("y", data={"a": ["1", "2"]}).json(), client.post("z", files={"f": ("n", b"c")}).status_code)
    for call in (lambda: client.get("/fail"), lambda: client.get("/500").raise_for_status(), lambda: client.get("/x").text.encode("ascii") and httpx.get("foo://x"), lambda: httpx.URL("http://[")):
        try:
            call()
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            print(type(error).__name__, str(error).splitlines()[0])
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_port}"
with httpx.stream("GET", base) as answer:
    print(answer.http_version, answer.encoding, list(answer.iter_lines()))
print(httpx.get(base).text, httpx.get(base).headers["content-type"])
server.shutdown()
url = httpx.URL("https://us:pw@example.org:8443/a b/ü?q=1&q=2#frag")
print(url, url.host, url.raw_host, url.port, url.path, url.query, url.params.get_list("q"), url.copy_with(path="/n", port=None), url.join("../c"), httpx.QueryParams("a=1&a=2").set("a", 3), httpx.Headers([("A", "1"), ("a", "2")]).get_list("a"))
