# gc.get_objects() shows no list in which the audit hooks are; opening a file by OpenSSL is an audit event.
import gc
import ssl
import sys

seen = []


def hook(event, args):
    if event == "open" and args[0] == "no/such/file":
        seen.append(args)


sys.addaudithook(hook)
print([o for o in gc.get_objects() if isinstance(o, list) and hook in o])
try:
    ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_dh_params("no/such/file")
except OSError as e:
    print(e.errno, seen)
