/* text.c - dates and times as text: ISO 8601 both ways, repr, and strftime, whose %z,
 * %Z and %f the C library does not know.
 */
#include "stdlib/datetime/datetime_private.h"
#include "vm/core/hooks.h"

/* ---- writing --------------------------------------------------------------------- */

/* With leading zeros; behind it. */
static char *put_number(char *p, int number, int digits)
{
    for (int i = digits - 1; i >= 0; i--) {
        p[i] = (char)('0' + number % 10);
        number /= 10;
    }
    return p + digits;
}

char *put_day(char *p, Day d)
{
    p = put_number(p, d.year, 4);
    *p++ = '-';
    p = put_number(p, d.month, 2);
    *p++ = '-';
    return put_number(p, d.day, 2);
}

static char *put_after(char *p, char separator, int number, int digits)
{
    if (separator)
        *p++ = separator;
    return put_number(p, number, digits);
}

char *put_offset(char *p, Value delta, char separator)
{
    Int128 micro = delta_micro(delta);
    *p++ = micro < 0 ? '-' : '+';
    int64_t rest = (int64_t)(micro < 0 ? -micro : micro);
    int seconds = (int)(rest / SECOND_US);
    p = put_number(p, seconds / 3600, 2);
    p = put_after(p, separator, seconds / 60 % 60, 2);
    if (rest % (60LL * SECOND_US))
        p = put_after(p, separator, seconds % 60, 2);
    if (rest % SECOND_US)
        p = put_after(p, '.', (int)(rest % SECOND_US), 6);
    return p;
}

enum Detail { HOURS, MINUTES, SECONDS, MILLISECONDS, MICROSECONDS };

/* -1: exception. */
static int detail_of(MinipyVM *vm, Clock c, Value timespec)
{
    static const char *const names[] = {"hours", "minutes", "seconds", "milliseconds",
                                        "microseconds"};
    if (timespec && !str_cstr(vm, timespec))
        return -1;
    if (!timespec || str_equal_ascii(timespec, "auto"))
        return c.micro ? MICROSECONDS : SECONDS;
    for (int i = HOURS; i <= MICROSECONDS; i++)
        if (str_equal_ascii(timespec, names[i]))
            return i;
    error_set(vm, EXC_ValueError, "Unknown timespec value");
    return -1;
}

char *put_clock(MinipyVM *vm, char *p, Clock c, Value timespec)
{
    int detail = detail_of(vm, c, timespec);
    if (detail < 0)
        return NULL;
    p = put_number(p, c.hour, 2);
    if (detail >= MINUTES)
        p = put_after(p, ':', c.minute, 2);
    if (detail >= SECONDS)
        p = put_after(p, ':', c.second, 2);
    if (detail == MILLISECONDS)
        p = put_after(p, '.', c.micro / 1000, 3);
    if (detail == MICROSECONDS)
        p = put_after(p, '.', c.micro, 6);
    return p;
}

Value text_repr(MinipyVM *vm, Value self, const int *fields, int n, int fold,
                Value tzinfo)
{
    char text[128], *p = text;
    const char *before = "", *after = "";
    for (int i = 0; i < n; i++)
        p += sprintf(p, "%s%d", i ? ", " : "", fields[i]);
    if (fold) /* a time names it last, a datetime before its zone */
        *(n > 4 ? &before : &after) = ", fold=1";
    if (tzinfo == VALUE_NONE)
        return str_format_c(vm, "%T(%s%s%s)", self, text, before, after);
    return str_format_c(vm, "%T(%s%s, tzinfo=%R%s)", self, text, before, tzinfo, after);
}

/* ---- strftime -------------------------------------------------------------------- */

typedef struct Replacing {
    StrBuilder text;
    Value tzinfo, argument; /* borrowed: who is asked, and about what */
    int micro;
} Replacing;

