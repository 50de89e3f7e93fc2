/* error.c - raising and clearing exceptions, and the small formatter behind their
 * messages.
 *
 * Invariant: vm->raised is an instance of BaseException or VALUE_NULL, strong. Raising
 * links the handled exception as __context__ (cutting the cycle that would arise when
 * it is already in the chain). Read next: exceptions.c, vm/eval/traceback.c.
 */
#include "vm/errors/error.h"

#include <errno.h>
#include <stdio.h>

#include "vm/errors/exceptions_private.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"

/* ---- formatting ------------------------------------------------------------------ */

static int append_value(MinipyVM *vm, StrBuilder *b, Value (*text)(MinipyVM *, Value),
                        Value v, int precision)
{
    Value s = text(vm, v);
    if (s && precision >= 0 && str_length(s) > precision)
        value_set_steal(vm, &s, str_substring(vm, s, 0, precision));
    return strbuilder_str_steal(b, s);
}

static int append_utf8(MinipyVM *vm, StrBuilder *b, const char *s, int precision)
{
    size_t n = precision >= 0 ? strnlen(s, (size_t)precision) : strlen(s);
    return strbuilder_str_steal(b, str_decode(vm, s, (int64_t)n, "utf-8", "replace"));
}

typedef struct Directive {
    int precision; /* -1: none */
    int width;
    int longs; /* l count; z and j count as one */
    bool zero;
    char conv;
} Directive;

static const char *parse_directive(const char *p, va_list *ap, Directive *d)
{
    *d = (Directive){.precision = -1};
    if (*p == '0')
        d->zero = true;
    while (*p >= '0' && *p <= '9')
        d->width = d->width * 10 + *p++ - '0';
    if (*p == '.') {
        p++;
        d->precision = 0;
        if (*p == '*') {
            d->precision = va_arg(*ap, int);
            p++;
        }
        while (*p >= '0' && *p <= '9')
            d->precision = d->precision * 10 + *p++ - '0';
    }
    while (*p == 'l' || *p == 'z' || *p == 'j') {
        d->longs++;
        p++;
    }
    d->conv = *p ? *p++ : 0;
    return p;
}

static void append_number(StrBuilder *b, const Directive *d, va_list *ap)
{
    char text[64], format[16];
    snprintf(format, sizeof format, d->zero ? "%%0%dl%c" : "%%%dl%c", d->width,
             d->conv);
    if (d->conv == 'd' || d->conv == 'i')
        snprintf(text, sizeof text, format,
                 d->longs ? va_arg(*ap, long) : (long)va_arg(*ap, int));
    else
        snprintf(text, sizeof text, format,
                 d->longs ? va_arg(*ap, unsigned long)
                          : (unsigned long)va_arg(*ap, unsigned));
    strbuilder_ascii(b, text);
}

/* CPython cuts names of types, at 200 bytes in most of its messages. */
static int append_name(MinipyVM *vm, StrBuilder *b, TypeObj *t, const Directive *d)
{
    return append_utf8(vm, b, type_name_cstr(t), d->precision < 0 ? 200 : d->precision);
}

static int append_directive(MinipyVM *vm, StrBuilder *b, const Directive *d,
                            va_list *ap)
{
    char text[32];
    switch (d->conv) {
    case 's': return append_utf8(vm, b, va_arg(*ap, const char *), d->precision);
    case 'c': strbuilder_char(b, (uint32_t)va_arg(*ap, int)); return 0;
    case 'p':
        snprintf(text, sizeof text, "0x%lx",
                 (unsigned long)(uintptr_t)va_arg(*ap, void *));
        strbuilder_ascii(b, text);
        return 0;
    case 'U': strbuilder_str(b, va_arg(*ap, Value)); return 0;
    case 'R': return append_value(vm, b, object_repr, va_arg(*ap, Value), d->precision);
    case 'S': return append_value(vm, b, object_str, va_arg(*ap, Value), d->precision);
    case 'A':
        return append_value(vm, b, object_ascii, va_arg(*ap, Value), d->precision);
    case 'T': return append_name(vm, b, value_type(vm, va_arg(*ap, Value)), d);
    case 'N': return append_name(vm, b, va_arg(*ap, TypeObj *), d);
    case '%': strbuilder_char(b, '%'); return 0;
    default: append_number(b, d, ap); return 0;
    }
}

/* Most messages are short and of ASCII, and half of what raising and catching one took
 * was a builder that is ready for all others. */
typedef struct ShortText {
    char text[240];
    size_t n;
} ShortText;

