# A name.abi3.so is a module for those who look through folders, as pydoc -k does.
import os
import pkgutil
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    open(os.path.join(folder, 'natty.abi3.so'), 'w').close()
    finder = sys.path_hooks[-1](folder)
    for module in pkgutil.iter_modules([folder]):
        spec = finder.find_spec(module.name)
        print(module.name, module.ispkg, type(spec.loader).__name__, os.path.basename(spec.origin))
        try:
            spec.loader.create_module(spec)
        except ImportError as e:
            print(e.name, os.path.basename(e.path))
    sys.path_importer_cache.pop(folder, None)
