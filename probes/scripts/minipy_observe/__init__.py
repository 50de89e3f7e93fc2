"""minipy-observe: what a running minipy does, told by itself.

process.py looks whether a process can be asked, meeting.py asks it and connects, wire.py speaks with it;
command.py reads the command line, the others show what came. Pure Python, for minipy and CPython alike."""
