"""Telephone bills: rates, rounding by the banker's rule, taxes and sums in decimal."""
import decimal
from decimal import Decimal

N = 12692
RATES = Decimal("0.0013"), Decimal("0.00894")
CENT, TAX, DISTANCE_TAX = Decimal("0.01"), Decimal("0.0675"), Decimal("0.0341")


def run(n):
    context = decimal.Context(prec=28, rounding=decimal.ROUND_HALF_EVEN)
    total = taxes = more = Decimal(0)
    texts = 0
    with decimal.localcontext(context):
        for i in range(n):
            seconds = i * 7919 % 5000
            price = (RATES[i & 1] * seconds).quantize(CENT)
            tax = (price * TAX).quantize(CENT, rounding=decimal.ROUND_DOWN)
            taxes += tax
            total += price + tax
            if i & 1:
                other = (price * DISTANCE_TAX).quantize(CENT, rounding=decimal.ROUND_DOWN)
                more += other
                total += other
            texts += len(str(price)) + len(f"{total:,.2f}")
            if price > 10 or price == tax:
                texts += int(price / 3) + (-price).as_tuple().exponent
    return str(total), str(taxes), str(more), texts
