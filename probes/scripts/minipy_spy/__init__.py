"""Python stacks of minipy from outside the process; docs/STACKS.md tells how it works.

errors    what goes wrong, in words
table     minipy_debug_offsets: the layout of minipy's structs
elf       sections of the files that a process runs
process   a process: its memory, its maps, its threads, where the table lies in it
values    reprs of values in another process
stacks    vms, threads and frames
names     which of the kernel's threads one is, what Python calls it, short file names
stopping  ptrace, for --stop
sampling  taking stacks again and again
dump, top, flames    what minipy-spy shows
command   minipy-spy's arguments
in_gdb    minipy-bt
"""
