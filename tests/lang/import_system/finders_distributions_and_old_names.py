# importlib.metadata asks every finder of sys.meta_path for distributions; the finders
# also keep the names that came before find_spec() and exec_module().
import importlib.metadata as metadata
import os
import sys
import tempfile
import warnings

with tempfile.TemporaryDirectory() as place:
    info = os.path.join(place, "spam_ham-1.5.dist-info")
    os.mkdir(info)
    with open(os.path.join(info, "METADATA"), "w") as file:
        file.write("Metadata-Version: 2.1\nName: spam-ham\nVersion: 1.5\n")
    with open(os.path.join(info, "entry_points.txt"), "w") as file:
        file.write("[golden.group]\nfry = spam.pan:fry\n")
    sys.path.insert(0, place)
    print(metadata.version("spam-ham"))
    print([d.version for d in metadata.distributions(name="spam-ham")])
    for point in metadata.entry_points(group="golden.group"):
        print(point.name, point.value, point.dist.name)
    context = metadata.DistributionFinder.Context(name="Spam_Ham", path=[place])
    for finder in sys.meta_path:
        if hasattr(finder, "find_distributions"):
            print(finder.__name__, [d.name for d in finder.find_distributions(context)])
    del sys.path[0]

try:
    metadata.version("spam-ham")
except metadata.PackageNotFoundError as exc:
    print(repr(exc))

names = "find_spec find_module load_module get_code is_package invalidate_caches".split()
for finder in sys.meta_path[-3:]:
    print(finder.__name__, [n for n in names if hasattr(finder, n)])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        print(finder.find_module("no_such_module_here"))
    print(caught[0].category.__name__, caught[0].message)

builtin = sys.meta_path[-3]
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(builtin.find_module("sys") is builtin, builtin.load_module("sys") is sys)
print(caught[-1].category.__name__, caught[-1].message)
