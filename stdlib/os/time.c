/* time.c - the module time: clocks, sleeping, and broken-down time. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <limits.h>
#include <stdio.h>
#include <sys/times.h>
#include <time.h>
#include <wchar.h>

#include "stdlib/os/posix_private.h"
#include "stdlib/seconds.h"
#include "vm/import/import.h"
#include "vm/numbers/number.h"
#include "vm/objects/namespace.h"
#include "vm/threads/thread.h"

enum { NS = 1000000000 };

static const char *const struct_time_fields[] = {
    "tm_year", "tm_mon",  "tm_mday",  "tm_hour", "tm_min",    "tm_sec",
    "tm_wday", "tm_yday", "tm_isdst", "tm_zone", "tm_gmtoff", NULL};
static const StructSeqSpec struct_time_spec = {
    "time.struct_time",
    "The time value as returned by gmtime(), localtime(), and strptime(), and\n"
    " accepted by asctime(), mktime() and strftime().",
    struct_time_fields, 9};

/* ---- clocks ---------------------------------------------------------------------- */

static Value clock_float(MinipyVM *vm, clockid_t id)
{
    struct timespec t;
    if (clock_gettime(id, &t) < 0)
        return error_set_errno(vm, errno, VALUE_NULL);
    return float_new(vm, (double)t.tv_sec + (double)t.tv_nsec * 1e-9);
}

static Value clock_ns(MinipyVM *vm, clockid_t id)
{
    struct timespec t;
    if (clock_gettime(id, &t) < 0)
        return error_set_errno(vm, errno, VALUE_NULL);
    return int_new(vm, (int64_t)t.tv_sec * NS + t.tv_nsec);
}

