"""Appointments: dates added, compared, formatted, parsed, moved between zones."""
import calendar
import datetime
import zoneinfo

N = 2438
HOUR = datetime.timedelta(hours=1)
EAST = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")


def run(n):
    total = 0
    start = datetime.datetime(2026, 1, 1, 8, 30, tzinfo=datetime.timezone.utc)
    seen = []
    for i in range(n):
        moment = start + i * 37 * HOUR
        local = moment.astimezone(BERLIN)
        far = moment.astimezone(EAST)
        assert local == far and hash(local) == hash(far)
        text = local.isoformat()
        assert datetime.datetime.fromisoformat(text) == moment
        total += len(text) + local.hour + far.minute + local.isocalendar().week
        total += len(moment.strftime("%A, %d %B %Y %H:%M:%S %z"))
        total += datetime.datetime.strptime(moment.strftime("%Y-%m-%d %H:%M"), "%Y-%m-%d %H:%M").day
        day = moment.date()
        total += (day.replace(day=1) - datetime.date(2025, 12, 31)).days + day.weekday() + calendar.monthrange(day.year, day.month)[1]
        seen.append((moment - start).total_seconds())
        if moment.timetuple().tm_yday % 2 and moment > start and day < datetime.date.max:
            total += int((moment + datetime.timedelta(days=1, microseconds=i)).timestamp()) % 1000
    return total, sum(seen)
