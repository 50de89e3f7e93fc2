"""An application asked through WSGI: routes, templates, cookies, plugins, errors."""
import io
from wsgiref.util import setup_testing_defaults

import bottle
from bottle import Bottle, HTTPError, HTTPResponse, SimpleTemplate, redirect, request, response, template

app = Bottle()


@app.route("/hello/<name:re:[a-z]+>")
@app.route("/hello/<name>/<n:int>/<f:float>/<rest:path>")
def hello(name, **more):
    return template("Hello {{name}} {{!more}}\n% for k in sorted(more):\n  {{k}}={{more[k]}}\n% end", name=name, more=more)


@app.post("/form")
def form():
    response.set_cookie("seen", "x", secret="k")
    return {"fields": sorted(request.forms.items()), "query": dict(request.query), "cookie": request.get_cookie("c")}


@app.get("/go")
def go():
    redirect("/hello/x", 303)


@app.get("/parts")
def parts():
    yield "a"
    yield "ü"


@app.get("/bad")
def bad():
    raise HTTPError(418, "teapot")


@app.get("/crash")
def crash():
    return 1 / 0


@app.error(404)
def missing(error):
    return f"nothing: {error.body}"


def plugin(callback):
    def wrapper(*args, **more):
        body = callback(*args, **more)
        response.headers["X-Plugin"] = "yes"
        return body
    return wrapper


app.install(plugin)
sub = Bottle()
sub.route("/in", callback=lambda: HTTPResponse("inside", 202, X="y"))
app.mount("/sub/", sub)


def ask(method, path, body=b"", query="", **more):
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body), "wsgi.errors": io.StringIO(), **more}
    setup_testing_defaults(environ)
    seen = []
    data = b"".join(app(environ, lambda status, headers, info=None: seen.extend([status, sorted(headers)])))
    print(method, path, *seen, data.decode()[:300])


ask("GET", "/hello/abc")
ask("GET", "/hello/a%20b/5/2.5/p/q")
ask("POST", "/form", b"a=1&b=%C3%BC&a=2", "q=1", CONTENT_TYPE="application/x-www-form-urlencoded", HTTP_COOKIE="c=d")
for path in ("/go", "/parts", "/bad", "/crash", "/nowhere", "/sub/in", "/form"):
    ask("GET", path)
page = SimpleTemplate("""% def item(x):
<li>{{x}}</li>
% end
<%
n = 3
%>
% for i in range(n):
%   item('<%d>' % i)
% end
{{get('zz', 'none')}} {{!'<b>'}} % not code \\
joined
""")
print(page.render())
print(page.code)
print(bottle.html_escape("<a & 'b'>"), bottle.parse_auth(bottle.tob("Basic YTpi")), list(bottle.yieldroutes(lambda a, b=1: 0)), bottle.cookie_decode(bottle.cookie_encode((1, "a"), "key"), "key"))
