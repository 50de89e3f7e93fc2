"""Flame graphs: folded stacks (a;b;c 12) or, when the file's name ends in .svg, a picture that stands
alone: a click zooms, ctrl-F searches, each box says what it is."""
import html
import os
import zlib

from . import views

WIDTH, HEIGHT, MARGIN = 1200, 17, 10  # of the picture; of a box; around them
NARROWEST = 0.15  # a narrower box is left out
LETTER = 7.3  # width of one


class Flame(views.Log):
    """Stacks of Python functions with what was counted in each."""

    maps = ("@own",)

    def __init__(self, options, output):
        super().__init__(options, output)
        self.nodes = {}  # number -> (parent's number, name)
        self.own = {}

    def take(self, what, data):
        if what == "printf" and data.startswith("N "):
            _, number, parent, name = data.rstrip("\n").split(" ", 3)
            file, _, function = name.rpartition("\t")
            self.nodes[int(number)] = (int(parent), views.visible(f"{function} ({os.path.basename(file)})"))
        elif what == "map":
            for name, key, value in views.rows_of(data):
                if name in self.maps:
                    self.own[int(key)] = value

    def stack(self, number):
        names = []
        while number in self.nodes:
            number, name = self.nodes[number]
            names.append(name.replace(";", ":"))
        return tuple(reversed(names))

    def end(self):
        stacks = {}
        for number, value in self.own.items():
            stack = self.stack(number)
            if stack and value > 0:
                stacks[stack] = stacks.get(stack, 0) + value
        if (self.options.output or "").endswith(".svg"):
            self.output.write(draw(stacks, "samples" if self.options.kind == "flame_cpu" else "ns"))
        else:
            for stack, value in sorted(stacks.items()):
                self.output.write(f"{';'.join(stack)} {value}\n")
        self.output.flush()


def tree(stacks):
    """Nested {name: [value of its own and below, {…}]}."""
    root = [0, {}]
    for stack, value in stacks.items():
        root[0] += value
        node = root
        for name in stack:
            node = node[1].setdefault(name, [0, {}])
            node[0] += value
    return root


def boxes(root):
    """(name, depth, left, width, value) of each box, in pixels; callers lie under what they call."""
    scale = (WIDTH - 2 * MARGIN) / max(root[0], 1)
    found = [("all", 0, MARGIN, root[0] * scale, root[0])]
    waiting = [(root, 1, MARGIN)]
    while waiting:
        node, depth, left = waiting.pop()
        for name, child in sorted(node[1].items()):
            width = child[0] * scale
            if width >= NARROWEST:
                found.append((name, depth, left, width, child[0]))
                waiting.append((child, depth + 1, left))
            left += width
    return found


def colour(name):
    """A warm colour, the same for a name in every picture."""
    number = zlib.crc32(name.encode("utf-8", "backslashreplace"))
    return f"rgb({205 + number % 50},{80 + number // 50 % 130},{number // 6500 % 55})"


def shorten(name, width):
    """As much of the name as such a box has room for; the script in the picture does so, too."""
    fits = int((width - 6) / LETTER)
    return "" if fits < 3 else name if len(name) <= fits else name[:fits - 2] + ".."


def draw(stacks, unit):
    """The picture of {stack, a tuple of names from the outermost: number of units}."""
    root = tree(stacks)
    found = boxes(root)
    tall = (max(depth for _, depth, *_ in found) + 1) * HEIGHT
    bottom = tall + 3 * HEIGHT
    parts = []
    for name, depth, left, width, value in found:
        about = f"{name}: {value:,} {unit}, {100 * value / max(root[0], 1):.2f} %"
        parts.append(f'<g data-x="{left:.2f}" data-w="{width:.2f}" data-d="{depth}"><title>{html.escape(about)}</title>'
                     f'<rect x="{left:.2f}" y="{bottom - (depth + 1) * HEIGHT}" width="{width:.2f}" '
                     f'height="{HEIGHT - 1}" rx="2" fill="{colour(name)}"/>'
                     f'<text x="{left + 3:.2f}" y="{bottom - depth * HEIGHT - 5}">{html.escape(shorten(name, width))}'
                     "</text></g>\n")
    return PICTURE % {"width": WIDTH, "height": bottom + MARGIN, "margin": MARGIN, "boxes": "".join(parts),
                      "unit": unit, "middle": WIDTH // 2, "letter": LETTER, "right": WIDTH - MARGIN}


PICTURE = """<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="%(width)d" height="%(height)d" viewBox="0 0 %(width)d %(height)d">
<style>
text { font: 12px monospace; pointer-events: none; }
.head { pointer-events: all; cursor: pointer; }
g { cursor: pointer; }
g:hover rect { stroke: black; }
.above rect { opacity: 0.5; }
.found rect { fill: rgb(190, 70, 220); }
</style>
<rect width="100%%" height="100%%" fill="#fdf6ec"/>
<text x="%(middle)d" y="20" text-anchor="middle">Python functions, wide as the %(unit)s spent in them</text>
<text class="head" id="reset" x="%(margin)d" y="20" visibility="hidden">Reset zoom</text>
<text class="head" id="search" x="%(right)d" y="20" text-anchor="end">Search</text>
<g id="boxes">
%(boxes)s</g>
<script><![CDATA[
const margin = %(margin)d, full = %(width)d - 2 * margin, letter = %(letter)s;
const boxes = [...document.querySelectorAll("#boxes > g")];
const box = g => ({x: +g.dataset.x, w: +g.dataset.w, d: +g.dataset.d});
const name = g => g.querySelector("title").textContent;

// The box that is zoomed to takes the full width, and what it was called by, too.
function zoom(g) {
    const to = box(g), scale = full / to.w;
    for (const each of boxes) {
        const at = box(each), above = at.d < to.d;
        const inside = above ? at.x <= to.x + 0.01 && at.x + at.w >= to.x + to.w - 0.01
                             : at.x >= to.x - 0.01 && at.x + at.w <= to.x + to.w + 0.01;
        each.style.display = inside ? "" : "none";
        each.classList.toggle("above", above);
        place(each, above ? margin : margin + (at.x - to.x) * scale, above ? full : at.w * scale);
    }
    document.getElementById("reset").setAttribute("visibility", to.d ? "visible" : "hidden");
}

function place(g, x, w) {
    const rect = g.querySelector("rect"), text = g.querySelector("text");
    rect.setAttribute("x", x);
    rect.setAttribute("width", w);
    text.setAttribute("x", x + 3);
    const whole = name(g).replace(/: [^:]*$/, ""), fits = Math.floor((w - 6) / letter);
    text.textContent = fits < 3 ? "" : whole.length <= fits ? whole : whole.slice(0, fits - 2) + "..";
}

function search() {
    const what = prompt("Functions whose name has (regular expression):");
    if (what === null) return;
    const wanted = what && new RegExp(what);
    for (const g of boxes) g.classList.toggle("found", Boolean(wanted) && wanted.test(name(g)));
}

for (const g of boxes) g.addEventListener("click", () => zoom(g));
document.getElementById("reset").addEventListener("click", () => zoom(boxes[0]));
document.getElementById("search").addEventListener("click", search);
addEventListener("keydown", event => {
    if (event.ctrlKey && event.key === "f") { event.preventDefault(); search(); }
});
zoom(boxes[0]);
]]></script>
</svg>
"""
