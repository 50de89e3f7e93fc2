"""A .pyc is measured against its source, by time and size or by hash; in an archive, too."""
import importlib._bootstrap_external as external
import importlib.util
import os
import sys
import tempfile
import zipfile

head = b'abcd' + bytes(4)
data = head + (5).to_bytes(4, 'little') + (7).to_bytes(4, 'little')
details = {'name': 'n', 'path': 'p'}


def ask(function, *args):
    try:
        print(function.__name__, args, function(data, *args, 'mod', details))
    except ImportError as e:
        frame = e.__traceback__.tb_next
        print(function.__name__, args, e, e.name, e.path, frame.tb_frame.f_code.co_filename, frame.tb_lineno)


for args in (5, 7), (5, None), (5 + 2**32, 7 + 2**32), (6, 7), (6, None), (5, 8), (-1, 7):
    ask(external._validate_timestamp_pyc, *args)
for hash in data[8:], b'12345678', b'':
    ask(external._validate_hash_pyc, hash)

with tempfile.TemporaryDirectory() as folder:
    sys.path.insert(0, folder)
    cases = {}
    for checked in True, False:
        for fresh in True, False:
            cases[f'hashed_{checked}_{fresh}'] = checked, fresh
    path = os.path.join(folder, 'modules.zip')
    with zipfile.ZipFile(path, 'w') as archive:
        for name, (checked, fresh) in cases.items():
            source = b'state = "source"' if fresh else b'state = "another"'
            code = compile('state = "bytecode"', name, 'exec')
            pyc = external._code_to_hash_pyc(code, importlib.util.source_hash(source), checked)
            archive.writestr(name + '.py', 'state = "source"')
            archive.writestr(name + '.pyc', pyc)
    sys.path.insert(0, path)
    for name in cases:
        print(name, __import__(name).state)
    del sys.path[:2]
