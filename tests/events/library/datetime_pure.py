import datetime as d
t = d.datetime(2024, 2, 29, 13, 45, 6, 789, tzinfo=d.timezone(d.timedelta(hours=5, minutes=30), "IST"))
print(t, repr(t), t.isoformat(), t.astimezone(d.timezone.utc), t.strftime("%Y-%m-%d %H:%M:%S.%f %z %Z %j %a"), t.utctimetuple()[:6])
print(t + d.timedelta(days=366, seconds=-1), t - d.datetime(2000, 1, 1, tzinfo=d.timezone.utc), t.replace(year=2028), t.timetuple()[:8], t.isocalendar())
print(d.date.fromisoformat("2024-12-31").isocalendar(), d.date(2024, 1, 1) - d.date(2023, 1, 1), d.date.fromordinal(738000), d.date.max, d.date.fromisocalendar(2024, 1, 1))
print(d.timedelta(1, 2, 3) * 2.5, d.timedelta(days=7) // d.timedelta(days=2), divmod(d.timedelta(hours=5), d.timedelta(hours=2)), -d.timedelta(1), abs(d.timedelta(-1, 1)))
print(d.datetime.fromisoformat("20240229T134506+0530"), d.datetime.fromisoformat("2024-02-29 13:45:06.5Z"), d.time.fromisoformat("T04:05"), d.time(1, 2, 3, fold=1))
print(d.datetime.strptime("29/02/2024 13:45", "%d/%m/%Y %H:%M"), d.datetime.strptime("Thu Feb 29 2024 +0130", "%a %b %d %Y %z"), d.datetime.combine(d.date(2024, 1, 2), d.time(3)))
print(d.time(12) < d.time(13), d.datetime(1, 1, 1) == d.date(1, 1, 1), t.timestamp(), d.datetime.fromtimestamp(0, d.timezone.utc))
for bad in lambda: d.date(2023, 2, 29), lambda: d.time(25), lambda: d.timedelta(10**10), lambda: d.datetime.fromisoformat("x"), lambda: t < d.datetime.min, lambda: d.timezone(d.timedelta(1)):
    try:
        bad()
    except (ValueError, OverflowError, TypeError) as error:
        print(type(error).__name__, error)
