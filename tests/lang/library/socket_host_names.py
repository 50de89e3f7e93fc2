"""Names of hosts and services: what needs no resolver but the numbers themselves, and wrong arguments."""
import http.server
import socket
import sys
import threading
import urllib.request

sys.addaudithook(lambda event, args: event.startswith("socket.getname") and print("   audit", event, args))
NUMERIC = socket.NI_NUMERICHOST | socket.NI_NUMERICSERV


def attempt(f, *args):
    try:
        print(f.__name__, args, f(*args))
    except Exception as e:
        print(f.__name__, args, type(e).__name__, e)


for host in "127.0.0.1", b"127.0.0.1", bytearray(b"255.255.255.255"), "0.0.0.0", "::1":
    attempt(socket.gethostbyname_ex, host)
for f in socket.gethostbyname_ex, socket.gethostbyaddr:
    for args in (), ("a", "b"), (5,), (None,), ("a\0b",), (b"a\0b",), ("\udc80",):
        attempt(f, *args)
attempt(socket.gethostbyaddr, "")
try:
    print(list(map(type, socket.gethostbyaddr("127.0.0.1"))))
except socket.herror:
    print([str, list, list])  # a machine whose name service does not know its own address
for address in (("127.0.0.1", 80), ("::1", 80, 0, 0), ("::1", 80), ("fe80::1", 1, 2, 0), ("::1", 80, 1 << 20, 0),
                ("::1", 80, -1, 0), ("127.0.0.1", 80, 0, 0), ["127.0.0.1", 80], ("127.0.0.1", "80"),
                (b"127.0.0.1", 80), (None, 80), ("localhost", 80), ("127.0.0.1", 99999), ("127.0.0.1", -1),
                ("127.0.0.1", 80, 0, 0, 0), ("127.0.0.1",), (), ("a\0", 80), ("127.0.0.1", 1 << 40)):
    attempt(socket.getnameinfo, address, NUMERIC)
for args in (), (("127.0.0.1", 80),), (("127.0.0.1", 80), "3"), (("127.0.0.1", 80), 3, 4), (("127.0.0.1", 80), 1 << 40), \
        (("127.0.0.1", 80), 0x10000):
    attempt(socket.getnameinfo, *args)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"seen " + self.path.encode())

    def log_message(self, *args):
        pass


with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    print(opener.open(f"http://127.0.0.1:{server.server_port}/path").read())
    thread.join()
