"""Routing, requests, responses, headers, data structures, the test client, the debugger's reports."""
import io

from werkzeug.datastructures import Accept, CombinedMultiDict, ETags, FileStorage, Headers, ImmutableMultiDict, MultiDict, Range
from werkzeug.exceptions import BadRequest, HTTPException, MethodNotAllowed, NotFound, abort
from werkzeug.formparser import parse_form_data
from werkzeug.http import dump_cookie, generate_etag, http_date, parse_accept_header, parse_cookie, parse_dict_header, parse_options_header, parse_range_header, quote_etag
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.middleware.shared_data import SharedDataMiddleware
from werkzeug.routing import BaseConverter, BuildError, Map, RequestRedirect, Rule, Submount, Subdomain
from werkzeug.security import check_password_hash, safe_join
from werkzeug.test import Client, EnvironBuilder
from werkzeug.urls import iri_to_uri, url_fix, url_quote
from werkzeug.utils import cached_property, redirect, secure_filename
from werkzeug.wrappers import Request, Response
from werkzeug.local import Local, LocalProxy, LocalStack


class Hex(BaseConverter):
    regex = "[0-9a-f]+"
    def to_python(self, value): return int(value, 16)
    def to_url(self, value): return f"{value:x}"


urls = Map([Rule("/", endpoint="index"), Rule("/a/<int:n>/", endpoint="a", methods=["GET"]), Rule("/h/<hex:v>", endpoint="h"), Rule("/p/<path:p>", endpoint="p"),
            Rule("/any/<any(x, y):w>", endpoint="any"), Submount("/s", [Rule("/<string(length=2):code>", endpoint="s")]), Rule("/f/<float:f>", endpoint="f", defaults={"k": 1}),
            Rule("/old", redirect_to="a/5"), Rule("/u/<uuid:u>", endpoint="u")], converters={"hex": Hex})
adapter = urls.bind("example.org", "/app")
for path in ("/", "/a/5/", "/a/5", "/h/ff", "/p/x/y", "/any/x", "/any/z", "/s/ab", "/s/abc", "/f/2.5", "/f/2", "/old", "/u/12345678-1234-5678-1234-567812345678"):
    try:
        print(path, adapter.match(path))
    except RequestRedirect as error:
        print(path, "->", error.new_url)
    except HTTPException as error:
        print(path, error)
try:
    adapter.match("/a/5/", method="POST")
except MethodNotAllowed as error:
    print(sorted(error.valid_methods), error.get_response().status)
print(adapter.build("a", {"n": 3, "q": ["x y", "z"]}), adapter.build("h", {"v": 255}, force_external=True), adapter.allowed_methods("/a/1/") and sorted(adapter.allowed_methods("/a/1/")))
try:
    Map([Rule("/a/<int:n>/", endpoint="a")]).bind("h").build("a", {})
except BuildError as error:
    print(error)


@Request.application
def app(request):
    if request.path == "/fail":
        abort(409, "conflict here")
    answer = Response(f"{request.method} {request.full_path} {request.form.to_dict()} {[(k, f.filename, f.read()) for k, f in request.files.items()]}", mimetype="text/plain")
    answer.set_cookie("n", "v w", max_age=60, httponly=True, samesite="Lax")
    answer.add_etag()
    return answer.make_conditional(request)


client = Client(app)
first = client.get("/x?a=1", headers={"X": "y"})
print(first.status, first.headers.to_wsgi_list() if hasattr(first.headers, "to_wsgi_list") else first.headers, first.text)
print(client.get("/x?a=1", headers={"If-None-Match": first.headers["ETag"]}).status, client.post("/f", data={"a": "b", "f": (io.BytesIO(b"data"), "n.txt")}).text, client.get("/fail").text)
both = Client(DispatcherMiddleware(NotFound(), {"/one": app, "/files": SharedDataMiddleware(NotFound(), {"/": "."})}))
print(both.get("/one/q").text, both.get("/two").status)
headers = Headers([("A", "1"), ("B", "2"), ("a", "3")])
headers.add("C", "d", filename="f g.txt")
print(headers, headers.getlist("a"), headers.setlist("A", ["9"]), headers, MultiDict([("a", 1), ("a", 2), ("b", 3)]).to_dict(flat=False), CombinedMultiDict([MultiDict({"a": 1}), MultiDict({"a": 2})]).getlist("a"))
for act in (lambda: ImmutableMultiDict({"a": 1}).add("b", 2), lambda: MultiDict({"a": 1})["zz"], lambda: Headers({"a": "b\nc"})):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, error)
print(parse_accept_header("text/html;q=0.5, text/*;q=0.1, application/json"), parse_options_header('form-data; name="a\\"b"; filename*=UTF-8\'\'%e2%82%ac.txt'), parse_dict_header('a=b, c="d, e"'), parse_range_header("bytes=0-4,10-"),
      parse_cookie('a=b; c="d\\073"'), dump_cookie("k", "ü;", path="/x"), http_date(0), generate_etag(b"x"), quote_etag("e", True))
print(secure_filename("../../My ü file?.txt"), safe_join("/a", "../b"), url_quote("a b/ü"), iri_to_uri("http://☃.net/å?q=ü"), url_fix("http://a/b c (d)"), check_password_hash("pbkdf2:sha256:10$salt$" + "0" * 64, "x"))
local, stack = Local(), LocalStack()
local.x = 5
stack.push([1])
proxy = local("x")
print(proxy + 1, repr(proxy), isinstance(proxy, int), stack.top, LocalProxy(lambda: "str").upper(), len(stack().copy()))
builder = EnvironBuilder("/p?x=1", method="PUT", json={"a": 1}, headers=[("H", "v")])
request = Request(builder.get_environ())
print(request.json, request.args, request.headers.get("h"), request.is_json, request.mimetype, request.url, Request({"wsgi.url_scheme": "http", "REQUEST_METHOD": "GET", "SERVER_NAME": "x", "SERVER_PORT": "1", "HTTP_RANGE": "bytes=1-2"}).range)
print(redirect("/é").headers["Location"], Response(["a", b"b"]).get_data(), Response(iter("abc"), status=299).status, FileStorage(io.BytesIO(b"q"), "n", "f").read(), ETags(["a"], ["b"]), Accept([("a", 1), ("b", .5)]).best)
try:
    1 / 0
except ZeroDivisionError as error:
    from werkzeug.debug.tbtools import DebugTraceback
    print(DebugTraceback(error).render_traceback_text().splitlines()[-1])