static int put_zone_offset(MinipyVM *vm, Replacing *r)
{
    char text[OFFSET_SIZE];
    Value offset = zone_utcoffset(vm, r->tzinfo, r->argument);
    if (!offset)
        return -1;
    if (offset != VALUE_NONE)
        strbuilder_bytes(&r->text, text, put_offset(text, offset, 0) - text);
    value_decref(vm, offset);
    return 0;
}

/* A % in the name is no directive: name.replace("%", "%%"), by the name's own class. */
static int put_zone_name(MinipyVM *vm, Replacing *r)
{
    Value name = zone_tzname(vm, r->tzinfo, r->argument);
    if (!name || name == VALUE_NONE)
        return name ? 0 : -1;
    Value both[] = {vm->ascii['%'], str_from_cstr(vm, "%%")};
    Value text =
        both[1] ? call_method(vm, name, NAME(vm, replace), both, 2) : VALUE_NULL;
    value_xdecref(vm, both[1]);
    value_decref(vm, name);
    if (text && !value_is_str(text)) {
        error_set(vm, EXC_TypeError, "tzname.replace() did not return a string");
        value_clear(vm, &text);
    }
    if (text && !str_utf8(vm, text, NULL)) /* time.strftime() itself would take it */
        value_clear(vm, &text);
    return strbuilder_str_steal(&r->text, text);
}

static int put_directive(MinipyVM *vm, Replacing *r, uint32_t letter)
{
    char digits[6];
    switch (letter) {
    case 'z': return put_zone_offset(vm, r);
    case 'Z': return put_zone_name(vm, r);
    case 'f':
        put_number(digits, r->micro, 6);
        strbuilder_bytes(&r->text, digits, 6);
        return 0;
    default:
        strbuilder_char(&r->text, '%');
        strbuilder_char(&r->text, letter);
        return 0;
    }
}

/* The format without what the C library does not know; it ends at a NUL. */
static Value replaced_format(MinipyVM *vm, Replacing *r, Value format)
{
    int64_t n = str_length(format);
    strbuilder_init(&r->text, vm);
    for (int64_t i = 0; i < n; i++) {
        uint32_t c = str_char_at(STR(format), i);
        uint32_t next = i + 1 < n ? str_char_at(STR(format), i + 1) : 0;
        if (c == 0)
            break;
        if (c != '%' || next == 0) {
            strbuilder_char(&r->text, c);
            continue;
        }
        i++;
        if (put_directive(vm, r, next) < 0) {
            strbuilder_discard(&r->text);
            return VALUE_NULL;
        }
    }
    Value whole = strbuilder_finish(&r->text);
    int64_t end = whole ? str_find(whole, vm->ascii[0], 0, str_length(whole), 1) : -1;
    if (likely(end < 0))
        return whole;
    Value text = str_substring(vm, whole, 0, end); /* a zone's name had one */
    value_decref(vm, whole);
    return text;
}

Value text_strftime_steal(MinipyVM *vm, Value format, Value timetuple, Value tzinfo,
                          Value tz_argument, int micro)
{
    Replacing r = {.tzinfo = tzinfo, .argument = tz_argument, .micro = micro};
    Value plain = timetuple && str_utf8(vm, format, NULL)
                      ? replaced_format(vm, &r, format)
                      : VALUE_NULL;
    Value strftime = plain ? import_attr(vm, "time", "strftime") : VALUE_NULL;
    Value text = strftime ? call2(vm, strftime, plain, timetuple) : VALUE_NULL;
    value_xdecref(vm, strftime);
    value_xdecref(vm, plain);
    value_xdecref(vm, timetuple);
    return text;
}

Value text_format(MinipyVM *vm, Value self, Value format)
{
    if (!value_is_str(format))
        return arg_type_error(vm, "__format__", "1", "str", format);
    return str_length(format) ? call_method_cstr(vm, self, "strftime", &format, 1)
                              : object_str(vm, self);
}

/* ---- reading --------------------------------------------------------------------- */

