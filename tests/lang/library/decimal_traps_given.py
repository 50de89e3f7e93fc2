"""A Context that is told its signals: InvalidOperation means all its conditions, which are no signals themselves."""
import copy
import pickle
from decimal import Context, Decimal, Inexact, InvalidOperation, Overflow, localcontext


def show(function, *args):
    try:
        print(function(*args))
    except Exception as error:
        print(type(error), error)


strict = Context(prec=20, Emax=30, Emin=-30, flags=[], traps=[InvalidOperation, Overflow, Inexact])
conditions = []
for call in (lambda: strict.create_decimal(".13.1"), lambda: strict.divide(0, 0),
             lambda: strict.divide_int(10**40, 1), lambda: strict.quantize(Decimal(10**27), Decimal(".01"))):
    try:
        print(call())
    except InvalidOperation as error:
        print(error.args)
        conditions += error.args[0]
print(strict)
with localcontext(strict) as current:
    show(current.create_decimal, "x")
    show(current.create_decimal, "1E-50")
for condition in conditions:
    show(lambda: Context(traps=[condition]))
    show(lambda: Context(flags=[condition]))
told = Context(traps=[], flags=[InvalidOperation])
for context in told, copy.copy(told), pickle.loads(pickle.dumps(told)), copy.deepcopy(told):
    print(context, context.__reduce__(), context.flags)
