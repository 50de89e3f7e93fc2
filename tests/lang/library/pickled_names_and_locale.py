"""The name of datetime.datetime and the module's are two texts in a pickle; localeconv()'s keys in CPython's order."""
import datetime
import locale
import pickle
import pickletools

for value in datetime.datetime(2020, 1, 2), [datetime.datetime, datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)]:
    for protocol in range(6):
        data = pickle.dumps(value, protocol)
        print(protocol, data, pickle._dumps(value, protocol) == data, pickle.loads(data) == value)
pickletools.dis(pickle.dumps(datetime.datetime(2020, 1, 2), 4))
locale.setlocale(locale.LC_ALL, "C")
print(locale.localeconv())
