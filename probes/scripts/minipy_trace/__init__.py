"""What minipy-trace is made of: kinds (what may be seen), tracing (the run as a whole), command (the
program that is traced), bpftrace (the tracer), views and flame (what is printed)."""
