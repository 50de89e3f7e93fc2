import graphlib
print(list(graphlib.TopologicalSorter({"d": ["b", "c"], "b": ["a"], "c": ["a"]}).static_order())[0])
t = graphlib.TopologicalSorter({3: [2], 2: [1]})
t.add(4, 3, 1)
t.prepare()
while t.is_active():
    ready = t.get_ready()
    print(sorted(ready))
    t.done(*ready)
try:
    graphlib.TopologicalSorter({1: [2], 2: [1]}).prepare()
except graphlib.CycleError as error:
    print(error.args[0])
