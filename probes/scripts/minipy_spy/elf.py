"""ELF files, as far as it takes to find a section and where it lies in memory."""
import collections
import struct

PT_LOAD = 1
ET_EXEC = 2
SHT_NOBITS = 8

Section = collections.namedtuple("Section", "name kind address offset size")
Segment = collections.namedtuple("Segment", "kind offset address file_size size")


class NotElf(Exception):
    pass


class Elf:
    """A file of 64 bits, little-endian, open for reading in binary."""

    def __init__(self, file):
        self.file = file
        head = self.at(0, 64)
        if len(head) < 64 or head[:6] != b"\x7fELF\x02\x01":
            raise NotElf
        (self.type, self.machine, _, self.entry, self.phoff, self.shoff, _, _, self.phentsize,
         self.phnum, self.shentsize, self.shnum, self.shstrndx) = struct.unpack_from(
             "<HHIQQQIHHHHHH", head, 16)

    def at(self, offset, size):
        self.file.seek(offset)
        return self.file.read(size)

    def segments(self):
        count = self.phnum
        if count == 0xffff:  # too many for the field: the first section's sh_info has it
            count = struct.unpack_from("<I", self.at(self.shoff, 64), 44)[0]
        data = self.at(self.phoff, count * self.phentsize)
        for start in range(0, len(data) - 55, self.phentsize or 56):
            kind, _, offset, address, _, file_size, size, _ = struct.unpack_from("<IIQQQQQQ", data, start)
            yield Segment(kind, offset, address, file_size, size)

    def sections(self):
        data = self.at(self.shoff, self.shnum * self.shentsize) if self.shoff else b""
        rows = [struct.unpack_from("<IIQQQQ", data, start)
                for start in range(0, len(data) - 63, self.shentsize or 64)]
        if self.shstrndx >= len(rows):
            return
        names = self.at(rows[self.shstrndx][4], rows[self.shstrndx][5])
        for name, kind, _, address, offset, size in rows:
            text = names[name:names.find(b"\0", name)].decode("ascii", "replace")
            yield Section(text, kind, address, offset, size)

    def section(self, name):
        """The section of that name, or None."""
        return next((s for s in self.sections() if s.name == name and s.kind != SHT_NOBITS), None)

    def first_address(self):
        """Where the file's first byte would lie without relocation."""
        for s in self.segments():
            if s.kind == PT_LOAD:
                return s.address - s.offset
        raise NotElf