static bool short_add(ShortText *t, const char *s, size_t n)
{
    if (n > sizeof t->text - t->n)
        return false;
    unsigned seen = 0;
    for (size_t i = 0; i < n; i++)
        seen |= (unsigned char)(t->text[t->n + i] = s[i]);
    t->n += n;
    return seen < 0x80;
}

static bool short_add_upto(ShortText *t, const char *s, int max)
{
    return short_add(t, s, max >= 0 ? strnlen(s, (size_t)max) : strlen(s));
}

static bool short_add_str(ShortText *t, Value v)
{
    const StrObj *s = STR(v);
    return s->ascii && short_add(t, str_data(s), (size_t)s->length);
}

static bool short_add_int(ShortText *t, long v)
{
    char digits[24], *end = digits + sizeof digits, *p = end;
    unsigned long left = v < 0 ? -(unsigned long)v : (unsigned long)v;
    do
        *--p = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (v < 0)
        *--p = '-';
    return short_add(t, p, (size_t)(end - p));
}

/* The repr of a str in which nothing is escaped, or of a small int. */
static bool short_add_repr(MinipyVM *vm, ShortText *t, Value v, int max)
{
    size_t start = t->n;
    if (value_is_int_imm(v)) {
        if (!short_add_int(t, value_imm(v)))
            return false;
    } else if (value_is_exact(vm, v, KIND_STR)) {
        if (!short_add(t, "'", 1) || !short_add_str(t, v))
            return false;
        for (const char *p = t->text + start + 1; p < t->text + t->n; p++)
            if (*p < ' ' || *p == 0x7f || *p == '\'' || *p == '\\')
                return false;
        if (!short_add(t, "'", 1))
            return false;
    } else {
        return false;
    }
    return max < 0 || t->n - start <= (size_t)max;
}

/* One directive of those that run nothing; false: it is another, or the text is. */
static bool short_directive(MinipyVM *vm, ShortText *t, const char **format,
                            va_list *ap)
{
    int precision = -1;
    const char *p = *format;
    if (p[0] == '.' && p[1] != '*')
        for (precision = 0, p++; *p >= '0' && *p <= '9'; p++)
            precision = precision * 10 + *p - '0';
    bool is_long = *p == 'l' || *p == 'z';
    p += is_long;
    TypeObj *type;
    *format = p + 1;
    switch (*p) {
    case 'd': return short_add_int(t, is_long ? va_arg(*ap, long) : va_arg(*ap, int));
    case 's': return short_add_upto(t, va_arg(*ap, const char *), precision);
    case 'U': return short_add_str(t, va_arg(*ap, Value));
    case 'R': return short_add_repr(vm, t, va_arg(*ap, Value), precision);
    case 'T': type = value_type(vm, va_arg(*ap, Value)); break;
    case 'N': type = va_arg(*ap, TypeObj *); break;
    default: return false;
    }
    return short_add_upto(t, type_name_cstr(type), precision < 0 ? 200 : precision);
}

static bool format_short(MinipyVM *vm, ShortText *t, const char *format, va_list outer)
{
    va_list ap;
    va_copy(ap, outer);
    t->n = 0;
    bool fits = true;
    while (fits && *format) {
        const char *end = strchrnul(format, '%');
        fits = short_add(t, format, (size_t)(end - format));
        format = end;
        if (fits && *format) {
            format++;
            fits = short_directive(vm, t, &format, &ap);
        }
    }
    va_end(ap);
    return fits && t->n > 0;
}

Value str_format_va(MinipyVM *vm, const char *format, va_list outer)
{
    ShortText t;
    if (likely(format_short(vm, &t, format, outer)))
        return str_from_ascii(vm, t.text, (int64_t)t.n);
    StrBuilder b;
    va_list ap;
    va_copy(ap, outer);
    strbuilder_init(&b, vm);
    while (*format) {
        size_t n = strcspn(format, "%");
        if (n && append_utf8(vm, &b, format, (int)n) < 0)
            goto error;
        format += n;
        if (!*format)
            break;
        Directive d;
        format = parse_directive(format + 1, &ap, &d);
        if (append_directive(vm, &b, &d, &ap) < 0)
            goto error;
    }
    va_end(ap);
    return strbuilder_finish(&b);
error:
    va_end(ap);
    strbuilder_discard(&b);
    return VALUE_NULL;
}

Value str_format_c(MinipyVM *vm, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    Value s = str_format_va(vm, format, ap);
    va_end(ap);
    return s;
}

/* ---- raising --------------------------------------------------------------------- */

