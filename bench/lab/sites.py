"""The code at the sites, from the built programs: what `bench/disassemble` prints, and what docs/BENCH.md shows."""
import os
import re

from . import designs, exact
from .base import ROOT, Broken, run


def rows(code):
    return "\n".join(f"    {text}" for _, _, text in code)


def sites(binary, marker):
    """The code before and at each site of a marker."""
    table = exact.symbols(binary)
    for name, address, _ in exact.notes(binary):
        function = exact.function_of(table, address)
        if name != marker or not function:
            continue
        code = [row for row in exact.disassemble(binary, function[1], min(function[2], address + 32))
                if address - 40 < row[0] <= address]
        yield f"  {marker}, in {function[0]}, up to its nop:\n{rows(code)}"


def handler(binary, opcode="NOP"):
    """Where the loop executes an instruction: what its dispatch table says, in the file's own bytes."""
    with open(os.path.join(ROOT, "vm", "code", "opcodes.def"), encoding="utf-8") as file:
        number = re.findall(r"^OP\((\w+),", file.read(), re.M).index(opcode)
    place = next(start for start, size, name in exact.symbols(binary, "rRdD") if name.startswith("plain_table"))
    headers = run(["readelf", "-lW", binary]).stdout
    for offset, address, size in re.findall(r"LOAD\s+(\S+) (\S+) \S+ (\S+)", headers):
        if 0 <= place - int(address, 16) < int(size, 16):
            with open(binary, "rb") as file:
                file.seek(place - int(address, 16) + int(offset, 16) + 8 * number)
                return int.from_bytes(file.read(8), "little")
    raise Broken(f"{binary}: its dispatch table is in no segment")


def dispatch(binary):
    """What the instruction NOP is made of: it only goes on to the next."""
    start, piece = handler(binary), []
    for row in exact.disassemble(binary, start, start + 120):
        piece.append(row)
        if re.match(r"(notrack )?jmp\s+\*", row[2]):
            break
    return rows(piece)


def mnemonics(text):
    return tuple(line.split()[0] for line in text.splitlines())


def page():
    """Markdown: the instruction NOP of each design, those together that differ in registers alone."""
    found = {}
    for design in designs.DESIGNS:
        if design.ours and design.counted:
            text = dispatch(designs.build(design))
            found.setdefault(mnemonics(text), (text, []))[1].append(design.name)
    return "\n\n".join("`" + "`, `".join(names) + "`:\n\n" + text for text, names in found.values()) + "\n"
