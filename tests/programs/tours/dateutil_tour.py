"""Times: dateutil, pytz, babel, arrow, icalendar, freezegun."""
import datetime as dt

import arrow
import freezegun
import icalendar
import pytz
import vobject
from babel import Locale, dates, lists, numbers, plural, support, units
from babel.messages import Catalog, extract, mofile, pofile
from dateutil import easter, parser, relativedelta as rd, rrule, tz, utils
import io

BASE = dt.datetime(2020, 2, 29, 12, 30)
for text in ("2003-09-25T10:49:41.5-03:00", "Thu Sep 25 2003", "10pm", "25/9/2003", "20030925T104941", "Sept 3rd, 2021 5:07 AM EST", "today is 25 of September of 2003", "12h30", "1-2-3", "99", "bogus", "2020-02-30", "31.12.99 23:59"):
    for options in ({}, {"dayfirst": True}, {"fuzzy": True}):
        try:
            print(text, parser.parse(text, default=BASE, tzinfos={"EST": -18000}, **options))
        except (ValueError, OverflowError) as error:
            print(text, type(error).__name__, error)
print(parser.isoparse("2020-W10-3T01"), BASE + rd.relativedelta(months=+1, weekday=rd.FR(-1)), rd.relativedelta(dt.datetime(2021, 3, 1), BASE), rd.relativedelta(years=1, hours=30).normalized(), easter.easter(2024), utils.within_delta(BASE, BASE, dt.timedelta(0)))
for rule in ("FREQ=MONTHLY;BYDAY=-1FR;COUNT=5", "FREQ=YEARLY;BYMONTH=1,6;BYMONTHDAY=1;COUNT=4", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20200501T000000", "FREQ=DAILY;BYSETPOS=1;BYHOUR=9,17;COUNT=3;BYDAY=TU", "FREQ=YEARLY;BYEASTER=1;COUNT=2", "FREQ=HOURLY;BYMINUTE=0,30;COUNT=4"):
    try:
        print([str(d) for d in rrule.rrulestr(rule, dtstart=BASE)])
    except ValueError as error:
        print(error)
both = rrule.rruleset()
both.rrule(rrule.rrule(rrule.DAILY, count=5, dtstart=BASE))
both.exdate(BASE + dt.timedelta(2))
print(list(both), both.after(BASE), str(rrule.rrule(rrule.WEEKLY, dtstart=BASE, count=3, byweekday=(rrule.MO, rrule.TU(2)))))
for zone in ("Europe/Berlin", "America/New_York", "Asia/Kolkata"):
    z, p = tz.gettz(zone), pytz.timezone(zone)
    for when in (dt.datetime(2020, 3, 29, 2, 30), dt.datetime(2020, 10, 25, 2, 30), dt.datetime(1950, 1, 1)):
        print(zone, when.replace(tzinfo=z).isoformat(), tz.datetime_ambiguous(when, z), tz.datetime_exists(when, z), p.localize(when), p.normalize(p.localize(when) + dt.timedelta(hours=1)), p.localize(when).dst())
try:
    pytz.timezone("Europe/Berlin").localize(dt.datetime(2020, 3, 29, 2, 30), is_dst=None)
except pytz.NonExistentTimeError as error:
    print(type(error).__name__, error)
when = dt.datetime(2020, 2, 29, 15, 4, 5, tzinfo=pytz.utc)
for name in ("en_US", "de_DE", "ja_JP", "ar_EG", "hi_IN", "fr", "ru", "zh_Hant"):
    l = Locale.parse(name)
    print(name, l.display_name, [dates.format_datetime(when, f, locale=l, tzinfo=pytz.timezone("Europe/Paris")) for f in ("short", "full", "EEEE, d.M.yyyy QQQ w")], numbers.format_decimal(-1234567.891, locale=l), numbers.format_currency(1099.98, "EUR", locale=l), numbers.format_percent(0.345, locale=l), numbers.format_scientific(12345, locale=l),
          dates.format_timedelta(dt.timedelta(days=40), locale=l), lists.format_list(["a", "b", "c"], locale=l), l.plural_form(3), units.format_unit(12, "length-meter", locale=l), l.languages.get("de"), l.territories["US"], dates.get_timezone_name(pytz.timezone("Asia/Tokyo"), locale=l), dates.format_interval(when, when + dt.timedelta(3), "yMMMd", locale=l), numbers.get_currency_name("USD", 2, locale=l))
print(numbers.parse_decimal("1.234,5", locale="de"), dates.parse_date("04/01/04", locale="en_US"), plural.to_python({"one": "n is 1", "few": "n in 2..4"})(3), Locale.negotiate(["de_AT", "en"], ["de", "fr"]))
catalog = Catalog(locale="de", header_comment="# C", creation_date=when, revision_date=when)
catalog.add("one", "eins", locations=[("a.py", 3)], flags=["fuzzy"])
catalog.add(("day", "days"), ("Tag", "Tage"), auto_comments=["c"])
out = io.BytesIO()
pofile.write_po(out, catalog)
binary = io.BytesIO()
mofile.write_mo(binary, catalog)
print(out.getvalue().decode(), len(binary.getvalue()), support.Translations(io.BytesIO(binary.getvalue())).ngettext("day", "days", 2), list(extract.extract("python", io.BytesIO(b"_('x')\nngettext('a', 'b', n) # NOTE: c\n"))), [str(e) for e in catalog.check()])
a = arrow.get("2020-02-29T12:30:45+01:00")
print(a, a.shift(months=1, weekday=4), a.floor("week"), a.span("quarter"), a.format("dddd D. MMMM YYYY HH:mm:ss ZZ W", locale="de"), a.to("US/Pacific"), a.humanize(a.shift(days=-3)), a.humanize(a.shift(hours=5), locale="fr", granularity=["hour", "minute"]), [str(r) for r in arrow.Arrow.range("day", a, limit=2)], arrow.get("5/2/2020", "D/M/YYYY"), a.dehumanize("in 2 days"), arrow.get(1582979445).isocalendar())
for bad in (lambda: arrow.get("x"), lambda: arrow.get("2020-13-01"), lambda: a.replace(nope=1), lambda: a.to("Nowhere/X")):
    try:
        bad()
    except Exception as error:
        print(type(error).__name__, error)
cal = icalendar.Calendar()
cal.add("prodid", "-//x//")
event = icalendar.Event()
event.add("summary", "Meeting; with, signs\nü " * 4)
event.add("dtstart", dt.datetime(2020, 1, 2, 3, 4, tzinfo=pytz.timezone("Europe/Berlin")))
event.add("duration", dt.timedelta(hours=1, minutes=5))
event.add("rrule", {"freq": "daily", "count": 3, "byday": ["MO", "-1FR"]})
event.add("attendee", icalendar.vCalAddress("MAILTO:a@b"), parameters={"CN": "A, B"})
cal.add_component(event)
text = cal.to_ical()
print(text.decode(), icalendar.Calendar.from_ical(text).walk("VEVENT")[0]["rrule"], icalendar.Calendar.from_ical(text) == cal if False else "")
card = vobject.readOne("BEGIN:VCARD\nVERSION:3.0\nFN:J D\nN:D;J;;;\nEMAIL;TYPE=INTERNET:j@x\nNOTE:a\\,b\\nc\nEND:VCARD\n")
print(card.serialize(), card.email.params, card.n.value)
with freezegun.freeze_time("2021-05-06 07:08:09", tz_offset=2) as frozen:
    print(dt.datetime.now(), dt.date.today(), dt.datetime.utcnow())
    frozen.tick(60)
    print(dt.datetime.now(), isinstance(dt.datetime.now(), dt.datetime), __import__("time").time())
