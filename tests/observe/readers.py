"""The programs that people read the files with: promtool, a Prometheus server, a browser, speedscope and its schema."""
import base64
import contextlib
import json
import os
import re
import shutil
import struct
import subprocess
import time
import urllib.parse
import urllib.request
import zlib

from common import HERE, Skip, again, expect, program, run
from fleet import free_port, running

BUSY = program("busy")


def need(name, package):
    found = shutil.which(name)
    if not found:
        raise Skip(f"no {name} here (Debian: {package})")
    return found


def promtool_has_nothing_to_say(target):
    promtool = need("promtool", "prometheus")
    for options in ("", ":calls=total:objects=yes", ":calls=functions:exceptions=no"):
        text = target.text("metrics" + options, program("seen"))
        done = subprocess.run([promtool, "check", "metrics"], input=text, capture_output=True, text=True, timeout=60, check=False)
        expect(done.returncode == 0 and not done.stdout and not done.stderr, done)


def ask(port, path, **question):
    url = f"http://127.0.0.1:{port}/api/v1/{path}?{urllib.parse.urlencode(question)}"
    with urllib.request.urlopen(url, timeout=10) as answer:
        return json.load(answer)["data"]


def prometheus_scrapes(target):
    """A server of Debian's scrapes a program that runs; its API is asked for what it has."""
    prometheus = need("prometheus", "prometheus")
    mine, its = free_port(), free_port()
    with open(target.path("prometheus.yml"), "w", encoding="ascii") as file:
        file.write("global: {scrape_interval: 200ms, scrape_timeout: 200ms}\nscrape_configs:\n"
                   f"  - {{job_name: shop, static_configs: [{{targets: ['127.0.0.1:{mine}']}}]}}\n")
    code = "import gc, sys, time\ndef f(): pass\nfor i in range(41): f()\nfor i in range(7): gc.collect(1)\nprint(1, flush=True)\nsys.stdin.read()"
    server = subprocess.Popen([prometheus, "--config.file", target.path("prometheus.yml"), "--storage.tsdb.path", target.path("data"),
                               "--web.listen-address", f"127.0.0.1:{its}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with running(target, f"--trace=metrics:port={mine}:calls=functions", code=code):
            wanted = 'minipy_function_calls_total{function="<string>:2:f"}'
            for _ in range(200):
                time.sleep(0.1)
                with contextlib.suppress(OSError):
                    if ask(its, "query", query=wanted)["result"]:
                        break
            (row,) = ask(its, "query", query=wanted)["result"]
            expect(row["value"][1] == "41" and row["metric"]["job"] == "shop", row)
            (row,) = ask(its, "query", query='minipy_gc_collections_total{generation="1"}')["result"]
            expect(int(row["value"][1]) >= 7, row)
            (row,) = ask(its, "query", query="histogram_quantile(0.5, minipy_gc_pause_seconds_bucket)")["result"]
            expect(0 < float(row["value"][1]) < 1, row)
            about = ask(its, "metadata", metric="minipy_gc_pause_seconds")["minipy_gc_pause_seconds"][0]
            expect(about["type"] == "histogram" and "collection" in about["help"], about)
            (one,) = ask(its, "targets")["activeTargets"]
            expect(one["health"] == "up" and not one["lastError"], one)
    finally:
        server.terminate()
        server.wait(30)


# ---- a browser ----------------------------------------------------------------------------------------------------------

def browse(target, *options):
    browser = need("chromium", "chromium")
    done = run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=2000",
                f"--user-data-dir={target.path('browser')}", *options])
    expect(done.returncode == 0, done.stderr[-500:])
    return done.stdout