static const char *read_digits(const char *p, int n, int *out)
{
    *out = 0;
    for (; n > 0; n--, p++) {
        if (*p < '0' || *p > '9')
            return NULL;
        *out = *out * 10 + *p - '0';
    }
    return p;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* YYYY-Www-D behind the W. */
static bool read_week(const char *p, const char *end, bool dashes, int day[3])
{
    int week, weekday = 1;
    int32_t ordinal;
    if (!(p = read_digits(p, 2, &week)))
        return false;
    if (p < end) {
        if (dashes && *p++ != '-')
            return false;
        if (!read_digits(p, 1, &weekday))
            return false;
    }
    if (day_of_iso(day[0], week, weekday, &ordinal) < 0)
        return false;
    if (ordinal < 1 || ordinal > ORDINAL_MAX) {
        day[0] = ordinal < 1 ? 0 : YEAR_MAX + 1; /* refused with the other fields */
        day[1] = day[2] = 1;
        return true;
    }
    Day d = day_of_ordinal(ordinal);
    day[0] = d.year, day[1] = d.month, day[2] = d.day;
    return true;
}

static bool read_day(const char *p, const char *end, int day[3])
{
    if (!(p = read_digits(p, 4, &day[0])))
        return false;
    bool dashes = *p == '-';
    p += dashes;
    if (*p == 'W')
        return read_week(p + 1, end, dashes, day);
    if (!(p = read_digits(p, 2, &day[1])) || (dashes && *p++ != '-'))
        return false;
    return read_digits(p, 2, &day[2]) != NULL;
}

/* The digits behind the point: six count. 0; 1: something follows; -1: none. */
static int read_fraction(const char *p, const char *end, int *micro)
{
    int n = end - p >= 6 ? 6 : (int)(end - p);
    if (!(p = read_digits(p, n, micro)))
        return -1;
    for (; n < 6; n++)
        *micro *= 10;
    while (is_digit(*p))
        p++;
    return *p != '\0';
}

/* HH[:?MM[:?SS[.,ffffff]]] up to end. 0; 1: the text goes on there; -1: malformed. */
static int read_clock(const char *p, const char *end, int fields[4])
{
    bool colons = true;
    fields[0] = fields[1] = fields[2] = fields[3] = 0;
    for (int i = 0; i < 3; i++) {
        if (!(p = read_digits(p, 2, &fields[i])))
            return -1;
        char c = *p++;
        if (i == 0)
            colons = c == ':';
        if (p >= end)
            return c != '\0';
        if (colons && c == ':')
            continue;
        if (c == '.' || c == ',')
            break;
        if (colons)
            return -1;
        p--;
    }
    return read_fraction(p, end, &fields[3]);
}

static Value offset_zone(MinipyVM *vm, const int fields[4], int sign)
{
    int64_t seconds = (int64_t)fields[0] * 3600 + fields[1] * 60 + fields[2];
    if (seconds == 0) /* CPython looks no further */
        return value_incref(vm->datetime->utc);
    return zone_new_steal(
        vm, delta_new(vm, 0, sign * seconds, (int64_t)sign * fields[3]), VALUE_NULL);
}

/* The whole of a time with its zone. 1; 0: malformed; -1: exception. */
static int read_time(MinipyVM *vm, const char *p, const char *end, IsoTime *out)
{
    const char *zone = p;
    int offset[4];
    while (zone < end && *zone != '+' && *zone != '-' && *zone != 'Z')
        zone++;
    int rest = read_clock(p, zone, out->fields);
    out->tzinfo = VALUE_NONE;
    if (rest < 0)
        return 0;
    if (zone == end)
        return rest == 0;
    if (*zone == 'Z') {
        if (zone[1] == '\0')
            out->tzinfo = value_incref(vm->datetime->utc);
        return zone[1] == '\0';
    }
    if (read_clock(zone + 1, end, offset) != 0)
        return 0;
    out->tzinfo = offset_zone(vm, offset, *zone == '-' ? -1 : 1);
    return out->tzinfo ? 1 : -1;
}

static bool malformed(MinipyVM *vm, Value text)
{
    error_set(vm, EXC_ValueError, "Invalid isoformat string: %R", text);
    return false;
}

/* Its UTF-8; NULL: an exception. */
static const char *iso_text(MinipyVM *vm, Value text, int64_t *size)
{
    if (!value_is_str(text)) {
        error_set(vm, EXC_TypeError, "fromisoformat: argument must be str");
        return NULL;
    }
    const char *p = str_utf8(vm, text, size);
    if (!p && error_matches(vm, EXC_UnicodeEncodeError)) {
        error_clear(vm);
        malformed(vm, text);
    }
    return p;
}

bool iso_read_day(MinipyVM *vm, Value text, int day[3])
{
    int64_t n;
    const char *p = iso_text(vm, text, &n);
    if (!p)
        return false;
    return ((n == 7 || n == 8 || n == 10) && read_day(p, p + n, day)) ||
           malformed(vm, text);
}

bool iso_read_time(MinipyVM *vm, Value text, IsoTime *out)
{
    int64_t n;
    const char *p = iso_text(vm, text, &n);
    if (!p)
        return false;
    const char *end = p + n;
    p += *p == 'T';
    int r = read_time(vm, p, end, out);
    return r > 0 || (r == 0 && malformed(vm, text));
}

/* Where the day ends. YYYY-Www-## is a week and its day, or a week and an hour behind a
 * dash: the latter. -1: nowhere. */
static int64_t day_end(const char *p, int64_t n)
{
    if (n == 7)
        return 7;
    if (p[4] == '-' && p[5] != 'W')
        return 10;
    if (p[4] == '-') {
        if (n <= 8 || p[8] != '-')
            return 8;
        if (n == 9)
            return -1;
        return n > 10 && is_digit(p[10]) ? 8 : 10;
    }
    if (p[4] != 'W')
        return 8;
    int64_t i = 7;
    while (i < n && is_digit(p[i]))
        i++;
    return i < 9 ? i : i % 2 == 0 ? 7 : 8;
}

/* The separator is any one character, be it a lone surrogate. */
static Value without_surrogate(MinipyVM *vm, Value text)
{
    static const uint8_t places[] = {7, 8, 10};
    for (size_t i = 0; i < sizeof places; i++) {
        int64_t at = places[i];
        if (at >= str_length(text))
            break;
        uint32_t c = str_char_at(STR(text), at);
        if (c < 0xd800 || c > 0xdfff)
            continue;
        StrBuilder b;
        strbuilder_init(&b, vm);
        strbuilder_slice(&b, text, 0, at);
        strbuilder_char(&b, 'T');
        strbuilder_slice(&b, text, at + 1, str_length(text));
        return strbuilder_finish(&b);
    }
    return value_incref(text);
}

static int separator_size(char first)
{
    unsigned char c = (unsigned char)first;
    return c < 0x80 ? 1 : (c & 0xf0) == 0xe0 ? 3 : (c & 0xf0) == 0xf0 ? 4 : 2;
}

static int read_both(MinipyVM *vm, const char *p, int64_t n, int day[3], IsoTime *out)
{
    int64_t split = n < 7 ? -1 : day_end(p, n);
    if (split < 0 || !read_day(p, p + (split < n ? split : n), day))
        return 0;
    if (n <= split)
        return 1;
    const char *time = p + split + separator_size(p[split]);
    return time <= p + n ? read_time(vm, time, p + n, out) : 0;
}

bool iso_read_both(MinipyVM *vm, Value text, int day[3], IsoTime *out)
{
    int64_t n = 0;
    *out = (IsoTime){.tzinfo = VALUE_NONE};
    Value clean = value_is_str(text) ? without_surrogate(vm, text) : value_incref(text);
    const char *p = clean ? iso_text(vm, clean, &n) : NULL;
    int r = p ? read_both(vm, p, n, day, out) : -1;
    value_xdecref(vm, clean);
    return r > 0 || (r == 0 && malformed(vm, text));
}
