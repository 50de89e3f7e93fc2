"""Samples: what each form of them says of a program whose time goes to known places."""
import gzip
import json
import os
import re
import shutil

from common import Skip, again, expect, program, run

BUSY = program("busy")
# Of busy.py's time; what else runs on the machine takes some.
SHARES = {"heavy": (0.35, 0.75), "light": (0.10, 0.35), "waits": (0.08, 0.40)}


def check_shares(shares):
    for name, (least, most) in SHARES.items():
        expect(least < shares.get(name, 0) < most, name, shares)


def by_function(stacks):
    """Of (names from outside, weight): the share of each function's time, callees included."""
    whole, sums = 0, {}
    for names, weight in stacks:
        whole += weight
        for name in set(names):
            sums[name] = sums.get(name, 0) + weight
    return {name: weight / whole for name, weight in sums.items()}


@again
def sample_table(target):
    text = target.text("sample", BUSY)
    rows = re.findall(r"^ *([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)  busy.py:\d+:(\S+)$", text, re.M)
    check_shares({row[4]: float(row[2]) / 100 for row in rows})
    head = re.match(r"(\d+) samples of ([\d.]+) s of time\n", text)
    expect(head and 0.4 < float(head[2]) < 4 and int(head[1]) > 30, text[:200])


def processor_time_leaves_sleep_out(target):
    text = target.text("sample:clock=cpu", BUSY)
    waits = re.search(r"^ *[\d.]+ +[\d.]+ +([\d.]+) .*:waits$", text, re.M)
    expect("s of processor time" in text and (not waits or float(waits[1]) < 12), text)


@again
def folded_stacks(target):
    lines = [line.rpartition(" ") for line in target.text("folded", BUSY).splitlines()]
    stacks = [([frame.rpartition(":")[2] for frame in stack.split(";")], int(weight)) for stack, _, weight in lines]
    check_shares(by_function(stacks))
    expect(any(names[-2:] == ["heavy", "spin"] for names, _ in stacks), stacks)


@again
def speedscope_file(target):
    data = json.loads(target.text("speedscope", BUSY))
    profile, frames = data["profiles"][0], data["shared"]["frames"]
    expect(len(profile["samples"]) == len(profile["weights"]), "lengths")
    expect(profile["type"] == "sampled" and profile["unit"] == "nanoseconds", profile["unit"])
    expect(sum(profile["weights"]) == profile["endValue"] - profile["startValue"], "sum")
    check_shares(by_function([([frames[i]["name"] for i in stack], weight)
                              for stack, weight in zip(profile["samples"], profile["weights"])]))


@again
def flame_page(target):
    """The page's data."""
    text = target.text("flame", BUSY)
    names = json.loads(re.sub(r"\+':(\d+)'\]", r']', re.search(r"const names=(\[.*?\n?\]);\nconst nodes", text, re.S)[1]))
    nodes = json.loads(re.search(r"const nodes=(\[.*\]);", text)[1])
    expect(text.startswith("<!DOCTYPE html>") and "http" not in text.replace("http://www.w3.org/2000/svg", ""), "not alone")
    stacks = []
    for i, (parent, name, own) in enumerate(nodes):
        expect(parent <= i, "a parent comes later")
        stacks.append(([names[name][0]] if i else [], own))
        if i:
            stacks[i][0][:0] = stacks[parent][0]
    check_shares(by_function(stacks))


def flame_in_a_browser(target):
    """What is drawn, and found."""
    browser = shutil.which("chromium")
    if not browser:
        raise Skip("no chromium here")
    page = target.trace("flame", BUSY, name="flame.html")
    done = run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", "--dump-dom",
                f"--user-data-dir={target.path('browser')}", f"file://{page}#waits"])
    drawn = re.findall(r"<rect[^>]*>", done.stdout)
    found = re.search(r"found: ([\d.]+) %", done.stdout)
    labels = set(re.findall(r"<text[^>]*>([^<]*)</text>", done.stdout))
    expect(len(drawn) > 5 and {"heavy", "light", "waits", "spin"} <= labels, labels, done.stderr[-300:])
    expect(found and 15 < float(found[1]) < 40 and sum('class="found"' in rect for rect in drawn) == 1, found, drawn[:3])


def fields(data):
    """Of a protocol buffer message: (field, number or bytes)."""
    at = 0

    def varint():
        nonlocal at
        number = shift = 0
        while True:
            byte = data[at]
            at += 1
            number |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return number

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        elif key & 7 == 2:
            length = varint()
            yield key >> 3, data[at:at + length]
            at += length
        else:
            raise Failure(f"wire type {key & 7}")


@again
def pprof_message(target):
    with gzip.open(target.trace("pprof", BUSY)) as file:
        message = list(fields(file.read()))
    strings = [value.decode() for field, value in message if field == 6]
    functions = {f[1]: strings[f[2]] for f in (dict(fields(v)) for field, v in message if field == 5)}
    locations = {f[1]: functions[dict(fields(f[4]))[1]] for f in (dict(fields(v)) for field, v in message if field == 4)}
    expect(strings[0] == "" and {"samples", "count", "wall", "nanoseconds"} <= set(strings), strings)
    stacks = []
    for value in (v for field, v in message if field == 2):
        parts = list(fields(value))
        stacks.append(([locations[v] for f, v in parts if f == 1][::-1], [v for f, v in parts if f == 2][1]))
    check_shares(by_function(stacks))


def pprof_by_go(target):
    if not shutil.which("go"):
        raise Skip("no go here (Debian: golang-go)")
    done = run(["go", "tool", "pprof", "-top", "-sample_index=wall", target.trace("pprof", BUSY)],
               env={**os.environ, "HOME": target.folder, "GOFLAGS": "-mod=mod"})
    if "no such tool" in done.stderr:
        raise Skip("this go has no pprof")
    expect(done.returncode == 0 and re.search(r"^ .* heavy$", done.stdout, re.M), done)


def samples_of_threads(target):
    expect("deep" in target.text("folded", program("threads"), "200000"), "deep() was not met in a thread")


CHECKS = [sample_table, processor_time_leaves_sleep_out, folded_stacks, speedscope_file, flame_page, flame_in_a_browser, pprof_message,
          pprof_by_go, samples_of_threads]
