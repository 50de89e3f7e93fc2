"""Python stacks of minipy from outside the process; docs/STACKS.md tells how it works.

errors    what goes wrong, in words
table     minipy_debug_offsets: the layout of minipy's structs
elf       sections of the files that a process runs
process   a process: its memory, its maps, its threads, where the table lies in it
core      a core file: the same
values    reprs of values in another process
stacks    vms, threads and frames
sampling  taking stacks again and again
command   minipy-spy
bpf       stacks for bpftrace
"""
