"""An application with blueprints, sessions, errors and templates, asked by its test client."""
import io

from flask import (Blueprint, Flask, abort, flash, g, get_flashed_messages, jsonify, redirect, render_template_string,
                   request, session, stream_with_context, url_for)
from flask.views import MethodView

app = Flask("tour")
app.secret_key = "a key"
api = Blueprint("api", __name__, url_prefix="/api")
ITEMS = {1: "one", 2: "two"}


@app.before_request
def begin():
    g.log = ["before"]


@app.after_request
def end(response):
    response.headers["X-Log"] = ",".join(g.log + ["after"])
    return response


@app.route("/hello/<name>")
@app.route("/hello/<name>/<int:times>")
def hello(name, times=1):
    return render_template_string("{% for n in range(times) %}Hello {{ name }}!\n{% endfor %}{{ url_for('hello', name='x y') }}",
                                  name=name, times=times)


@app.route("/visits")
def visits():
    session["visits"] = session.get("visits", 0) + 1
    flash(f"visit {session['visits']}")
    return jsonify(visits=session["visits"], flashed=get_flashed_messages())


@app.post("/upload")
def upload():
    file = request.files["file"]
    return {"name": file.filename, "size": len(file.read()), "form": request.form.to_dict(flat=False)}


@app.route("/stream")
def stream():
    @stream_with_context
    def parts():
        for n in range(3):
            yield f"{request.args['word']}{n};"
    return app.response_class(parts(), mimetype="text/plain")


@app.errorhandler(404)
def missing(error):
    return f"nothing at {request.path}: {error.description}", 404


class Items(MethodView):
    def get(self, number):
        if number not in ITEMS:
            abort(404, description=f"no item {number}")
        return jsonify({"item": ITEMS[number]})

    def delete(self, number):
        ITEMS.pop(number)
        return "", 204


api.add_url_rule("/items/<int:number>", view_func=Items.as_view("items"))


@api.route("/go")
def go():
    return redirect(url_for("api.items", number=2, detail="a&b"))


@app.route("/fails")
def fails():
    raise KeyError("in a view")


app.register_blueprint(api)

client = app.test_client()
for path in ("/hello/Ann", "/hello/<b>/3", "/visits", "/visits", "/stream?word=w", "/nowhere", "/api/items/1", "/api/items/9", "/api/go",
             "/hello/Ann/x"):
    answer = client.get(path)
    print(path, answer.status, answer.content_type, answer.headers.get("X-Log"), answer.headers.get("Location"))
    print("   ", answer.get_data(as_text=True))
print(client.delete("/api/items/1").status, client.get("/api/items/1").status, client.post("/api/items/2").status)
print(client.post("/upload", data={"file": (io.BytesIO(b"abc" * 1000), "f.txt"), "a": ["1", "2"]}).json)
try:
    app.testing = True
    client.get("/fails")
except KeyError as error:
    print("raised", error)
print(sorted((rule.rule, rule.endpoint, sorted(rule.methods)) for rule in app.url_map.iter_rules()))
with app.test_request_context("/hello/x?a=1&a=2", headers={"Accept-Language": "de, en;q=0.5"}):
    print(request.args.getlist("a"), request.accept_languages.best_match(["en", "de"]), request.endpoint, request.view_args)


@app.cli.command("greet")
def greet():
    """Greets."""
    print("greetings")


result = app.test_cli_runner().invoke(args=["greet"])
print(result.output, result.exit_code)
print(app.test_cli_runner().invoke(args=["routes"]).output)