bool error_occurred(MinipyVM *vm)
{
    return vm->raised != VALUE_NULL;
}

/* The exception being handled by the innermost frame that handles one; borrowed. */
static Value handled_borrow(MinipyVM *vm)
{
    for (ExcInfo *i = vm->handled; i; i = i->prev)
        if (i->value && i->value != VALUE_NONE)
            return i->value;
    return VALUE_NULL;
}

/* Sets exc.__context__ to the handled exception, and takes exc out of that one's chain.
 */
static void link_to(MinipyVM *vm, Value exc, Value handled)
{
    if (!handled || handled == exc)
        return;
    Value slow = handled;
    bool step = false;
    for (Value o = handled; EXC_OBJ(o)->context; o = EXC_OBJ(o)->context) {
        Value context = EXC_OBJ(o)->context;
        if (context == exc) {
            value_clear(vm, &EXC_OBJ(o)->context);
            break;
        }
        if (context == slow)
            break; /* a cycle that was there before */
        if (step)
            slow = EXC_OBJ(slow)->context;
        step = !step;
    }
    value_set_steal(vm, &EXC_OBJ(exc)->context, value_incref(handled));
}

static void link_context(MinipyVM *vm, Value exc)
{
    link_to(vm, exc, handled_borrow(vm));
}

void error_link_innermost(MinipyVM *vm)
{
    Value handled = vm->handled ? vm->handled->value : VALUE_NULL;
    if (vm->raised && handled != VALUE_NONE)
        link_to(vm, vm->raised, handled);
}

static Value raise_steal(MinipyVM *vm, Value exc)
{
    link_context(vm, exc);
    value_set_steal(vm, &vm->raised, exc);
    return VALUE_NULL;
}

/* What is no exception comes of a class that a program put in the place of ours. */
Value error_set_instance(MinipyVM *vm, Value exc)
{
    if (!value_is_exception(exc))
        return error_set(vm, EXC_SystemError,
                         "_PyErr_SetObject: exception %R is not a BaseException "
                         "subclass",
                         exc);
    return raise_steal(vm, value_incref(exc));
}

/* A class whose making raises it again must come to an end. */
enum { NORMALIZE_DEPTH_MAX = 32 };

/* Did the class make an exception? Else *exc is NULL, and that, or what it raised, is
 * raised. */
static bool check_made(MinipyVM *vm, TypeObj *cls, Value *exc)
{
    if (*exc && !value_is_exception(*exc)) {
        error_set(vm, EXC_TypeError,
                  "calling %R should have returned an instance of BaseException, not "
                  "%T",
                  value_from_obj(cls), *exc);
        value_clear(vm, exc);
    }
    return *exc != VALUE_NULL;
}

/* CPython raises a class and a value. Where the value is none of that class, because
 * the class has a __new__ of its own, whoever catches it calls the class again, with
 * the value; what comes of that has neither cause nor context. */
void error_normalize(MinipyVM *vm, TypeObj *cls)
{
    Value first = error_fetch(vm);
    int fits = type_is_subtype(value_type(vm, first), cls);
    if (!fits)
        fits = object_issubclass(vm, value_from_obj(value_type(vm, first)),
                                 value_from_obj(cls));
    if (fits > 0) {
        error_restore_steal(vm, first);
        return;
    }
    Value second = fits == 0 ? exception_new(vm, cls, &first, 1) : VALUE_NULL;
    if (check_made(vm, cls, &second))
        error_restore_steal(vm, second);
    value_decref(vm, first);
}

Value error_set_type(MinipyVM *vm, TypeObj *cls, Value arg)
{
    value_clear(vm, &vm->raised);
    if (vm->normalize_depth > NORMALIZE_DEPTH_MAX)
        return error_set(vm, EXC_RecursionError,
                         "maximum recursion depth exceeded while normalizing an "
                         "exception");
    vm->normalize_depth++;
    Value exc = exception_new(vm, cls, &arg, arg ? 1 : 0);
    vm->normalize_depth--;
    if (check_made(vm, cls, &exc)) {
        raise_steal(vm, exc);
        if (unlikely(value_type(vm, exc) != cls))
            error_normalize(vm, cls);
    }
    return VALUE_NULL;
}

Value error_set_value(MinipyVM *vm, ExcId id, Value arg)
{
    return error_set_type(vm, vm->exc[id], arg);
}

Value error_set_none(MinipyVM *vm, ExcId id)
{
    return error_set_type(vm, vm->exc[id], VALUE_NULL);
}

