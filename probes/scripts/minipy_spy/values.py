"""Reprs of the values of another process: short ones, whatever the memory holds."""
import struct

from .errors import BadRead

TEXT = 60     # characters of a str
ITEMS = 6     # of a container
DEPTH = 3     # of containers in each other
LINE = 200    # characters of a whole repr
LIMBS = 16    # of an int that is written out
ENTRIES = 64  # of a dict that are read at once
FLOAT_EXP_BIAS = 3 << 60
MASK = (1 << 64) - 1
CLASSES = {"none": "None", "false": "False", "true": "True", "ellipsis": "Ellipsis",
           "not_implemented": "NotImplemented"}


def immediate_float(value):
    """The double in a value whose last two bits are 10 (vm/core/value.h)."""
    bits = value ^ 2
    bits = (bits >> 3 | bits << 61) & MASK
    if bits << 1 & MASK:
        bits = (bits + FLOAT_EXP_BIAS) & MASK
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def printable(text):
    """Without what could play tricks on a terminal, or cannot be written."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class Values:
    """memory: read(address, size) -> bytes, or BadRead."""

    def __init__(self, memory, table):
        self.read = memory.read
        self.table = table
        self.names = {getattr(table, "value_" + row): text for row, text in CLASSES.items()}
        self.writers = {getattr(table, "kind_" + name[6:]): getattr(self, name)
                        for name in dir(self) if name.startswith("write_")}

    # ---- words

    def u64(self, address):
        return int.from_bytes(self.read(address, 8), "little")

    def u32(self, address):
        return int.from_bytes(self.read(address, 4), "little")

    def i64(self, address):
        return int.from_bytes(self.read(address, 8), "little", signed=True)

    def i32(self, address):
        return int.from_bytes(self.read(address, 4), "little", signed=True)

    def u8(self, address):
        return self.read(address, 1)[0]

    def u64s(self, address, count):
        return struct.unpack(f"<{count}Q", self.read(address, 8 * count))

    def kind(self, value):
        """The kind of an object; -1: it is none."""
        return self.u8(value + self.table.object_kind) if value and not value & 7 else -1

    # ---- text

    def text(self, value, longest=4096):
        """The text of a str; BadRead if it is none."""
        t = self.table
        if self.kind(value) != t.kind_str:
            raise BadRead(f"no str at {value:#x}")
        length, width = self.i64(value + t.str_length), self.u8(value + t.str_width)
        if length < 0 or width not in (1, 2, 4):
            raise BadRead(f"no str at {value:#x}")
        data = self.read(value + t.str_data, min(length, longest) * width)
        if width == 1:
            return data.decode("latin-1")
        codes = struct.unpack(f"<{len(data) // width}{'H' if width == 2 else 'I'}", data)
        try:
            return "".join(map(chr, codes))
        except (ValueError, OverflowError):
            raise BadRead(f"no str at {value:#x}") from None

    # ---- reprs

    def repr(self, value):
        """A short repr; it never fails."""
        text = self.short(value, DEPTH)
        return text if len(text) <= LINE else text[:LINE - 3] + "..."

    def name(self, value):
        """The text of a str as it can be shown; BadRead if it is none."""
        return printable(self.text(value))

    def short(self, value, depth):
        if value & 1:
            return str((value >> 1) - (value >> 63 << 63))
        if value & 3 == 2:
            return repr(immediate_float(value))
        if value in self.names:
            return self.names[value]
        if value == 0 or value & 7:
            return "<nothing>"
        try:
            return self.object(value, depth)
        except (BadRead, struct.error, RecursionError):
            return f"<unreadable at {value:#x}>"

    def object(self, value, depth):
        t = self.table
        kind = self.kind(value)
        cls = self.u64(value + t.object_type)
        name = printable(self.text(self.u64(cls + t.type_name), 200))
        writer = self.writers.get(kind)
        if not writer or (self.u32(cls + t.type_flags) & t.type_heap and kind != t.kind_type):
            return f"<{name} object at {value:#x}>"
        return writer(value, depth)

    def items(self, values, length, depth, brackets):
        """values: at most ITEMS of `length` there are."""
        if depth == 0:
            return brackets[0] + "..." + brackets[1] if length else brackets
        texts = [self.short(v, depth - 1) for v in values]
        return brackets[0] + ", ".join(texts + ["..."] * (length > len(texts))) + brackets[1]

    def write_str(self, value, _):
        length = self.i64(value + self.table.str_length)
        return repr(self.text(value, TEXT)) + "..." * (length > TEXT)

    def write_int(self, value, _):
        size = self.i32(value + self.table.int_size)
        if abs(size) > LIMBS:
            return f"<int of about {abs(size) * 64} bits>"
        data = self.read(value + self.table.int_limbs, abs(size) * 8)
        return str(int.from_bytes(data, "little") * (-1 if size < 0 else 1))

    def double(self, address):
        return struct.unpack("<d", self.read(address, 8))[0]

    def write_float(self, value, _):
        return repr(self.double(value + self.table.float_value))

    def write_complex(self, value, _):
        t = self.table
        return repr(complex(self.double(value + t.complex_real), self.double(value + t.complex_imag)))

    def write_bytes(self, value, _):
        size = self.i64(value + self.table.bytes_size)
        return repr(self.read(value + self.table.bytes_data, min(size, TEXT))) + "..." * (size > TEXT)

    def write_bytearray(self, value, _):
        size = self.i64(value + self.table.bytearray_size)
        data = self.read(self.u64(value + self.table.bytearray_data), min(size, TEXT)) if size else b""
        return f"bytearray({data!r}{'...' * (size > TEXT)})"

    def write_tuple(self, value, depth):
        size = self.i64(value + self.table.tuple_size)
        values = self.u64s(value + self.table.tuple_items, max(0, min(size, ITEMS)))
        text = self.items(values, size, depth, "()")
        return text[:-1] + ",)" if size == 1 and depth else text

    def write_list(self, value, depth):
        size = self.i64(value + self.table.list_size)
        count = max(0, min(size, ITEMS))
        values = self.u64s(self.u64(value + self.table.list_items), count) if count else ()
        return self.items(values, size, depth, "[]")

    def write_dict(self, value, depth):
        used = self.i64(value + self.table.dict_used)
        if used <= 0 or depth == 0:
            return "{...}" if used > 0 else "{}"
        texts = [f"{self.short(k, depth - 1)}: {self.short(v, depth - 1)}"
                 for k, v in self.dict_items(value, ITEMS)]
        return "{" + ", ".join(texts + ["..."] * (used > len(texts))) + "}"

    def dict_items(self, value, most):
        """The first (key, value) of a dict, as values; at most so many."""
        t = self.table
        entries = self.u64(value + t.dict_entries)
        hashed = self.read(value + t.dict_hashed, 1)[0]
        size = t.sizeof_entry if hashed else t.sizeof_bare_entry
        count = min(self.u32(value + t.dict_nentries), most * 8)
        for first in range(0, count, ENTRIES):
            data = self.read(entries + first * size, min(ENTRIES, count - first) * size)
            for at in range(0, len(data), size):
                key, = struct.unpack_from("<Q", data, at + t.entry_key)
                if key:
                    yield key, struct.unpack_from("<Q", data, at + t.entry_value)[0]
                    most -= 1
                if most == 0:
                    return

    def set_members(self, value, depth, brackets):
        t = self.table
        used = self.u32(value + t.set_used)
        table = self.u64(value + t.set_table)
        if table:
            places = range(min(self.u64(value + t.set_mask) + 1, 256))
        else:
            table, places = value + t.set_small, filter(None, self.read(value + t.set_place, 8))
        keys = []
        for i in places:
            key = self.u64(table + i * t.sizeof_member + t.member_key)
            if key and key != t.value_dummy:
                keys.append(key)
            if len(keys) == min(used, ITEMS):
                break
        return self.items(keys, used, depth, brackets)

    def write_set(self, value, depth):
        empty = self.u32(value + self.table.set_used) == 0
        return "set()" if empty else self.set_members(value, depth, "{}")

    def write_frozenset(self, value, depth):
        empty = self.u32(value + self.table.set_used) == 0
        return "frozenset()" if empty else f"frozenset({self.set_members(value, depth, '{}')})"

    def write_type(self, value, _):
        return f"<class {self.text(self.u64(value + self.table.type_name), TEXT)!r}>"

    def write_function(self, value, _):
        return f"<function {self.name(self.u64(value + self.table.func_qualname))} at {value:#x}>"

    def write_code(self, value, _):
        return f"<code object {self.name(self.u64(value + self.table.code_name))} at {value:#x}>"

    def running(self, value, what):
        name = self.name(self.u64(value + self.table.generator_qualname))
        return f"<{what} object {name} at {value:#x}>"

    def write_generator(self, value, _):
        return self.running(value, "generator")

    def write_coroutine(self, value, _):
        return self.running(value, "coroutine")

    def write_async_generator(self, value, _):
        return self.running(value, "async_generator")

    def write_module(self, value, _):
        return f"<module {self.lookup_text(self.u64(value + self.table.module_dict), '__name__')!r}>"

    # ---- looking things up

    def lookup(self, mapping, name):
        """The value under that str in a dict, or 0."""
        for key, value in self.dict_items(mapping, 1 << 16):
            if self.kind(key) == self.table.kind_str and self.text(key, len(name) + 1) == name:
                return value
        return 0

    def lookup_text(self, mapping, name):
        value = self.lookup(mapping, name)
        return self.text(value, TEXT) if value else "?"

    def attribute(self, value, name):
        """The instance's own attribute of that name, or 0."""
        t = self.table
        offset = self.i32(self.u64(value + t.object_type) + t.type_inst_offset)
        if offset <= 0:
            return 0
        shape, values = self.u64(value + offset + t.inst_shape), self.u64(value + offset + t.inst_values)
        if not shape:
            return self.lookup(values, name) if values else 0
        count = self.i32(shape + t.shape_count)
        if not 0 < count <= 4096:
            return 0
        for i, key in enumerate(self.u64s(self.u64(shape + t.shape_keys), count)):
            if self.text(key, len(name) + 1) == name:
                return self.u64(values + 8 * i)
        return 0
