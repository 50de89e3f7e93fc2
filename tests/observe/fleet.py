"""Metrics, spans, budgets: what leaves the process, and what happens when nobody takes it."""
import contextlib
import http.server
import json
import os
import re
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

from common import SECONDS, again, expect, program, run

SEEN = program("seen")
WAITS = "import time, sys\nprint(1, flush=True)\nsys.stdin.read()\n"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextlib.contextmanager
def running(target, *arguments, code=WAITS):
    """minipy, which waits until its standard input ends."""
    child = subprocess.Popen([target.binary, *arguments, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
    try:
        child.stdout.readline()
        yield child
        child.stdin.close()
        expect(child.wait(SECONDS) == 0, "status", child.returncode, child.stderr.read())
    finally:
        child.kill()
        child.wait()
        for stream in child.stdin, child.stdout, child.stderr:
            stream.close()


# ---- metrics ----------------------------------------------------------------------------------------------------------

SAMPLE = re.compile(r'([a-z_]+)(?:\{([a-z]+)="((?:[^"\\\n]|\\["\\n])*)"\})? ([0-9.e+-]+)')


class Found(dict):
    def __missing__(self, key):
        expect(False, key, "is not there:", *self)


def samples_of(text):
    """{(name, label's value or None): number} of the exposition format, held to its rules: each family has one HELP and
    one TYPE in front of its samples, a histogram's buckets do not fall and end with +Inf, which is its count."""
    found, family, kind = Found(), None, None
    for line in text.splitlines():
        if line.startswith("# HELP "):
            family, kind = line.split(" ", 3)[2], None
            expect(not any(key[0] == family for key in found), "twice:", line)
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            expect(name == family and kind in ("counter", "gauge", "histogram"), line)
            expect((kind == "counter") == name.endswith("_total"), line)
        else:
            sample = SAMPLE.fullmatch(line)
            expect(sample and kind and sample[1].startswith(family), line)
            expect((sample[1], sample[3]) not in found, "twice:", line)
            found[sample[1], sample[3]] = float(sample[4])
    buckets = [value for (name, _), value in found.items() if name.endswith("_bucket")]
    expect(buckets == sorted(buckets) and found["minipy_gc_pause_seconds_bucket", "+Inf"] == buckets[-1] ==
           found["minipy_gc_pause_seconds_count", None], "buckets", buckets)
    return found


def metrics_of_a_program(target):
    text = target.text("metrics:calls=functions:objects=yes", SEEN)
    found = samples_of(text)
    expect(found["minipy_function_calls_total", "seen.py:18:waiter"] == 1, text)
    expect(found["minipy_exceptions_total", "LookupError"] == 1 and found["minipy_gc_collections_total", "1"] >= 1, text)
    expect(found["minipy_threads_started_total", None] == 1 and found["minipy_threads_running", None] == 0, text)
    expect(found["minipy_imports_total", "loaded"] >= 1 and found["minipy_observer_dropped_events_total", None] == 0, text)
    expect(found["minipy_objects_allocated_total", "list"] > 10 < found["minipy_objects_freed_total", "list"], text)
    expect(1e5 < found["minipy_memory_bytes", None] < found["process_resident_memory_bytes", None] < 1e9, text)
    expect(abs(found["process_start_time_seconds", None] - time.time()) < 60 and
           0 < found["process_cpu_seconds_total", None] < 20, text)


def metrics_cost_what_they_count(target):
    """What is not asked for is not there; a sum of calls is python3.11's number of call events, less its imports'."""
    found = samples_of(target.text("metrics:exceptions=no", SEEN))
    expect(not any(name.startswith(("minipy_calls", "minipy_function", "minipy_objects", "minipy_exc")) for name, _ in found), found)
    found = samples_of(target.text("metrics:calls=total:files=calls.py", program("calls")))
    counts = target.text("function_counts:files=calls.py", program("calls"))
    expect(found["minipy_calls_total", None] == sum(map(int, re.findall(r" (\d+)$", counts, re.M))), found)


def metrics_have_no_end_of_labels(target):
    code = "for i in range(3000): exec(f'def f{i}(): pass\\nf{i}()')"
    found = samples_of(target.text("metrics:calls=functions:files=<string>", "-c", code))
    functions = {label: value for (name, label), value in found.items() if name == "minipy_function_calls_total"}
    expect(len(functions) == 1001 and functions["(other)"] > 1900 and sum(functions.values()) == 6001, len(functions))


def labels_are_quoted(target):
    code = "E = type('a\"b\\\\c\\nd', (Exception,), {})\ntry: raise E\nexcept E: pass"
    text = target.text("metrics", "-c", code)
    expect('minipy_exceptions_total{type="a\\"b\\\\c\\nd"} 1\n' in text, text)
    samples_of(text)


def metrics_now_and_then(target):
    """A reader never sees half a file."""
    file = target.path("out")
    with running(target, "--trace=metrics:every=1", "-o", file):
        first = None
        for _ in range(60):
            time.sleep(0.1)
            with contextlib.suppress(FileNotFoundError), open(file, encoding="utf-8") as opened:
                text = opened.read()
                if text:
                    found = samples_of(text)["process_cpu_seconds_total", None]
                    if first is not None and found != first:
                        break
                    first = found
        else:
            expect(False, "the file was not written twice in 6 s")
    expect(os.listdir(target.folder) == ["out"], os.listdir(target.folder))


def get(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.status, answer.headers["Content-Type"], answer.read().decode()


def metrics_are_scraped(target):
    port = free_port()
    with running(target, f"--trace=metrics:port={port}:calls=total"):
        for _ in range(3):
            status, type_, text = get(f"http://127.0.0.1:{port}/metrics")
            expect(status == 200 and type_ == "text/plain; version=0.0.4; charset=utf-8", status, type_)
            samples_of(text)
        with contextlib.suppress(urllib.error.HTTPError):
            get(f"http://127.0.0.1:{port}/nothing")
            expect(False, "a path that is not there has an answer")
        refused = subprocess.run([target.binary, f"--trace=metrics:port={port}", "-c", "print(1)"], capture_output=True, text=True,
                                 timeout=SECONDS, check=False)
        expect(refused.returncode == 2 and not refused.stdout and "Address already in use" in refused.stderr, refused)


def only_this_machine_may_ask(target):
    port = free_port()
    with running(target, f"--trace=metrics:port={port}"):
        with open("/proc/net/tcp", encoding="ascii") as file:
            mine = [line.split()[1] for line in file if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"]
        expect(mine == [f"0100007F:{port:04X}"], mine)


def metrics_by_a_unix_socket(target):
    path = target.path("socket")
    for _ in range(2):  # the second time the file of a dead one is there
        with running(target, f"--trace=metrics:socket={path}") as child:
            with socket.socket(socket.AF_UNIX) as s:
                s.connect(path)
                s.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
                text = b"".join(iter(lambda: s.recv(65536), b"")).decode()
            expect(text.startswith("HTTP/1.1 200 OK\r\n"), text[:100])
            samples_of(text.partition("\r\n\r\n")[2])
        expect(not os.path.exists(path), "the socket stays")
        child = subprocess.Popen([target.binary, f"--trace=metrics:socket={path}", "-c", WAITS], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE)
        child.stdout.readline()
        child.kill()
        child.communicate()
        expect(os.path.exists(path), "it was to be left over")


@again
def a_scraper_that_hangs_keeps_nobody(target):
    """It says nothing, or half of something; the next one is served, and the program ends at once."""
    port = free_port()
    with running(target, f"--trace=metrics:port={port}") as child:
        silent = socket.create_connection(("127.0.0.1", port))
        half = socket.create_connection(("127.0.0.1", port))
        half.sendall(b"GET /met")
        start = time.monotonic()
        expect(get(f"http://127.0.0.1:{port}/metrics")[0] == 200 and time.monotonic() - start < 20, "not served")
        more = socket.create_connection(("127.0.0.1", port))
        start = time.monotonic()
        child.stdin.close()
        child.wait(SECONDS)
        expect(time.monotonic() - start < 5, "the program waited for a scraper")
        for s in silent, half, more:
            s.close()


def garbage_is_answered_or_dropped(target):
    port = free_port()
    with running(target, f"--trace=metrics:port={port}"):
        for request in (b"\0" * 9000, b"POST /metrics HTTP/1.1\r\n\r\n", b"GET\r\n\r\n", b"GET /metrics\r\n\r\n" * 600, b"\r\n\r\n", b""):
            with socket.create_connection(("127.0.0.1", port)) as s, contextlib.suppress(OSError):
                s.sendall(request)
                s.shutdown(socket.SHUT_WR)
                s.recv(1000)
        expect(get(f"http://127.0.0.1:{port}/")[0] == 200, "it is gone")


# ---- OpenTelemetry ----------------------------------------------------------------------------------------------------

class Collector(http.server.ThreadingHTTPServer):
    """Keeps what is posted; answers with `status`."""
    daemon_threads = True

    def __init__(self, status=200, answer=b"{}"):
        self.posts, self.status, self.answer = [], status, answer
        super().__init__(("127.0.0.1", 0), Handler)

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        return self

    def __exit__(self, *error):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts.append((self.path, self.headers["Content-Type"], json.loads(body)))
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(self.server.answer)))
        self.end_headers()
        self.wfile.write(self.server.answer)

    def log_message(self, *words):
        pass


def has(message, required, optional=()):
    expect(isinstance(message, dict) and set(required) <= message.keys() <= {*required, *optional}, message)


def is_id(text, digits):
    expect(isinstance(text, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", text) and int(text, 16), "no id:", text)


def is_fixed64(text):
    expect(isinstance(text, str) and text.isdigit() and int(text) < 2 ** 64, "no 64 bits:", text)


def attributes(rows):
    """Of KeyValue messages: {key: value}."""
    found = {}
    for row in rows:
        has(row, ["key", "value"])
        (kind, value), = row["value"].items()
        expect(kind in ("stringValue", "intValue") and isinstance(value, str) and row["key"] not in found, row)
        found[row["key"]] = int(value) if kind == "intValue" else value
    return found


def resource(message):
    has(message, ["attributes"])
    named = attributes(message["attributes"])
    expect({"service.name", "process.pid", "process.runtime.name"} == named.keys(), named)
    return named


def spans_of(message):
    """Of an ExportTraceServiceRequest, each held to trace.proto."""
    has(message, ["resourceSpans"])
    for group in message["resourceSpans"]:
        has(group, ["resource", "scopeSpans"])
        resource(group["resource"])
        for scope in group["scopeSpans"]:
            has(scope, ["scope", "spans"])
            has(scope["scope"], ["name"])
            for span in scope["spans"]:
                has(span, ["traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano", "attributes", "status"],
                    ["parentSpanId"])
                is_id(span["traceId"], 32)
                is_id(span["spanId"], 16)
                if "parentSpanId" in span:
                    is_id(span["parentSpanId"], 16)
                is_fixed64(span["startTimeUnixNano"])
                is_fixed64(span["endTimeUnixNano"])
                expect(abs(int(span["startTimeUnixNano"]) / 1e9 - time.time()) < 100, span)
                expect(int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"]) and span["kind"] == 1, span)
                has(span["status"], ["code"])
                expect(span["status"]["code"] in (0, 2) and span["name"], span)
                attributes(span["attributes"])
                yield span


def metrics_in(message):
    """Of an ExportMetricsServiceRequest, {name: points}, each held to metrics.proto."""
    found = Found()
    has(message, ["resourceMetrics"])
    for group in message["resourceMetrics"]:
        has(group, ["resource", "scopeMetrics"])
        resource(group["resource"])
        for metric in (metric for scope in group["scopeMetrics"] for metric in scope["metrics"]):
            kind, = metric.keys() - {"name", "unit", "description"}
            data = metric[kind]
            expect(data.get("aggregationTemporality", 2) == 2 and metric["name"] not in found, metric)
            has(data, {"sum": ["dataPoints", "aggregationTemporality", "isMonotonic"], "gauge": ["dataPoints"],
                       "histogram": ["dataPoints", "aggregationTemporality"]}[kind])
            for point in data["dataPoints"]:
                times = ["attributes", "startTimeUnixNano", "timeUnixNano"]
                if kind == "histogram":
                    has(point, [*times, "count", "sum", "bucketCounts", "explicitBounds"])
                    expect(len(point["bucketCounts"]) == len(point["explicitBounds"]) + 1, point)
                    expect(sum(map(int, point["bucketCounts"])) == int(point["count"]), point)
                    expect(point["explicitBounds"] == sorted(point["explicitBounds"]), point)
                else:
                    has(point, times, ["asInt", "asDouble"])
                    expect(("asInt" in point) != ("asDouble" in point) and isinstance(point.get("asInt", ""), str), point)
                is_fixed64(point["timeUnixNano"])
                expect(int(point["startTimeUnixNano"]) <= int(point["timeUnixNano"]), point)
                attributes(point["attributes"])
            found[metric["name"]] = data["dataPoints"]
    return found


def is_a_tree(spans):
    """One trace; each parent is there and lasts as long; one root."""
    by_id = {span["spanId"]: span for span in spans}
    expect(len(by_id) == len(spans) and len({span["traceId"] for span in spans}) == 1, "ids")
    roots = [span for span in spans if "parentSpanId" not in span]
    for span in spans:
        parent = by_id.get(span.get("parentSpanId"))
        expect(parent or span in roots, "no parent:", span)
        expect(span in roots or int(parent["startTimeUnixNano"]) <= int(span["startTimeUnixNano"]) and
               int(span["endTimeUnixNano"]) <= int(parent["endTimeUnixNano"]), span, parent)
    expect([root["name"] for root in roots] == ["program"], roots)
    return by_id


def spans_reach_a_collector(target):
    with Collector() as collector:
        done = run([target.binary, f"--trace=otlp:url={collector.url}/prefix/:service=shop", SEEN])
        expect(done.returncode == 0 and not done.stderr, done)
    expect({path for path, _, _ in collector.posts} == {"/prefix/v1/traces", "/prefix/v1/metrics"}, collector.posts)
    expect({kind for _, kind, _ in collector.posts} == {"application/json"}, "types")
    spans = [span for path, _, body in collector.posts if path.endswith("traces") for span in spans_of(body)]
    by_id = is_a_tree(spans)
    names = {span["name"]: span for span in spans}
    expect({"outer", "waiter", "collection of generation 1", "colorsys", "lock", "here", SEEN} <= names.keys(), sorted(names))
    about = attributes(names["waiter"]["attributes"])
    expect(about["code.file.path"] == SEEN and about["code.line.number"] == 18 and about["thread.id"] == 2, about)
    inner = by_id[names["outer"]["parentSpanId"]]
    expect(inner["name"] == "<module>" and attributes(inner["attributes"])["code.file.path"] == SEEN, inner)
    metrics = [metrics_in(body) for path, _, body in collector.posts if path.endswith("metrics")]
    points = {attributes(point["attributes"])["type"]: point["asInt"] for point in metrics[-1]["minipy_exceptions_total"]}
    expect(points["LookupError"] == "1", points)
    service = resource(collector.posts[0][2]["resourceSpans"][0]["resource"])["service.name"]
    expect(service == "shop", service)
    return f"{len(spans)} spans"


def spans_come_in_batches(target):
    code = "import time\ndef f(): pass\nfor i in range(3000): f()\ntime.sleep(0.5)\nf()"
    with Collector() as collector:
        done = run([target.binary, f"--trace=otlp:url={collector.url}:every=100:queue=4096:names=f", "-c", code])
    expect(done.returncode == 0 and not done.stderr, done)
    batches = [sum(1 for span in spans_of(body) if span["name"] == "f") for path, _, body in collector.posts if path == "/v1/traces"]
    expect(sum(batches) == 3001 and len(batches) >= 2, batches)
    with Collector() as collector:
        done = run([target.binary, f"--trace=otlp:url={collector.url}:queue=40000:every=60000:timeout=20000:names=f", "-c",
                    "def f(): pass\nfor i in range(15000): f()"])
    expect(done.returncode == 0 and not done.stderr, done)
    batches = [sum(1 for _ in spans_of(body)) for path, _, body in collector.posts if path == "/v1/traces"]
    expect(sum(batches) == 15001 and max(batches) == 4096, batches)


def a_failed_call_is_an_error(target):
    file = target.trace("otlp:names=fails", "-c", "def fails(): 1 / 0\ntry: fails()\nexcept ZeroDivisionError: pass")
    with open(file, encoding="utf-8") as lines:
        messages = [json.loads(line) for line in lines]
    spans = [span for message in messages if "resourceSpans" in message for span in spans_of(message)]
    expect([(span["name"], span["status"]["code"]) for span in spans] == [("fails", 2), ("program", 0)], spans)
    metrics_in(messages[-1])


def a_trace_goes_on(target):
    """TRACEPARENT names who started the program."""
    above = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    for value, goes_on in ((above, True), (above[:-4], False), (above.replace("a", "g"), False)):
        file = target.path("out")
        done = run([target.binary, "--trace=otlp:spans=events", "-o", file, "-c", "1"], env={**os.environ, "TRACEPARENT": value})
        with open(file, encoding="utf-8") as lines:
            root = [span for span in spans_of(json.loads(lines.readline())) if span["name"] == "program"][0]
        expect(done.returncode == 0 and (root["traceId"] == above[3:35]) == goes_on and
               root.get("parentSpanId") == (above[36:52] if goes_on else None), root)


@again
def a_collector_that_is_no_good(target):
    """Refuses, fails, rejects, never answers, answers nonsense: it is told, and the program is as ever."""
    code = "def f(): pass\nf(); print(1); raise SystemExit(7)"
    silent = socket.create_server(("127.0.0.1", 0))
    nonsense = socket.create_server(("127.0.0.1", 0))

    def talk():
        with contextlib.suppress(OSError):
            while True:
                connection, _ = nonsense.accept()
                connection.recv(100000)
                connection.sendall(b"SSH-2.0\r\n")
                connection.close()

    threading.Thread(target=talk, daemon=True).start()
    with Collector(503) as failing, Collector(200, b'{"partialSuccess":{"rejectedSpans":"3"}}') as rejecting:
        for url, said in ((f"http://127.0.0.1:{free_port()}", "Connection refused"), (failing.url, "answered 503"),
                          (rejecting.url, "rejected"), (f"http://127.0.0.1:{silent.getsockname()[1]}", "no answer in time"),
                          (f"http://127.0.0.1:{nonsense.getsockname()[1]}", "no answer of HTTP"),
                          ("http://no.such.host.invalid", "failed")):
            start = time.monotonic()
            done = run([target.binary, f"--trace=otlp:url={url}:timeout=400", "-c", code])
            expect(done.returncode == 7 and done.stdout == "1\n" and said in done.stderr, url, done)
            expect(said != "no answer in time" or time.monotonic() - start < 3, "it waited", time.monotonic() - start)
    silent.close()
    nonsense.close()


def a_full_queue_drops_and_tells(target):
    silent = socket.create_server(("127.0.0.1", 0))
    code = "def f(): pass\nfor i in range(5000): f()"
    done = run([target.binary, f"--trace=otlp:url=http://127.0.0.1:{silent.getsockname()[1]}:timeout=300:queue=100", "-c", code])
    silent.close()
    dropped = re.search(r"(\d+) spans were dropped: the queue \(queue=100\)", done.stderr)
    lost = re.search(r"(\d+) spans are lost", done.stderr)
    expect(done.returncode == 0 and dropped and lost and 5000 < int(dropped[1]) + int(lost[1]) < 5100, done.stderr)


# ---- fractions and budgets --------------------------------------------------------------------------------------------

def records(target, options, count=20000):
    code = f"import sys\nfor i in range({count}): sys.audit('x')"
    file = target.path("out")
    done = run([target.binary, f"--trace=audit_log:{options}:files=<string>", "-o", file, "-c", code])
    with open(file, encoding="utf-8") as lines:
        told = sum(1 for line in lines if json.loads(line)["event"] == "x")
    left = re.search(r"(\d+) records were left out", done.stderr)
    expect(done.returncode == 0, done)
    return told, int(left[1]) if left else 0


def a_fraction_of_what_happens(target):
    told, left = records(target, "rate=0.1")
    expect(1700 < told < 2300 and abs(told + left - 20000) < 10, told, left)
    expect(records(target, "rate=1") == (20000, 0), "rate=1")


@again
def so_many_a_second_and_bytes(target):
    start = time.monotonic()
    told, left = records(target, "budget=500", 50000)
    most = 500 * (time.monotonic() - start + 2)
    expect(400 < told < most and abs(told + left - 50000) < 10, told, left)
    told, left = records(target, "most=10000")
    expect(10000 <= os.path.getsize(target.path("out")) < 10400 and told < 200 and abs(told + left - 20000) < 10, told, left)


def a_fraction_of_spans_is_a_tree(target):
    file = target.path("out")
    done = run([target.binary, "--trace=otlp:rate=0.3", "-o", file, program("calls")])
    with open(file, encoding="utf-8") as lines:
        spans = [span for line in lines if "resourceSpans" in line for span in spans_of(json.loads(line))]
    is_a_tree(spans)
    expect(20 < len(spans) and "were left out" in done.stderr, len(spans), done.stderr)


def what_matches_nothing_is_told(target):
    for kind in ("profile:names=nosuch", "coverage:files=nosuch", "metrics:calls=total:modules=nosuch"):
        done = run([target.binary, "--trace=" + kind, "-o", target.path("out"), "-c", "print(1)"])
        expect(done.returncode == 0 and done.stdout == "1\n" and "nothing that ran matches" in done.stderr, kind, done)
    for kind, said in (("calls:nosuch", "no function named nosuch ran"), ("lines,calls:<module>", "")):
        done = run([target.binary, "--trace=" + kind, "-o", target.path("out"), "-c", "print(1)"])
        expect(done.returncode == 0 and done.stdout == "1\n" and said in done.stderr and bool(said) == bool(done.stderr), kind, done)


def wrong_options_are_explained(target):
    for spec, said in (("metrics:port=0", "from 1 to 65535"), ("metrics:port=70000", "from 1 to 65535"), ("metrics:host=::1", "no port="),
                       ("metrics:port=1:socket=/x", "not both"), ("metrics:every=5", "add -o FILE"),
                       ("metrics:socket=/no/such/folder/s", "No such file"), ("metrics:socket=" + "x" * 200, "too long"),
                       ("metrics:port=9999:host=example.org", "Cannot assign"), ("metrics:calls=some", "one of no total functions"),
                       ("otlp:url=ftp://x", "begins with http://"), ("otlp:url=http://", "no host"), ("otlp:url=http://h:0/x", "port"),
                       ("otlp:url=http://h:1x", "behind the host"), ("otlp:queue=1", "from 2"), ("otlp:timeout=x", "a number"),
                       ("otlp:rate=0", "a fraction"), ("otlp:rate=x", "a fraction"), ("timeline:budget=0", "from 1"),
                       ("gc_log:rate=0.5", "has no option rate"), ("allocations:top=0", "from 1"), ("coverage:branches=1", "yes no")):
        done = run([target.binary, "--trace=" + spec, "-c", "print(1)"])
        expect(done.returncode == 2 and not done.stdout and said in done.stderr, spec, done)


def a_full_disk_leaves_the_program_alone(target):
    code = "import gc; gc.collect(); print(1); raise SystemExit(3)"
    for kind in ("metrics", "otlp", "allocations", "coverage:files=*"):
        done = run([target.binary, "--trace=" + kind, "-o", "/dev/full", "-c", code])
        expect(done.returncode == 3 and done.stdout == "1\n" and done.stderr.count("No space left") == 1, kind, done)
        done = run([target.binary, "--trace=" + kind, "-o", target.path("no/such"), "-c", code])
        expect(done.returncode == 2 and not done.stdout and "No such file" in done.stderr, kind, done)


def children_and_their_parent(target):
    """A child's metrics have a file of their own; the port stays the parent's, and its spans alone are sent."""
    port, file = free_port(), target.path("out")
    code = ("import os, sys, gc\ngc.collect()\npid = os.fork()\nif pid == 0:\n    for i in range(7): gc.collect(0)\n    sys.exit(4)\n"
            "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), pid)")
    done = run([target.binary, f"--trace=metrics:port={port}:every=1", "-o", file, "-c", code])
    status, pid = done.stdout.split()
    expect(status == "4" and not done.stderr, done)
    counts = []
    for name in (file, f"{file}.{pid}"):
        with open(name, encoding="utf-8") as opened:
            counts.append(samples_of(opened.read()).get(("minipy_gc_collections_total", "0"), 0))
    expect(counts[1] - counts[0] >= 7, counts)
    with Collector() as collector:
        done = run([target.binary, f"--trace=otlp:url={collector.url}", "-c", code])
        expect(done.stdout.startswith("4 ") and not done.stderr, done)
    spans = [span for path, _, body in collector.posts if path.endswith("traces") for span in spans_of(body)]
    expect([span["name"] for span in spans].count("program") == 1, "two programs")


def a_program_starts_them_itself(target):
    with Collector() as collector:
        code = ("import probes\ndef fails():\n    try: 1 / 0\n    except ZeroDivisionError: pass\n"
                f"with probes.start('otlp:url={collector.url}'):\n    probes.mark('inside', 3)\nprobes.mark('outside')\n"
                f"with probes.start('metrics', {target.path('m')!r}):\n    fails()\n"
                "try: probes.start('metrics:port=99999')\nexcept ValueError as e: print(e)\n")
        done = run([target.binary, "-c", code])
    expect(done.returncode == 0 and "from 1 to 65535" in done.stdout and not done.stderr, done)
    names = {span["name"] for path, _, body in collector.posts if path.endswith("traces") for span in spans_of(body)}
    expect("inside" in names and "outside" not in names, names)
    with open(target.path("m"), encoding="utf-8") as file:
        expect(samples_of(file.read())["minipy_exceptions_total", "ZeroDivisionError"] == 1, "metrics")


# ---- allocations ------------------------------------------------------------------------------------------------------

def allocations_by_line_and_type(target):
    text = target.text("allocations:files=keeps.py:top=1000", program("keeps"))
    rows = {(m[6], m[7]): tuple(map(int, m.groups()[:5]))
            for m in re.finditer(r"^ *(\d+) +(\d+) +(\d+) +(\d+) +(\d+)  (\S+) +(\S+)$", text, re.M)}
    live, count, peak, made, number = rows["Kept", "keeps.py:13:keeps.<locals>.<listcomp>"]
    expect(count == number == 300 and live == peak == made >= 300 * 24, rows)
    live, count, peak, made, number = rows["bytearray", "keeps.py:18:drops"]
    expect((live, count, number) == (0, 0, 500) and 0 < peak <= 2 * made // 500, rows)
    live, count, peak, made, number = rows["set", "keeps.py:22:swells.<locals>.<listcomp>"]
    expect((live, count, number) == (0, 0, 200) and peak == made, rows)
    head = re.match(r"(\d+) objects of (\d+) bytes were made; alive at the end: (\d+) bytes, at the peak: (\d+)\n", text)
    expect(head and int(head[1]) == sum(row[4] for row in rows.values()) and int(head[3]) == sum(row[0] for row in rows.values()) and
           int(head[3]) <= int(head[4]) <= int(head[2]), text)
    expect([int(m) for m in re.findall(r"^ *(\d+) +\d+ +\d+ ", text, re.M)] == sorted((row[0] for row in rows.values()), reverse=True), text)
    target.trace("allocations", program("keeps"), "5", status=5)


CHECKS = [metrics_of_a_program, metrics_cost_what_they_count, metrics_have_no_end_of_labels, labels_are_quoted, metrics_now_and_then,
          metrics_are_scraped, only_this_machine_may_ask, metrics_by_a_unix_socket, a_scraper_that_hangs_keeps_nobody,
          garbage_is_answered_or_dropped, spans_reach_a_collector, spans_come_in_batches, a_failed_call_is_an_error, a_trace_goes_on,
          a_collector_that_is_no_good, a_full_queue_drops_and_tells, a_fraction_of_what_happens, so_many_a_second_and_bytes,
          a_fraction_of_spans_is_a_tree, what_matches_nothing_is_told, wrong_options_are_explained,
          a_full_disk_leaves_the_program_alone, children_and_their_parent, a_program_starts_them_itself, allocations_by_line_and_type]