/* Where a repr in the message fails it is raised without one, like CPython's; but the
 * end of memory, or of a run, is told. */
static Value new_formatted(MinipyVM *vm, TypeObj *cls, const char *format, va_list ap)
{
    value_clear(vm, &vm->raised);
    Value text = str_format_va(vm, format, ap);
    if (!text) {
        if (limits_stopped(vm) != STOP_NONE || error_matches(vm, EXC_MemoryError))
            return VALUE_NULL;
        value_clear(vm, &vm->raised);
        return exception_new(vm, cls, NULL, 0);
    }
    Value exc = exception_new(vm, cls, &text, 1);
    value_decref(vm, text);
    return exc;
}

Value error_set(MinipyVM *vm, ExcId id, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    Value exc = new_formatted(vm, vm->exc[id], format, ap);
    va_end(ap);
    return exc ? raise_steal(vm, exc) : VALUE_NULL;
}

Value error_set_from_cause(MinipyVM *vm, ExcId id, const char *format, ...)
{
    Value cause = error_fetch(vm);
    va_list ap;
    va_start(ap, format);
    Value exc = new_formatted(vm, vm->exc[id], format, ap);
    va_end(ap);
    if (exc && cause) {
        EXC_OBJ(exc)->suppress_context = true;
        EXC_OBJ(exc)->cause = value_incref(cause);
        EXC_OBJ(exc)->context = cause;
        value_set_steal(vm, &vm->raised, exc);
        return VALUE_NULL;
    }
    value_xdecref(vm, cause);
    return exc ? raise_steal(vm, exc) : VALUE_NULL;
}

Value error_set_name(MinipyVM *vm, ExcId id, const char *format, Value name)
{
    value_clear(vm, &vm->raised);
    Value text = str_format_c(vm, format, name);
    if (!text)
        return VALUE_NULL;
    Value exc = exception_new(vm, vm->exc[id], &text, 1);
    value_decref(vm, text);
    if (!exc)
        return VALUE_NULL;
    value_set_steal(vm, &EXC_OBJ(exc)->extra[EXTRA_NAME], value_incref(name));
    return raise_steal(vm, exc);
}

/* Raises exc (taken over; VALUE_NULL: an error that passes) with two more fields. */
static Value raise_with_steal(MinipyVM *vm, Value exc, int field_a, Value a,
                              int field_b, Value b)
{
    if (!exc)
        return VALUE_NULL;
    value_set_steal(vm, &EXC_OBJ(exc)->extra[field_a], value_xincref(a));
    value_set_steal(vm, &EXC_OBJ(exc)->extra[field_b], value_xincref(b));
    return raise_steal(vm, exc);
}

Value error_set_attribute(MinipyVM *vm, Value obj, Value name, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    Value exc = new_formatted(vm, vm->exc[EXC_AttributeError], format, ap);
    va_end(ap);
    return raise_with_steal(vm, exc, EXTRA_NAME, name, EXTRA_OBJ, obj);
}

Value error_set_import(MinipyVM *vm, ExcId id, Value name, Value path,
                       const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    Value exc = new_formatted(vm, vm->exc[id], format, ap);
    va_end(ap);
    return raise_with_steal(vm, exc, EXTRA_IMPORT_NAME, name, EXTRA_IMPORT_PATH, path);
}

Value error_set_importlib(MinipyVM *vm, ExcId id, Value name, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    Value text = str_format_va(vm, format, ap);
    va_end(ap);
    Value exc = text ? exception_new(vm, vm->exc[id], &text, 1) : VALUE_NULL;
    value_xdecref(vm, text);
    return raise_with_steal(vm, exc, EXTRA_IMPORT_NAME, name, EXTRA_IMPORT_PATH,
                            VALUE_NULL);
}

/* Raises it, and runs nothing: who asked for memory may be about to write to what a
 * finalizer of the exception before, or of its frames, would change. */
static void raise_oom_steal(MinipyVM *vm, Value exc)
{
    Value before = vm->raised;
    vm->raised = exc;
    value_decref_later(vm, before);
}

static void clear_later(MinipyVM *vm, Value *slot)
{
    Value before = *slot;
    *slot = VALUE_NULL;
    value_decref_later(vm, before);
}

/* A new instance if there is room for one (mostly a large block was asked for), so that
 * no traceback lives on in the preallocated one; else that. */
