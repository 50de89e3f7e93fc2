"""Schemas: loading, dumping, nesting, hooks, validation."""
import datetime as dt
from decimal import Decimal

from marshmallow import EXCLUDE, INCLUDE, Schema, ValidationError, fields, post_dump, post_load, pre_load, validate, validates, validates_schema


class Author(Schema):
    name = fields.Str(required=True, validate=validate.Length(min=2, error="at least {min}"))
    mail = fields.Email()
    born = fields.Date(format="%d.%m.%Y")
    site = fields.Url(allow_none=True)


class Book(Schema):
    class Meta:
        unknown = EXCLUDE
        ordered = True
    title = fields.Str(data_key="Title")
    authors = fields.List(fields.Nested(Author(only=("name", "born"))))
    price = fields.Decimal(places=2, as_string=True)
    out = fields.DateTime(format="iso")
    kind = fields.Str(validate=validate.OneOf(["a", "b"]), load_default="a")
    pages = fields.Int(strict=True, validate=[validate.Range(1, 5000), lambda n: n != 13])
    double = fields.Method("get_double", deserialize="load_double")
    shout = fields.Function(lambda o: o["title"].upper())
    extra = fields.Dict(keys=fields.Str(), values=fields.Float())
    secret = fields.Raw(load_only=True)

    def get_double(self, obj):
        return obj.get("pages", 0) * 2

    def load_double(self, value):
        return int(value) // 2

    @pre_load
    def strip(self, data, **more):
        return {k: v.strip() if isinstance(v, str) else v for k, v in data.items()}

    @validates("title")
    def no_x(self, value):
        if "x" in value:
            raise ValidationError("no x")

    @validates_schema
    def whole(self, data, **more):
        if data.get("kind") == "b" and not data.get("authors"):
            raise ValidationError({"authors": ["needed for b"]})

    @post_load
    def mark(self, data, **more):
        return {**data, "loaded": True}

    @post_dump(pass_many=True)
    def wrap(self, data, many, **more):
        return {"books": data} if many else data


schema = Book()
book = schema.load({"Title": " A book ", "authors": [{"name": "Ann", "born": "01.02.1980"}], "price": "12.345", "out": "2020-01-02T03:04:05+00:00", "pages": 20, "double": "8", "zz": 1, "extra": {"a": "1.5"}, "secret": 1})
print(book, schema.dump(book), schema.dumps(book), Book(many=True, exclude=["shout", "out"]).dump([book]), sep="\n")
for wrong in ({"Title": "axb", "pages": "5", "kind": "c"}, {"authors": [{"name": "A"}, {}, 3], "price": "q", "out": "x"}, {"kind": "b", "pages": 13}, {"extra": {"a": "z", 1: 2}, "pages": 2.5}, []):
    try:
        print(schema.load(wrong))
    except (ValidationError, AttributeError) as error:
        print(getattr(error, "messages", error), getattr(error, "valid_data", None))
print(Author(partial=True, unknown=INCLUDE).load({"q": 1, "site": None}), Author().validate({"name": "ok", "mail": "bad", "site": "bad", "w": 1}), schema.fields["pages"], Schema.from_dict({"a": fields.Bool(truthy={"yes"}, falsy={"no"})})().load({"a": "yes"}))
print(fields.TimeDelta("minutes").serialize("t", {"t": dt.timedelta(hours=1)}), fields.UUID().deserialize("12345678123456781234567812345678"), fields.Tuple((fields.Int(), fields.Str())).deserialize(["1", "b"]), fields.Decimal(rounding="ROUND_DOWN", places=1).deserialize(Decimal("1.29")), fields.Pluck(Author, "name").serialize("a", {"a": {"name": "N"}}))
