"""minipy-spy bpf: a bpftrace program that prints or counts Python stacks at a marker.

The kernel reads the frames by the same table; its numbers are written into the program. BPF's
stack has 512 bytes, so frames are printed one by one, and a whole stack is known by a sum. The
line of a frame is that of the last run that does not begin behind its instruction; the search
has no branches, because the kernel's verifier would follow each of their combinations.
"""
import collections
import os
import struct
import subprocess

from . import elf
from .errors import SpyError
from .table import SECTION, Table

STEPS = 20  # of the search: a million runs
MARKERS = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "markers.sh")

NUMBERED = """\
/* Python stacks at {marker} of {binary}, made by minipy-spy bpf. */
usdt:{binary}:{provider}:{marker}
{{
    $frame = {frame};
"""
SUM = """\
    $f = $frame;
    $sum = (uint64)0;
    $depth = (uint64)0;
    while ($depth < {depth}) {{
        if ($f == 0) {{
            break;
        }}
        $sum = $sum * 31 + *(uint64 *)($f + {frame_code});
        $f = *(uint64 *)($f + {frame_prev});
        $depth++;
    }}
    @stacks[$sum] = count();
    if (@seen[$sum]) {{
        return;
    }}
    @seen[$sum] = 1;
    printf("stack %llu\\n", $sum);
"""
HEAD = """\
    printf("{marker} in thread %d\\n", tid);
"""
PRINT = """\
    $f = $frame;
    $depth = (uint64)0;
    while ($depth < {depth}) {{
        if ($f == 0) {{
            break;
        }}
        $code = *(uint64 *)($f + {frame_code});
        $at = *(uint64 *)($f + {frame_ip}) - *(uint64 *)($code + {code_instrs});
        $key = $at / 2 - 2;
        $low = (uint64)0;
        $high = (uint64)*(uint32 *)($code + {code_nruns});
        $runs = *(uint64 *)($code + {code_runs});
        $step = (uint64)0;
        while ($step < {steps}) {{
            $mid = ($low + $high) / 2;
            $start = (uint64)*(uint32 *)($runs + $mid * {sizeof_run} + {run_start});
            $up = (($start - $key - 1) >> 63) & (($low - $high) >> 63);
            $low = $low + $up * ($mid + 1 - $low);
            $high = $high - (1 - $up) * ($high - $mid);
            $step++;
        }}
        $line = *(int32 *)($runs + ($low - 1) * {sizeof_run} + {run_line});
        if ($at == 0) {{
            $line = *(int32 *)($code + {code_firstlineno});
        }}
        printf("    %s:%d %s\\n", str(*(uint64 *)($code + {code_filename_utf8})), $line,
               str(*(uint64 *)($code + {code_name_utf8})));
        $f = *(uint64 *)($f + {frame_prev});
        $depth++;
    }}
}}
"""
END = """
END
{
    clear(@seen);
}
"""


Marker = collections.namedtuple("Marker", "provider frame")  # frame: the argument that has it, or None


def markers():
    """By name; the list is probes/markers.def."""
    known = {}
    for provider in "python", "minipy":
        made = subprocess.run(["sh", MARKERS, "spec", provider], stdout=subprocess.PIPE, text=True, check=True)
        for row in made.stdout.splitlines():
            name, _, arguments = row.split("|")[:3]
            arguments = arguments.split(",")
            known[name] = Marker(provider, arguments.index("PTR frame") if "PTR frame" in arguments else None)
    return known


def open_table(binary):
    """The table in a file, and whether its addresses are those of the process."""
    try:
        with open(binary, "rb") as f:
            file = elf.Elf(f)
            section = file.section(SECTION)
            if not section:
                raise SpyError(f"{binary} is no minipy: it has no section {SECTION} (of a program that uses "
                               "libminipy.so, the library has it)")
            return Table(file.at(section.offset, section.size), section.address), file.type == elf.ET_EXEC
    except OSError as error:
        raise SpyError(f"{binary}: {error.strerror}") from None
    except (elf.NotElf, struct.error):
        raise SpyError(f"{binary}: no ELF file of 64 bits") from None


def root(table):
    """Where the first vm's current frame is found, for markers that do not say."""
    return f"*(uint64 *)(*(uint64 *)uptr({table.vms:#x}) + {table.vm_frame})"


def program(table, binary, marker, depth, count, fixed):
    """The text. fixed: does the table lie at table.address?"""
    known = markers().get(marker)
    if not known:
        raise SpyError(f"no marker {marker}: there are {', '.join(markers())}")
    if known.frame is None and not fixed:
        raise SpyError(f"{marker} does not say which frame runs, and where {os.path.basename(binary)} lies is "
                       "known of a process alone: name it by -p PID")
    frame = root(table) if known.frame is None else f"arg{known.frame}"
    text = NUMBERED + (SUM if count else HEAD) + PRINT
    return text.format(provider=known.provider, marker=marker, binary=os.path.abspath(binary), frame=frame, depth=depth, steps=STEPS,
                       **table.rows) + (END if count else "")