Value error_set_oom(MinipyVM *vm)
{
    if (!vm->memory_error)
        return VALUE_NULL; /* start-up: vm_new fails */
    if (!vm->no_memory) {
        vm->no_memory = true;
        Value fresh =
            exception_base_new(vm, vm->exc[EXC_MemoryError], NULL, 0, VALUE_NULL);
        vm->no_memory = false;
        if (fresh) {
            link_context(vm, fresh);
            raise_oom_steal(vm, fresh);
        }
        if (vm->raised) /* that, or what the attempt raised */
            return VALUE_NULL;
    }
    Value exc = value_incref(vm->memory_error);
    clear_later(vm, &EXC_OBJ(exc)->traceback);
    clear_later(vm, &EXC_OBJ(exc)->context);
    raise_oom_steal(vm, exc);
    return VALUE_NULL;
}

void error_forget_oom(MinipyVM *vm)
{
    Value exc = vm->memory_error;
    if (!exc || value_obj(exc)->refs > 1)
        return;
    value_clear(vm, &EXC_OBJ(exc)->traceback);
    value_clear(vm, &EXC_OBJ(exc)->context);
}

Value error_set_stop_iteration(MinipyVM *vm, Value value)
{
    value_clear(vm, &vm->raised);
    Value exc;
    exc = exception_new(vm, vm->exc[EXC_StopIteration], &value,
                        value && value != VALUE_NONE ? 1 : 0);
    return exc ? raise_steal(vm, exc) : VALUE_NULL;
}

Value error_set_errno(MinipyVM *vm, int err, Value filename)
{
    value_clear(vm, &vm->raised);
    const char *text = err ? strerror(err) : "Error"; /* as CPython has it */
    Value args[3] = {int_new(vm, err), str_from_cstr(vm, text), filename};
    if (!args[1])
        return VALUE_NULL;
    Value exc = call(vm, value_from_obj(vm->exc[EXC_OSError]), args, filename ? 3 : 2,
                     VALUE_NULL);
    value_decref(vm, args[1]);
    return exc ? raise_steal(vm, exc) : VALUE_NULL;
}

Value error_bad_argument(MinipyVM *vm, const char *func)
{
    return error_set(vm, EXC_SystemError, "%s: bad argument to internal function",
                     func);
}

/* ---- testing and moving ---------------------------------------------------------- */

bool exception_matches(MinipyVM *vm, Value exc, Value cls)
{
    if (value_is_tuple(cls)) {
        for (int64_t i = 0; i < tuple_size(cls); i++)
            if (exception_matches(vm, exc, tuple_get_borrow(cls, i)))
                return true;
        return false;
    }
    TypeObj *t = value_is_type(exc) ? TYPE_OF(exc) : value_type(vm, exc);
    return value_is_type(cls) && type_is_subtype(t, TYPE_OF(cls));
}

bool error_matches(MinipyVM *vm, ExcId id)
{
    return vm->raised && type_is_subtype(value_obj(vm->raised)->type, vm->exc[id]);
}

void error_clear(MinipyVM *vm)
{
    value_clear(vm, &vm->raised);
}

Value error_fetch(MinipyVM *vm)
{
    Value exc = vm->raised;
    vm->raised = VALUE_NULL;
    return exc;
}

void error_restore_steal(MinipyVM *vm, Value exc)
{
    value_set_steal(vm, &vm->raised, exc);
}

void error_chain_context_steal(MinipyVM *vm, Value context)
{
    if (!context)
        return;
    if (!vm->raised) {
        vm->raised = context;
        return;
    }
    if (vm->raised == context)
        value_decref(vm, context);
    else
        value_set_steal(vm, &EXC_OBJ(vm->raised)->context, context);
}

/* ---- reports that cannot propagate ----------------------------------------------- */

/* text: taken over; VALUE_NULL: an error that passes. */
static int warn_steal(MinipyVM *vm, ExcId category, Value text, int stack_level,
                      Value source)
{
    int r = text ? warnings_warn(vm, vm->exc[category], text, stack_level, source) : -1;
    value_xdecref(vm, text);
    return r;
}

int error_warn(MinipyVM *vm, ExcId category, int stack_level, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int r = warn_steal(vm, category, str_format_va(vm, format, ap), stack_level,
                       VALUE_NULL);
    va_end(ap);
    return r;
}

void error_in_destructor(MinipyVM *vm, Value object)
{
    if (error_matches(vm, EXC_Warning))
        error_unraisable(vm, NULL, object);
    else
        error_clear(vm);
}

int error_warn_resource(MinipyVM *vm, Value source, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int r =
        warn_steal(vm, EXC_ResourceWarning, str_format_va(vm, format, ap), 1, source);
    va_end(ap);
    return r;
}
