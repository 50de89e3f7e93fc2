"""A walk through libraries for nested data and settings: patches, paths, boxes, views, environments."""
import io
import os

import box
import confuse
import decouple
import dotenv
import geojson
import jsonpatch
import jsonpath_rw
import munch
import omegaconf

one, other = {"x": [1, 2, {"y": 3}], "z": "q"}, {"x": [1, {"y": 4}], "w": None}
patch = jsonpatch.make_patch(one, other)
print("jsonpatch", patch, patch.apply(one) == other)
try:
    jsonpatch.apply_patch(one, [{"op": "test", "path": "/z", "value": 1}])
except jsonpatch.JsonPatchTestFailed as e:
    print("jsonpatch", e)

tree = {"a": [{"b": 1}, {"b": 2}], "c": {"x": {"d": 5}}}
print("jsonpath", [(str(m.full_path), m.value) for m in jsonpath_rw.parse("a[*].b|c..d").find(tree)])

m = munch.munchify(tree)
m.x = m.a[0].b
del m.c
print("munch", m, munch.unmunchify(m), m.toJSON(), munch.DefaultMunch(5).q)

b = box.Box({"a b": 1, "l": [{"x": 2}]}, default_box=True)
print("box", b.a_b, b.l[0].x, b.q.r, b.to_json())
try:
    box.Box(frozen_box=True, a=1).b = 2
except box.BoxError as e:
    print("box", e)

shape = geojson.Feature(geometry=geojson.Polygon([[(0, 0), (1, 0), (1, 1), (0, 0)]]), properties={"n": 1})
print("geojson", geojson.dumps(shape, sort_keys=True), shape.is_valid, geojson.Point((1, 2, 3, 4)).errors(), list(geojson.utils.coords(shape)))

c = omegaconf.OmegaConf.create({"a": {"b": 1, "c": "${a.b}x"}, "l": [1, "${l.0}"]})
print("omegaconf", omegaconf.OmegaConf.to_yaml(c, resolve=True), omegaconf.OmegaConf.merge(c, {"a": {"b": 5}}).a.c)
try:
    print(c.a.zz.y)
except Exception as e:
    print("omegaconf", type(e).__name__, str(e).splitlines()[0])

view = confuse.RootView([confuse.ConfigSource.of({"a": {"b": [1, 2]}}), confuse.ConfigSource.of({"a": {"c": "5"}})])
print("confuse", view["a"]["c"].as_str(), view["a"]["b"].get(list), view["a"].keys())
try:
    view["a"]["c"].get(int)
except confuse.ConfigTypeError as e:
    print("confuse", e)

print("dotenv", dotenv.dotenv_values(stream=io.StringIO("A=1\nexport B='x ${A}'\n# c\nC=\"q\\n\"\nD")))
os.environ["TOUR_YES"] = "yes"
print("decouple", decouple.config("TOUR_YES", cast=bool), decouple.config("TOUR_NO", default=3, cast=int), decouple.Csv(int)("1, 2"))
