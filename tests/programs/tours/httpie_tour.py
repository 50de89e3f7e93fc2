"""HTTPie against a server of the standard library, and its offline requests; gunicorn's and waitress's parsers of requests; h2 and wsproto by hand."""
import http.server
import io
import json
import subprocess
import sys
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"path": self.path, "accept": self.headers.get("Accept"), "x": self.headers.get("X-A")}).encode()
        self.send_response(404 if "missing" in self.path else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def date_time_string(self, timestamp=None):
        return "NOW"

    def version_string(self):
        return "server"

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_port}"
for arguments in (["--offline", "POST", "pie.dev/post", "a=1", "b:=[1,null]", "X-H:v", "q==p"], ["--offline", "-f", "PUT", "x.y", "a=ü", "b@/etc/hostname" if False else "c=d"], ["-v", "--pretty=none", base + "/a", "X-A:b"], ["--check-status", base + "/missing"], ["--print=b", base + "/p", "q==1", "q==2"], ["--version"], ["nosuch://x"], ["--offline", "GET", "x", "bad"]):
    done = subprocess.run([sys.executable, "-m", "httpie", "--ignore-stdin", *arguments], capture_output=True, text=True)
    print(arguments[0], done.returncode, done.stdout.replace(str(server.server_port), "PORT"), done.stderr.replace(str(server.server_port), "PORT"))
server.shutdown()
import h11
import wsproto
from h2.config import H2Configuration
from h2.connection import H2Connection
from waitress.adjustments import Adjustments
from waitress.parser import HTTPRequestParser
from wsproto import events

for data in (b"GET /a%20b?q=1 HTTP/1.1\r\nHost: x\r\nA: b\r\nA: c\r\n\r\n", b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", b"BAD\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"GET / HTTP/1.0\r\nA : b\r\n\r\n"):
    request = HTTPRequestParser(Adjustments())
    print(request.received(data), request.completed, request.error and (request.error.code, request.error.body), getattr(request, "headers", None), getattr(request, "path", None))
    connection = h11.Connection(h11.SERVER)
    try:
        connection.receive_data(data)
        while True:
            event = connection.next_event()
            print(event)
            if event in (h11.NEED_DATA, h11.PAUSED) or isinstance(event, h11.EndOfMessage):
                break
        print(connection.send(h11.Response(status_code=200, headers=[("a", "b")])), connection.states)
    except h11.ProtocolError as error:
        print(type(error).__name__, error)
client, peer = H2Connection(H2Configuration(client_side=True)), H2Connection(H2Configuration(client_side=False))
client.initiate_connection()
client.send_headers(1, [(":method", "GET"), (":path", "/"), (":scheme", "https"), (":authority", "x"), ("custom", "value" * 20)], end_stream=True)
peer.initiate_connection()
print(peer.receive_data(client.data_to_send()))
peer.send_headers(1, [(":status", "200"), ("a", "b")])
peer.send_data(1, b"body" * 100, end_stream=True)
for event in client.receive_data(peer.data_to_send()):
    print(event)
web, far = wsproto.WSConnection(wsproto.ConnectionType.CLIENT), wsproto.WSConnection(wsproto.ConnectionType.SERVER)
request = web.send(events.Request(host="h", target="/t", subprotocols=["p"], extensions=[wsproto.extensions.PerMessageDeflate()]))
far.receive_data(request)
for event in far.events():
    print(type(event).__name__, event.target, event.subprotocols)
    web.receive_data(far.send(events.AcceptConnection(subprotocol="p", extensions=[wsproto.extensions.PerMessageDeflate()])))
print([type(e).__name__ for e in web.events()])
far.receive_data(web.send(events.TextMessage("hello ü" * 50)) + web.send(events.BytesMessage(b"\x00" * 200)) + web.send(events.Ping(b"p")) + web.send(events.CloseConnection(1001, "bye")))
print(list(far.events()))