def pixels(path):
    """Of a PNG of 8 bits a channel: its width, and rows of bytes; its channels."""
    with open(path, "rb") as file:
        data = file.read()
    at, parts, head = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", data[at + 8:at + 8 + length])
        elif kind == b"IDAT":
            parts += data[at + 8:at + 8 + length]
        at += length + 12
    width, height, _, colours = head[:4]
    n = {2: 3, 6: 4}[colours]
    raw, rows, above = zlib.decompress(parts), [], bytes(width * n)
    for y in range(height):
        start = y * (width * n + 1)
        way, row = raw[start], bytearray(raw[start + 1:start + 1 + width * n])
        for i, value in enumerate(row):
            left, up, corner = (row[i - n], above[i], above[i - n]) if i >= n else (0, above[i], 0)
            guess = left + up - corner
            near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            row[i] = (value + (0, left, up, (left + up) // 2, near)[way]) & 255
        rows.append(row)
        above = row
    return width, rows, n


def orange_share(row, n):
    """How much of the row is of the colours of the program's own functions: from orange to yellow."""
    count = sum(1 for x in range(0, len(row), n) if row[x] > 200 and 90 < row[x + 1] < 240 and row[x + 2] < 150)
    return count / (len(row) // n)


@again
def flame_graph_as_it_looks(target):
    """A picture of the page: the program's bars, of which that of heavy() has about half of the width."""
    need("chromium", "chromium")
    page, picture = target.trace("flame", BUSY, name="flame.html"), target.path("flame.png")
    browse(target, "--window-size=800,300", f"--screenshot={picture}", f"file://{page}")
    width, rows, n = pixels(picture)
    shares = sorted({round(orange_share(row, n), 1) for row in rows})
    expect(width == 800 and shares[0] == 0 and shares[-1] >= 0.8, shares)
    return f"widths {shares}"


@again
def flame_graph_is_searched_and_zoomed(target):
    """As by hand: `/` and a name, a click on a bar, Escape. A script in a copy of the page does it and tells what is drawn."""
    page = target.trace("flame", BUSY, name="flame.html")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    script = """<script>
    const texts = () => [...document.querySelectorAll('text')].map(t => t.textContent).join(',');
    const told = [];
    addEventListener('load', () => {
        told.push('all=' + texts());
        const heavy = [...document.querySelectorAll('text')].find(t => t.textContent === 'heavy');
        const box = heavy.getBoundingClientRect();
        document.elementFromPoint(box.x + 2, box.y + 2).dispatchEvent(new MouseEvent('click', {bubbles: true}));
        told.push('zoomed=' + texts());
        document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}));
        told.push('back=' + texts());
        const pre = document.createElement('pre');
        pre.id = 'told';
        pre.textContent = told.join('\\n');
        document.body.append(pre);
    });
    </script></body>"""
    copy = target.path("copy.html")
    with open(copy, "w", encoding="utf-8") as file:
        file.write(text.replace("</body>", script) if "</body>" in text else text + script)
    shown = browse(target, "--dump-dom", f"file://{copy}")
    told = dict(re.findall(r"^(all|zoomed|back)=(.*)$", re.search(r'<pre id="told">(.*?)</pre>', shown, re.S)[1], re.M))
    expect({"heavy", "light", "waits"} <= set(told["all"].split(",")), told)
    expect("heavy" in told["zoomed"] and not {"light", "waits"} & set(told["zoomed"].split(",")), told)
    expect(told["back"] == told["all"], told)
    found = browse(target, "--dump-dom", f"file://{page}#spin")
    expect(re.search(r"found: [\d.]+ %", found) and found.count('class="found"') >= 1, "search")


def coverage_as_it_looks(target):
    need("chromium", "chromium")
    need("genhtml", "lcov")
    file = target.trace("coverage", program("lines"))
    run(["genhtml", "--branch-coverage", "-o", target.path("html"), file])
    (page,) = [os.path.join(where, name) for where, _, names in os.walk(target.path("html")) for name in names if name == "lines.py.gcov.html"]
    shown = browse(target, "--dump-dom", f"file://{page}")
    expect("10" in shown and "14" in shown and "Branches" in shown and re.search(r"\[[^\]]*\+[^\]]*-|\[[^\]]*-[^\]]*\+", re.sub("<[^>]*>", "", shown)),
           "no branch that was and was not taken")


# Where `make check-readers` puts npm's packages.
NPM = os.path.realpath(os.path.join(HERE, "..", "..", "build", "readers", "node_modules"))
SPEEDSCOPE = os.path.join(NPM, "speedscope", "dist", "release", "index.html")
OTLP = os.path.join(NPM, "@opentelemetry", "otlp-transformer", "build", "src", "generated", "root.js")


def speedscope_page(target):
    """The address at which speedscope shows a program's time by functions, as its own command opens it."""
    if not os.path.exists(SPEEDSCOPE):
        raise Skip("no speedscope here (npm install --prefix build/readers speedscope)")
    with open(target.trace("speedscope", BUSY), "rb") as file:
        data = base64.b64encode(file.read()).decode()
    with open(target.path("profile.js"), "w", encoding="ascii") as file:
        file.write(f"speedscope.loadFileFromBase64('busy', '{data}')")
    return f"file://{SPEEDSCOPE}#localProfilePath={target.path('profile.js')}&view=sandwich"


@again
def speedscope_draws_it(target):
    """The hot function stands first, with its share of the time; heavy() has more than light()."""
    shown = browse(target, "--dump-dom", speedscope_page(target))
    rows = re.findall(r"<td[^>]*>[^<]*\(([\d.]+)%\).*?<td[^>]*>[^<]*\((?:&lt;)?([\d.]+)%\).*?<td title[^>]*>(.*?)</td>", shown, re.S)
    shares = {re.sub("<[^>]*>", "", name): (float(total), float(own)) for total, own, name in rows}
    expect({"spin", "heavy", "light", "waits"} <= shares.keys(), shares)
    expect(next(iter(shares)) == "spin" and shares["spin"][1] > 50 and shares["heavy"][0] > shares["light"][0] > 5, shares)
    return f"spin {shares['spin'][1]} %"


# ---- formats whose readers are no programs of Debian ---------------------------------------------------------------------

def speedscope_schema(target):
    """speedscope's file-format-schema.json: what must be there, of which type, and nothing else."""
    data = json.loads(target.text("speedscope", BUSY))
    expect({"$schema", "shared", "profiles"} <= data.keys() <= {"$schema", "shared", "profiles", "name", "activeProfileIndex", "exporter"}, data.keys())
    expect(data["$schema"] == "https://www.speedscope.app/file-format-schema.json" and data["shared"].keys() == {"frames"}, data["$schema"])
    for frame in data["shared"]["frames"]:
        expect({"name"} <= frame.keys() <= {"name", "file", "line", "col"} and isinstance(frame["name"], str), frame)
        expect(isinstance(frame.get("file", ""), str) and isinstance(frame.get("line", 1), int) and frame.get("line", 1) >= 0, frame)
    for profile in data["profiles"]:
        expect(profile.keys() == {"type", "name", "unit", "startValue", "endValue", "samples", "weights"}, profile.keys())
        expect(profile["type"] == "sampled" and isinstance(profile["name"], str), profile["type"])
        expect(profile["unit"] in ("none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes"), profile["unit"])
        frames = range(len(data["shared"]["frames"]))
        expect(all(i in frames for stack in profile["samples"] for i in stack), "a frame that is not there")
        expect(all(isinstance(w, (int, float)) and w >= 0 for w in profile["weights"]), "weights")
        expect(profile["endValue"] >= profile["startValue"], "times")


def otlp_fits_the_published_schema(target):
    node = need("node", "nodejs")
    if not os.path.exists(OTLP):
        raise Skip("no schema of OTLP here (npm install --prefix build/readers @opentelemetry/otlp-transformer@0.56.0)")
    done = run([node, os.path.join(HERE, "otlp_schema.js"), OTLP, target.trace("otlp", program("seen"))])
    expect(done.returncode == 0 and re.match(r"[2-9]\d* messages, \d{3,} fields$", done.stdout), done)
    return done.stdout.strip()


CHECKS = [promtool_has_nothing_to_say, prometheus_scrapes, flame_graph_as_it_looks, flame_graph_is_searched_and_zoomed,
          coverage_as_it_looks, speedscope_draws_it, speedscope_schema, otlp_fits_the_published_schema]