#define CLOCK(name, id)                                                                \
    FN(time_##name)                                                                    \
    {                                                                                  \
        return clock_float(vm, id);                                                    \
    }                                                                                  \
    FN(time_##name##_ns)                                                               \
    {                                                                                  \
        return clock_ns(vm, id);                                                       \
    }
CLOCK(time, CLOCK_REALTIME)
CLOCK(monotonic, CLOCK_MONOTONIC)
CLOCK(perf_counter, CLOCK_MONOTONIC)
CLOCK(process_time, CLOCK_PROCESS_CPUTIME_ID)
CLOCK(thread_time, CLOCK_THREAD_CPUTIME_ID)

FN(time_clock_gettime)
{
    int id;
    return arg_int_ranged(vm, args[0], &id) ? clock_float(vm, id) : VALUE_NULL;
}

FN(time_clock_gettime_ns)
{
    static const MethodDef row = {
        .name = "clock_gettime", .signature = "(clk_id, /)", .flags = M_TUPLE};
    int id;
    if (!args_take(vm, &row, args, nargs, kwnames, &(Value){0}))
        return VALUE_NULL; /* the name is CPython's */
    return arg_int_ranged(vm, args[0], &id) ? clock_ns(vm, id) : VALUE_NULL;
}

FN(time_clock_getres)
{
    int id;
    struct timespec t;
    if (!arg_int_ranged(vm, args[0], &id))
        return VALUE_NULL;
    if (clock_getres(id, &t) < 0)
        return error_set_errno(vm, errno, VALUE_NULL);
    return float_new(vm, (double)t.tv_sec + (double)t.tv_nsec * 1e-9);
}

FN(time_clock_settime_ns)
{
    static const MethodDef row = {
        .name = "clock_settime", .signature = "(clk_id, time, /)", .flags = M_TUPLE};
    int id;
    int64_t n;
    if (!args_take(vm, &row, args, nargs, VALUE_NULL, (Value[2]){0}) ||
        !arg_int_ranged(vm, args[0], &id))
        return VALUE_NULL;
    if (!value_is_int(args[1]))
        return error_set(vm, EXC_TypeError, "expect int, got %T", args[1]);
    int overflow;
    n = int_as_i64_overflow(args[1], &overflow);
    if (overflow)
        return error_set(vm, EXC_OverflowError,
                         "timestamp too large to convert to C _PyTime_t");
    struct timespec t = {.tv_sec = n / NS, .tv_nsec = n % NS};
    return clock_settime(id, &t) < 0 ? error_set_errno(vm, errno, VALUE_NULL)
                                     : VALUE_NONE;
}

FN(time_pthread_getcpuclockid)
{
    clockid_t id;
    if (!value_is_int(args[0]))
        return arg_type_error(vm, "pthread_getcpuclockid", "1", "int", args[0]);
    uint64_t thread = int_low_bits(args[0]);
    int err = thread_may_exist(thread) ? pthread_getcpuclockid((pthread_t)thread, &id)
                                       : ESRCH;
    return err ? error_set_errno(vm, err, VALUE_NULL) : value_from_imm(id);
}

FN(time_get_clock_info)
{
    static const struct {
        const char *name, *implementation;
        clockid_t id;
        bool monotonic, adjustable;
    } clocks[] = {
        {"time", "clock_gettime(CLOCK_REALTIME)", CLOCK_REALTIME, false, true},
        {"monotonic", "clock_gettime(CLOCK_MONOTONIC)", CLOCK_MONOTONIC, true, false},
        {"perf_counter", "clock_gettime(CLOCK_MONOTONIC)", CLOCK_MONOTONIC, true,
         false},
        {"process_time", "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)",
         CLOCK_PROCESS_CPUTIME_ID, true, false},
        {"thread_time", "clock_gettime(CLOCK_THREAD_CPUTIME_ID)",
         CLOCK_THREAD_CPUTIME_ID, true, false},
    };
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "get_clock_info", "1", "str", args[0]);
    if (!str_cstr(vm, args[0]))
        return VALUE_NULL;
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        struct timespec t;
        if (!str_equal_ascii(args[0], clocks[i].name))
            continue;
        clock_getres(clocks[i].id, &t);
        Value d = dict_new(vm);
        if (!d ||
            dict_set_cstr_steal(vm, d, "implementation",
                                str_from_cstr(vm, clocks[i].implementation)) < 0 ||
            dict_set_cstr_steal(vm, d, "monotonic",
                                value_from_bool(clocks[i].monotonic)) < 0 ||
            dict_set_cstr_steal(vm, d, "adjustable",
                                value_from_bool(clocks[i].adjustable)) < 0 ||
            dict_set_cstr_steal(
                vm, d, "resolution",
                float_new(vm, (double)t.tv_sec + (double)t.tv_nsec * 1e-9)) < 0) {
            value_xdecref(vm, d);
            return VALUE_NULL;
        }
        Value ns = simple_namespace_new(vm, d);
        value_decref(vm, d);
        return ns;
    }
    return error_set(vm, EXC_ValueError, "unknown clock");
}

/* ---- sleep ----------------------------------------------------------------------- */

static bool seconds_arg(MinipyVM *vm, Value v, struct timespec *out)
{
    if (value_is_int(v)) {
        int overflow;
        int64_t n = int_as_i64_overflow(v, &overflow);
        if (overflow || n > INT64_MAX / NS || n < INT64_MIN / NS) {
            error_set(vm, EXC_OverflowError,
                      "timestamp too large to convert to C _PyTime_t");
            return false;
        }
        *out = (struct timespec){.tv_sec = n};
    } else {
        if (!value_is_float(v)) {
            Value i =
                value_type(vm, v)->slots.nb_index ? number_index(vm, v) : VALUE_NULL;
            if (!i) {
                if (!error_occurred(vm))
                    error_set(vm, EXC_TypeError,
                              "'%T' object cannot be interpreted as an integer", v);
                return false;
            }
            bool ok = seconds_arg(vm, i, out);
            value_decref(vm, i);
            return ok;
        }
        double d = float_value(v);
        if (!seconds_in_range(vm, d))
            return false;
        double whole = floor(d);
        *out = (struct timespec){.tv_sec = (time_t)whole,
                                 .tv_nsec = (long)((d - whole) * 1e9)};
    }
    return true;
}

