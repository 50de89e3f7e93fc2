from __future__ import annotations

import dataclasses
import decimal
from functools import total_ordering


@total_ordering
@dataclasses.dataclass(frozen=True)
class Money:
    amount: decimal.Decimal
    currency: str = "EUR"

    def __lt__(self, other: Money) -> bool:
        if self.currency != other.currency:
            raise TypeError("mixed currencies")
        return self.amount < other.amount

    def __add__(self, other: Money) -> Money:
        return Money(self.amount + other.amount, self.currency)

    @property
    def cents(self) -> int:
        return int(self.amount * 100)

    @classmethod
    def zero(cls) -> "Money":
        return cls(decimal.Decimal(0))


def parse(text: str) -> Money | None:
    number, _, currency = text.partition(" ")
    if not number:
        return None
    return Money(decimal.Decimal(number), currency or "EUR")


def add_all(values: list[Money]) -> Money:
    result = Money.zero()
    for value in values:
        result += value
    reveal_type(result)
    return result.cents


class Wallet:
    def __init__(self) -> None:
        self.content: dict[str, Money] = {}

    def put(self, name, money: Money) -> None:
        self.content[name] = money
        self.content[5] = money
        self.contents

    def get(self, name: str) -> Money:
        return self.content.get(name)
