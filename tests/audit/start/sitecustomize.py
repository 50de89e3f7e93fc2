"""What python3.11's start imports when tests/run_audit.py asks it about a command: names the events."""
import os
import sys


def hook(event, args, write=os.write):
    write(2, f"audit: {event}\n".encode())


sys.addaudithook(hook)