FN(time_clock_settime)
{
    int id;
    struct timespec t;
    if (!arg_int_ranged(vm, args[0], &id) || !seconds_arg(vm, args[1], &t))
        return VALUE_NULL;
    return clock_settime(id, &t) < 0 ? error_set_errno(vm, errno, VALUE_NULL)
                                     : VALUE_NONE;
}

FN(time_sleep)
{
    struct timespec length, until;
    if (!seconds_arg(vm, args[0], &length))
        return VALUE_NULL;
    if (length.tv_sec < 0)
        return error_set(vm, EXC_ValueError, "sleep length must be non-negative");
    if (signals_checked(vm) < 0)
        return VALUE_NULL;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += length.tv_sec;
    until.tv_nsec += length.tv_nsec;
    if (until.tv_nsec >= NS) {
        until.tv_nsec -= NS;
        until.tv_sec++;
    }
    while (BLOCKING(vm, clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until,
                                        NULL)) == EINTR)
        if (signals_run_pending(vm) < 0)
            return VALUE_NULL;
    return VALUE_NONE;
}

/* ---- broken-down time ------------------------------------------------------------ */

static Value struct_time_new(MinipyVM *vm, const struct tm *tm)
{
    TypeObj *t = structseq_type(vm, &struct_time_spec);
    if (!t)
        return VALUE_NULL;
    int fields[9] = {tm->tm_year + 1900,    tm->tm_mon + 1,  tm->tm_mday,
                     tm->tm_hour,           tm->tm_min,      tm->tm_sec,
                     (tm->tm_wday + 6) % 7, tm->tm_yday + 1, tm->tm_isdst};
    Value items[11];
    for (int i = 0; i < 9; i++)
        items[i] = value_from_imm(fields[i]);
    items[9] = str_from_cstr(vm, tm->tm_zone ? tm->tm_zone : "");
    items[10] = value_from_imm(tm->tm_gmtoff);
    Value r = structseq_new_steal(vm, t, items, 11);
    obj_decref(vm, &t->ob);
    return r;
}

/* The seconds that gmtime & co. are given: None or nothing means now. */
static bool time_arg(MinipyVM *vm, Value v, time_t *out)
{
    if (!v || v == VALUE_NONE) {
        *out = time(NULL);
        return true;
    }
    if (value_is_float(v)) {
        double d = floor(float_value(v));
        if (isnan(d)) {
            error_set(vm, EXC_ValueError, "Invalid value NaN (not a number)");
            return false;
        }
        if (fabs(d) > 9.2e18) {
            error_set(vm, EXC_OverflowError,
                      "timestamp out of range for platform time_t");
            return false;
        }
        *out = (time_t)d;
        return true;
    }
    int64_t n;
    if (!value_is_int(v) && !value_type(vm, v)->slots.nb_index) {
        error_set(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer",
                  v);
        return false;
    }
    int overflow;
    if (!arg_index(vm, v, &n, &overflow))
        return false;
    if (overflow) {
        error_set(vm, EXC_OverflowError, "timestamp out of range for platform time_t");
        return false;
    }
    *out = n;
    return true;
}

FN(time_gmtime)
{
    time_t t;
    struct tm tm;
    if (!time_arg(vm, GIVEN(0), &t))
        return VALUE_NULL;
    if (!gmtime_r(&t, &tm))
        return error_set_errno(vm, errno, VALUE_NULL);
    return struct_time_new(vm, &tm);
}

/* Seconds, or now where none are given, as the time of day here. */
static bool localtime_arg(MinipyVM *vm, Value v, struct tm *tm)
{
    time_t t;
    if (!time_arg(vm, v, &t))
        return false;
    if (!localtime_r(&t, tm))
        return error_set_errno(vm, errno, VALUE_NULL), false;
    return true;
}

