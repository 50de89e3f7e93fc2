import traceback


class Bad:
    def __getitem__(self, i): raise KeyError(i)
    def __setitem__(self, i, v): raise KeyError(i)
    def __delitem__(self, i): raise KeyError(i)
bad, row = Bad(), [1, 2]
def get(): return 1 + bad[0][1]
def index(): return row[10] + row[0]
def store(): bad["k"] = row[0]
def augment(): bad["k"] += 1
def delete(): del row[0], bad[ "k" ]
def nested(): return row[row[bad[3]]]
def part(): row[0:"x"] = ()
def odd(): return row  [ 7 ]
CALLS = get, index, store, augment, delete, nested, part, odd

for call in CALLS:
    try:
        call()
    except Exception:
        print(*traceback.format_exc().splitlines()[4:], sep="\n")
