"""A client against a server of the standard library: methods, redirects, cookies, uploads, streams, retries, errors."""
import http.server
import json
import threading

import requests
from requests.adapters import HTTPAdapter
from requests.auth import HTTPDigestAuth
from urllib3.util.retry import Retry


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    failures = 2

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path.startswith("/json"):
            kept = {k: v for k, v in self.headers.items() if k not in ("Host", "User-Agent", "Accept-Encoding")}
            self.answer(200, json.dumps({"path": self.path, "headers": kept}).encode(), Content_Type="application/json; charset=utf-8")
        elif self.path == "/redirect":
            self.answer(302, Location="/cookies", Set_Cookie="a=1; Path=/")
        elif self.path == "/cookies":
            self.answer(200, (self.headers.get("Cookie") or "none").encode(), Set_Cookie="b=2; Path=/x")
        elif self.path == "/latin":
            self.answer(200, "grün".encode("latin-1"), Content_Type="text/plain; charset=latin-1")
        elif self.path == "/loop":
            self.answer(301, Location="/loop")
        elif self.path == "/flaky" and Handler.failures:
            Handler.failures -= 1
            self.answer(503)
        elif self.path == "/chunks":
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for n in range(3):
                part = f"line {n}\n".encode()
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.write(b"0\r\n\r\n")
        elif self.path == "/slow":
            threading.Event().wait(1)
            self.answer(200)
        elif self.path == "/digest" and not self.headers.get("Authorization"):
            self.answer(401, WWW_Authenticate='Digest realm="r", nonce="n", qop="auth", opaque="o"')
        else:
            self.answer(404 if self.path == "/missing" else 200, b"ok")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(201, json.dumps([self.headers.get("Content-Type", "").split(";")[0], len(body), body[-60:].decode("latin-1") if b"boundary" not in body[:9] and not body.startswith(b"--") else ""]).encode())

    do_PUT = do_PATCH = do_POST

    def do_DELETE(self):
        self.answer(204)

    def do_HEAD(self):
        self.answer(200, X_Head="yes")

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_port}"
answer = requests.get(base + "/json", params={"a": [1, 2], "b": "ä &"}, headers={"X-Own": "v"}, auth=("user", "pass"))
print(answer.status_code, answer.reason, answer.encoding, answer.headers["content-type"], json.dumps(answer.json(), sort_keys=True))
with requests.Session() as session:
    session.headers["X-Session"] = "s"
    answer = session.get(base + "/redirect")
    print(answer.text, [r.status_code for r in answer.history], session.cookies.get_dict(), answer.url.replace(base, ""))
    print(session.post(base, data={"k": "v", "l": ["1", "2"]}).json(), session.post(base, json={"x": [1]}).json(), session.put(base, data=b"raw").json())
    print(session.post(base, files={"f": ("name.txt", b"content", "text/plain")}).json()[0], session.delete(base).status_code, session.head(base).headers["X-Head"])
    session.mount(base, HTTPAdapter(max_retries=Retry(3, status_forcelist=[503], backoff_factor=0.001)))
    print(session.get(base + "/flaky").status_code)
    session.hooks["response"].append(lambda r, *a, **k: print("hook", r.status_code))
    session.get(base + "/missing")
print(requests.get(base + "/latin").text, list(requests.get(base + "/chunks", stream=True).iter_lines()), requests.get(base + "/digest", auth=HTTPDigestAuth("u", "p")).status_code)
for call in (lambda: requests.get(base + "/loop"), lambda: requests.get(base + "/missing").raise_for_status(), lambda: requests.get("http://127.0.0.1:1/"), lambda: requests.get(base + "/slow", timeout=0.1),
             lambda: requests.get("nothing"), lambda: requests.get("ftp://x"), lambda: requests.get(base + "/latin").json(), lambda: requests.get("http://[::bad")):
    try:
        call()
    except requests.RequestException as error:
        import re
        print(type(error).__name__, re.sub("0x[0-9a-f]+", "ADDRESS", str(error).replace(str(server.server_port), "PORT")))
prepared = requests.Request("POST", base + "/a b?x=1#f", params="y=2", json={"z": 1}, cookies={"c": "d"}).prepare()
print(prepared.method, prepared.url.replace(base, ""), dict(prepared.headers), prepared.body)
server.shutdown()