FN(time_localtime)
{
    struct tm tm;
    return localtime_arg(vm, GIVEN(0), &tm) ? struct_time_new(vm, &tm) : VALUE_NULL;
}

/* A struct_time or 9-tuple -> struct tm. */
static bool tm_arg(MinipyVM *vm, const char *name, Value v, struct tm *tm)
{
    int f[9];
    if (!value_is_tuple(v)) {
        error_set(vm, EXC_TypeError, "Tuple or struct_time argument required");
        return false;
    }
    if (tuple_size(v) != 9) {
        error_set(vm, EXC_TypeError, "%s(): illegal time tuple argument", name);
        return false;
    }
    for (int i = 0; i < 9; i++)
        if (!arg_int_ranged(vm, tuple_get_borrow(v, i), &f[i]))
            return false;
    if (f[0] < INT_MIN + 1900) {
        error_set(vm, EXC_OverflowError, "year out of range");
        return false;
    }
    *tm = (struct tm){.tm_year = f[0] - 1900,
                      .tm_mon = f[1] - 1,
                      .tm_mday = f[2],
                      .tm_hour = f[3],
                      .tm_min = f[4],
                      .tm_sec = f[5],
                      .tm_wday = (f[6] + 1) % 7,
                      .tm_yday = f[7] - 1,
                      .tm_isdst = f[8]};
    TypeObj *t = structseq_type(vm, &struct_time_spec);
    bool has_zone =
        t && value_type(vm, v) == t; /* its two last items are not the tuple's */
    if (t)
        obj_decref(vm, &t->ob);
    if (has_zone) {
        Value zone = TUPLE(v)->items[9], off = TUPLE(v)->items[10];
        if (value_is_str(zone))
            tm->tm_zone = (char *)(uintptr_t)str_utf8(vm, zone, NULL);
        if (value_is_int_imm(off))
            tm->tm_gmtoff = value_imm(off);
    }
    return true;
}

static bool check_tm(MinipyVM *vm, struct tm *tm)
{
    const char *bad = NULL;
    if (tm->tm_mon == -1)
        tm->tm_mon = 0;
    else if (tm->tm_mon < 0 || tm->tm_mon > 11)
        bad = "month out of range";
    if (tm->tm_mday == 0)
        tm->tm_mday = 1;
    else if (!bad && (tm->tm_mday < 0 || tm->tm_mday > 31))
        bad = "day of month out of range";
    if (!bad && (tm->tm_hour < 0 || tm->tm_hour > 23))
        bad = "hour out of range";
    if (!bad && (tm->tm_min < 0 || tm->tm_min > 59))
        bad = "minute out of range";
    if (!bad && (tm->tm_sec < 0 || tm->tm_sec > 61))
        bad = "seconds out of range";
    if (!bad && tm->tm_wday < 0)
        bad = "day of week out of range";
    if (tm->tm_yday == -1)
        tm->tm_yday = 0;
    else if (!bad && (tm->tm_yday < 0 || tm->tm_yday > 365))
        bad = "day of year out of range";
    if (bad)
        error_set(vm, EXC_ValueError, "%s", bad);
    return !bad;
}

static bool tm_or_now(MinipyVM *vm, const char *name, Value v, struct tm *tm)
{
    if (!v) {
        time_t now = time(NULL);
        return localtime_r(&now, tm) != NULL;
    }
    return tm_arg(vm, name, v, tm) && check_tm(vm, tm);
}

