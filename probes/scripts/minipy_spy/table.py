"""minipy_debug_offsets (vm/debug/offsets.c): where minipy's structs have their fields."""
import struct

from .errors import SpyError

SECTION = ".minipy_debug"
SYMBOL = "minipy_debug_offsets"
COOKIE = b"minipydb"
VERSION = 2
HEADER = struct.Struct("<8s6I")
LARGEST = 1 << 16


class Table:
    """The rows are attributes: table.frame_prev. `address` is where it lies, if anywhere."""

    def __init__(self, data, address=0):
        fields = parse(data)
        self.address = address
        self.vms = address + fields.pop("vms_at")
        self.rows = fields
        self.__dict__.update(fields)

    @classmethod
    def read(cls, read, address):
        """From memory: read(address, size) returns bytes."""
        return cls(read(address, size_of(read(address, HEADER.size))), address)


def size_of(header):
    """Bytes of the table that begins so."""
    if len(header) < HEADER.size or header[:8] != COOKIE:
        raise SpyError(f"no table of minipy's offsets where {SECTION} should be: a damaged file?")
    _, version, size, *_ = HEADER.unpack_from(header)
    if version != VERSION:
        raise SpyError(f"its table of offsets has version {version}, and this minipy-spy reads "
                       f"version {VERSION}: use the minipy-spy that came with that minipy")
    if not HEADER.size < size <= LARGEST:
        raise SpyError("its table of offsets is damaged")
    return size


def parse(data):
    """name -> number: the rows, and vms_at."""
    size = size_of(data)
    *_, vms_at, rows_at, nrows, names_at = HEADER.unpack_from(data)
    if len(data) < size or rows_at + 8 * nrows > size or names_at > size:
        raise SpyError("its table of offsets is damaged")
    numbers = struct.unpack_from(f"<{nrows}Q", data, rows_at)
    names = data[names_at:size].split(b"\0")[0].decode("ascii").split()
    if len(names) != nrows:
        raise SpyError("its table of offsets is damaged")
    return dict(zip(names, numbers), vms_at=vms_at)
