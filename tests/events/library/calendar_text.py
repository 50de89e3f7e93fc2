import calendar
c = calendar.TextCalendar(calendar.SUNDAY)
print(c.formatmonth(2024, 2), c.formatyear(2023, m=4))
print(calendar.HTMLCalendar().formatmonth(2024, 12))
print(calendar.monthrange(2024, 2), calendar.isleap(1900), calendar.leapdays(2000, 2025), calendar.timegm((2024, 1, 1, 0, 0, 0)))
print(list(calendar.Calendar().itermonthdates(2024, 9))[:3], calendar.Calendar().yeardayscalendar(2024, 4)[0][0])
for bad in (2024, 13), (2024, 0):
    try:
        calendar.monthrange(*bad)
    except calendar.IllegalMonthError as error:
        print(error)