static Value format_asctime(MinipyVM *vm, const struct tm *tm)
{
    static const char days[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    char text[64];
    snprintf(text, sizeof text, "%s %s%3d %.2d:%.2d:%.2d %d", days[tm->tm_wday],
             months[tm->tm_mon], tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec,
             1900 + tm->tm_year);
    return str_from_cstr(vm, text);
}

FN(time_asctime)
{
    struct tm tm;
    if (!tm_or_now(vm, "asctime", GIVEN(0), &tm))
        return VALUE_NULL;
    return format_asctime(vm, &tm);
}

FN(time_ctime)
{
    struct tm tm;
    return localtime_arg(vm, GIVEN(0), &tm) ? format_asctime(vm, &tm) : VALUE_NULL;
}

FN(time_mktime)
{
    struct tm tm;
    if (!tm_arg(vm, "mktime", args[0], &tm))
        return VALUE_NULL;
    tm.tm_wday = -1; /* mktime sets it unless it fails */
    time_t t = mktime(&tm);
    if (t == (time_t)-1 && tm.tm_wday == -1)
        return error_set(vm, EXC_OverflowError, "mktime argument out of range");
    return float_new(vm, (double)t);
}

/* 0 from the C library may mean "does not fit" or "empty": 256 times the format
 * decides, as in CPython. */
static bool strftime_is_done(size_t written, size_t room, int64_t size)
{
    return written > 0 || room >= 256 * (size_t)(size + 1);
}

/* With any characters, lone surrogates among them. */
static Value strftime_wide(MinipyVM *vm, const StrObj *format, const struct tm *tm)
{
    int64_t size = format->length;
    wchar_t *text = mem_alloc(vm, (size_t)(size + 1) * sizeof *text), *out;
    Value s = VALUE_NULL;
    if (!text)
        return VALUE_NULL;
    for (int64_t i = 0; i < size; i++)
        text[i] = (wchar_t)str_char_at(format, i);
    text[size] = L'\0';
    if ((int64_t)wcslen(text) != size) {
        mem_free(vm, text);
        return error_set(vm, EXC_ValueError, "embedded null character");
    }
    for (size_t room = 1024; !s && (out = mem_alloc(vm, room * sizeof *out)) != NULL;
         room += room) {
        size_t n = wcsftime(out, room, text, tm);
        if (strftime_is_done(n, room, size))
            s = str_from_ucs4(vm, (const uint32_t *)out, (int64_t)n);
        mem_free(vm, out);
        if (error_occurred(vm))
            break;
    }
    mem_free(vm, text);
    return s;
}

FN(time_strftime)
{
    struct tm tm;
    int64_t size;
    if (!value_is_str(args[0]))
        return arg_type_error(vm, "strftime", "1", "str", args[0]);
    if (!tm_or_now(vm, "strftime", GIVEN(1), &tm))
        return VALUE_NULL;
    tm.tm_isdst = tm.tm_isdst < -1 ? -1 : tm.tm_isdst > 1 ? 1 : tm.tm_isdst;
    if (!STR(args[0])->ascii)
        return strftime_wide(vm, STR(args[0]), &tm);
    const char *format = str_cstr(vm, args[0]);
    if (!format)
        return VALUE_NULL;
    size = (int64_t)strlen(format);
    for (size_t room = 1024;; room += room) {
        char *out = mem_alloc(vm, room);
        if (!out)
            return VALUE_NULL;
        size_t n = strftime(out, room, format, &tm);
        if (strftime_is_done(n, room, size)) {
            Value s = str_decode_path(vm, out, (int64_t)n);
            mem_free(vm, out);
            return s;
        }
        mem_free(vm, out);
    }
}

FN(time_strptime)
{
    return import_call(vm, "_strptime", "_strptime_time", args, nargs, kwnames);
}

/* ---- zones ----------------------------------------------------------------------- */

static int set_zone(MinipyVM *vm, Value dict)
{
    tzset();
    /* The offsets of this January and July: the larger one is standard time (as
     * CPython). */
    time_t now = time(NULL), year = 365 * 86400 + 21600;
    time_t january_t = (now / year) * year, july_t = january_t + year / 2;
    struct tm january, july;
    localtime_r(&january_t, &january);
    localtime_r(&july_t, &july);
    bool north = january.tm_gmtoff <= july.tm_gmtoff;
    const struct tm *standard = north ? &january : &july,
                    *summer = north ? &july : &january;
    Value zones[] = {str_from_cstr(vm, standard->tm_zone),
                     str_from_cstr(vm, summer->tm_zone)};
    Value names = tuple_from_steal(vm, zones, 2);
    return !names || dict_set_cstr_steal(vm, dict, "tzname", names) < 0 ||
                   dict_set_cstr_steal(vm, dict, "timezone",
                                       value_from_imm(-standard->tm_gmtoff)) < 0 ||
                   dict_set_cstr_steal(vm, dict, "altzone",
                                       value_from_imm(-summer->tm_gmtoff)) < 0 ||
                   dict_set_cstr_steal(
                       vm, dict, "daylight",
                       value_from_imm(standard->tm_gmtoff != summer->tm_gmtoff)) < 0
               ? -1
               : 0;
}

FN(time_tzset)
{
    Value m = dict_get_cstr_borrow(vm, vm->modules, "time");
    if (!m || !value_is_kind(m, KIND_MODULE))
        return VALUE_NONE;
    return set_zone(vm, value_from_obj(MODULE(m)->dict)) < 0 ? VALUE_NULL : VALUE_NONE;
}

/* clang-format off */
#define T(name, flags) {#name, time_##name, flags, NULL}
/* clang-format on */
static METHODS(functions,
    {"time", time_time, M_UNSIGNED, "($module, /)", "time() -> floating point number\n\n"
     "The seconds since the Epoch, with their fraction."},
    {"time_ns", time_time_ns, M_UNSIGNED, "($module, /)", "time_ns() -> int\n\nThe nanoseconds since the Epoch."},
    {"monotonic", time_monotonic, M_UNSIGNED, "($module, /)", "monotonic() -> float\n\n"
     "Seconds of a clock that never goes back."},
    {"monotonic_ns", time_monotonic_ns, M_UNSIGNED, "($module, /)", "monotonic_ns() -> int\n\n"
     "Nanoseconds of a clock that never goes back."},
    {"perf_counter", time_perf_counter, M_UNSIGNED, "($module, /)", "perf_counter() -> float\n\n"
     "Seconds of the finest clock there is, to measure how long something takes."},
    {"perf_counter_ns", time_perf_counter_ns, M_UNSIGNED, "($module, /)", "perf_counter_ns() -> int\n\n"
     "Nanoseconds of the finest clock there is."},
    {"process_time", time_process_time, M_UNSIGNED, "($module, /)", "process_time() -> float\n\n"
     "Seconds of CPU that the process took, in user and kernel mode."},
    {"process_time_ns", time_process_time_ns, M_UNSIGNED, "($module, /)", "process_time() -> int\n\n"
     "Nanoseconds of CPU that the process took, in user and kernel mode."},
    {"thread_time", time_thread_time, M_UNSIGNED, "($module, /)", "thread_time() -> float\n\n"
     "Seconds of CPU that this thread took, in user and kernel mode."},
    {"thread_time_ns", time_thread_time_ns, M_UNSIGNED, "($module, /)", "thread_time() -> int\n\n"
     "Nanoseconds of CPU that this thread took, in user and kernel mode."},
    {"clock_gettime", time_clock_gettime, M_BARE | M_TUPLE | M_UNSIGNED, "($module, clk_id, /)",
     "clock_gettime(clk_id) -> float\n\nWhat the clock clk_id shows, in seconds."},
    {"clock_gettime_ns", time_clock_gettime_ns, M_BARE | M_UNSIGNED, "($module, *args)",
     "clock_gettime_ns(clk_id) -> int\n\nWhat the clock clk_id shows, in nanoseconds."},
    {"clock_getres", time_clock_getres, M_BARE | M_TUPLE | M_UNSIGNED, "($module, clk_id, /)",
     "clock_getres(clk_id) -> floating point number\n\nThe step of the clock clk_id, in seconds."},
    {"clock_settime", time_clock_settime, M_BARE | M_TUPLE | M_UNSIGNED, "($module, clk_id, time, /)",
     "clock_settime(clk_id, time)\n\nSet the clock clk_id, in seconds."},
    {"clock_settime_ns", time_clock_settime_ns, M_BARE | M_UNSIGNED, "($module, *args)",
     "clock_settime_ns(clk_id, time)\n\nSet the clock clk_id, in nanoseconds."},
    {"pthread_getcpuclockid", time_pthread_getcpuclockid, M_BARE | M_TUPLE | M_UNSIGNED, "($module, thread_id, /)",
     "pthread_getcpuclockid(thread_id) -> int\n\nThe clk_id of the CPU clock of a thread."},
    {"get_clock_info", time_get_clock_info, M_BARE | M_TUPLE | M_UNSIGNED, "($module, name, /)",
     "get_clock_info(name: str) -> dict\n\nWhat is known of a clock: how it is read, its step, whether it can be set "
     "or go back."},
    {"sleep", time_sleep, M_UNSIGNED, "($module, secs, /)", "sleep(seconds)\n\n"
     "Wait so many seconds, which may have a fraction."},
    {"gmtime", time_gmtime, M_BARE | M_TUPLE | M_UNSIGNED, "($module, seconds=None, /)",
     "gmtime([seconds]) -> (tm_year, tm_mon, tm_mday, tm_hour, tm_min,\n"
     "                       tm_sec, tm_wday, tm_yday, tm_isdst)\n\n"
     "The time in UTC, now or so many seconds after the Epoch, in its parts."},
    {"localtime", time_localtime, M_BARE | M_TUPLE | M_UNSIGNED, "($module, seconds=None, /)",
     "localtime([seconds]) -> (tm_year,tm_mon,tm_mday,tm_hour,tm_min,\n"
     "                          tm_sec,tm_wday,tm_yday,tm_isdst)\n\n"
     "The local time, now or so many seconds after the Epoch, in its parts."},
    {"asctime", time_asctime, M_BARE | M_UNSIGNED, "($module, tuple=None, /)", "asctime([tuple]) -> string\n\n"
     "A time in its parts, or now, as 'Sat Jun 06 16:26:11 1998'."},
    {"ctime", time_ctime, M_BARE | M_TUPLE | M_UNSIGNED, "($module, seconds=None, /)", "ctime(seconds) -> string\n\n"
     "Seconds after the Epoch, or now, as local time like 'Sat Jun 06 16:26:11 1998'."},
    {"mktime", time_mktime, M_UNSIGNED, "($module, tuple, /)", "mktime(tuple) -> floating point number\n\n"
     "The seconds after the Epoch of a local time in its parts."},
    {"strftime", time_strftime, M_BARE | M_TUPLE | M_UNSIGNED, "($module, format, tuple=None, /)",
     "strftime(format[, tuple]) -> string\n\n"
     "A time in its parts, or now, written as the format's directives say: %Y-%m-%d %H:%M:%S."},
    {"strptime", time_strptime, M_BARE | M_UNSIGNED, "($module, *args)", "strptime(string, format) -> struct_time\n\n"
     "Read a time that is written as the format says."},
    {"tzset", time_tzset, M_UNSIGNED, "($module, /)", "tzset()\n\nTake the time zone from the environment's TZ anew."},
);

static CONTENTS(contents,
    HAS_C(CLOCK_REALTIME), HAS_C(CLOCK_MONOTONIC), HAS_C(CLOCK_MONOTONIC_RAW), HAS_C(CLOCK_PROCESS_CPUTIME_ID),
    HAS_C(CLOCK_THREAD_CPUTIME_ID), HAS_C(CLOCK_BOOTTIME), HAS_C(CLOCK_TAI), HAS_INT("_STRUCT_TM_ITEMS", 11),
    HAS_STRUCT("struct_time", &struct_time_spec),
);

static int time_exec(MinipyVM *vm, Value m)
{
    return set_zone(vm, value_from_obj(MODULE(m)->dict));
}

MODULE_SPEC(time_module_spec,
    .name = "time",
    .doc = "This module provides various functions to manipulate time values.",
    .methods = functions, .contents = contents, .exec = time_exec,
);
