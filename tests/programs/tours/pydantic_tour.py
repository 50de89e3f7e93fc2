"""Models: validation, errors, JSON, schemas, settings, dataclasses, generics, private attributes."""
import datetime
import decimal
import enum
import json
import typing
import uuid
from typing import Any, Dict, Generic, List, Literal, Optional, Set, Tuple, TypeVar, Union

import pydantic
from pydantic import BaseModel, BaseSettings, Extra, Field, PrivateAttr, ValidationError, conint, conlist, constr, create_model, parse_obj_as, root_validator, validate_arguments, validator
from pydantic.dataclasses import dataclass
from pydantic.generics import GenericModel


class Kind(enum.IntEnum):
    one = 1
    two = 2


class Address(BaseModel):
    street: str
    number: conint(gt=0, multiple_of=2)

    class Config:
        extra = Extra.forbid


class Person(BaseModel):
    name: constr(strip_whitespace=True, min_length=1, regex="^[a-zA-Z ]+$")
    born: datetime.date
    at: Optional[datetime.datetime]
    kind: Kind = Kind.one
    addresses: List[Address] = []
    scores: Dict[str, float] = {}
    pair: Tuple[int, str] = (0, "")
    unique: Set[int] = set()
    either: Union[int, str, None]
    exact: Literal["a", "b"] = "a"
    money: decimal.Decimal = Field(decimal.Decimal("1.0"), ge=0, description="money", alias="cash")
    ident: Optional[uuid.UUID]
    anything: Any = None
    items: conlist(int, min_items=0, max_items=3) = []
    _secret: int = PrivateAttr(5)

    class Config:
        allow_population_by_field_name = True
        validate_assignment = True
        json_encoders = {decimal.Decimal: lambda d: f"D{d}"}

    @validator("scores", each_item=True)
    def positive(cls, value):
        assert value >= 0, "negative score"
        return value

    @root_validator
    def check(cls, values):
        if values.get("exact") == "b" and not values.get("addresses"):
            raise ValueError("b needs addresses")
        return values


p = Person(name=" Ann ", born="1990-05-17", at="2020-01-02T03:04:05Z", kind="2", addresses=[{"street": "s", "number": "4"}], scores={"x": "1.5"}, pair=["7", 8], unique=[1, 1, 2], either="z", cash="3.50", ident="12345678123456781234567812345678")
print(repr(p), p.dict(exclude={"addresses"}, by_alias=True), p.json(exclude_unset=True), p.copy(update={"name": "B"}).name, p._secret, p.__fields_set__ == set(p.dict(exclude_unset=True)), sep="\n")
for wrong in (dict(), dict(name="1", born="x"), dict(name="a", born="2020-01-01", kind=9, pair=[1], exact="c", unique="q", cash=-1, items=[1, 2, 3, 4]), dict(name="a", born=0, addresses=[{"street": 1, "number": 3, "more": 1}, 5], scores={"a": -1}), dict(name="a", born="2020-01-01", exact="b"),
              dict(name="a", born="2020-13-01", at="x", ident="y", either=[])):
    try:
        print(repr(Person(**wrong)))
    except ValidationError as error:
        print(error, error.json(indent=None) if len(wrong) < 3 else len(error.errors()), sep="\n")
try:
    p.kind = 7
except ValidationError as error:
    print(error)
print(Person.schema_json(indent=1))
T = TypeVar("T")


class Box(GenericModel, Generic[T]):
    content: T
    more: List[T] = []


print(repr(Box[int](content="5", more=["6"])), Box[int].__name__, Box[str].schema())


@dataclass
class Data:
    a: int
    b: List[str] = Field(default_factory=list)


print(Data("3", (1, 2)), parse_obj_as(List[Data], [{"a": 1}]), create_model("Made", x=(int, ...), y="d")(x="4"))


@validate_arguments
def add(a: int, b: int = 2, *, c: float = 0.5) -> float:
    return a + b + c


print(add("1", c="2.5"))
try:
    add("x", d=3)
except ValidationError as error:
    print(error)


class Settings(BaseSettings):
    home: str
    depth: int = 3

    class Config:
        env_prefix = "TOUR_"


import os
os.environ.update(TOUR_HOME="/h", TOUR_DEPTH="9")
print(Settings())


class Node(BaseModel):
    value: int
    next: Optional["Node"]


class Sub(Person):
    extra_field: "typing.Annotated[int, Field(gt=3)]" = 4


print(repr(Node.parse_raw('{"value": 1, "next": {"value": "2"}}')), Sub.__fields__["extra_field"], Sub.__fields__["extra_field"].field_info.gt, list(Sub.__signature__.parameters)[:3], pydantic.__name__, json.loads(Node.schema_json())["definitions"]["Node"]["properties"])


class Url(BaseModel):
    url: pydantic.HttpUrl
    mail: pydantic.SecretStr
    size: pydantic.ByteSize
    ip: pydantic.IPvAnyAddress
    colour: pydantic.color.Color
    path: pydantic.Json[List[int]]


u = Url(url="https://a.example:8080/b?c#d", mail="hidden", size="3 MiB", ip="::1", colour="hsl(10, 50%, 50%)", path="[1, 2]")
print(repr(u), u.url.host, u.url.port, u.size.human_readable(), u.colour.as_hex(), u.path)
