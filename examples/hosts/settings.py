"""The settings of a server, computed where that says more than a number."""
debug_port = 8000

name = "front"
port = debug_port + 80
workers = min(64, 2 * 4)
timeout = 0.5 * 60
del debug_port
