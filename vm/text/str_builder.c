/* str_builder.c - text that grows: characters go straight into a str object that nobody
 * else sees yet, in the narrowest width so far; finish only cuts it to size.
 *
 * That memory ran out is remembered, and that the vm is stopped, which is asked once in
 * ASK_AFTER characters; later calls do nothing, and finish raises it. So no exception
 * is pending meanwhile, and what is written may be asked of Python code.
 */
#include <string.h>

#include "vm/core/hooks.h"
#include "vm/numbers/int.h"
#include "vm/memory/object_report.h"
#include "vm/text/str_private.h"

/* b->data is the StrObj under construction (NULL while empty). */
static StrObj *body(StrBuilder *b)
{
    return b->data;
}

void strbuilder_init(StrBuilder *b, MinipyVM *vm)
{
    *b = (StrBuilder){.vm = vm, .width = 1, .max_char = 0x7f};
}

static bool copy_whole(StrBuilder *b, int64_t more, uint32_t max_char);

enum { ASK_AFTER = 1 << 20 };

/* Nothing is asked for the next MORE characters, and not soon after. */
static void open_more(StrBuilder *b, int64_t more)
{
    int64_t next = b->length + more + ASK_AFTER;
    b->open = next < b->capacity ? next : b->capacity;
}

/* A block for CAPACITY characters up to MAX_CHAR, with what there is so far. False: no
 * memory, with an exception. */
static bool resize(StrBuilder *b, int64_t capacity, uint32_t max_char)
{
    int width = width_of(max_char);
    size_t size =
        offsetof(StrObj, data) + (size_t)str_room(capacity, width, max_char < 0x80);
    bool same = !b->data || width == b->width;
    StrObj *s = same ? mem_realloc(b->vm, b->data, size) : mem_alloc(b->vm, size);

    if (!s)
        return false;
    if (!same) {
        text_copy(s->data, width, 0, (Text){body(b)->data, b->length, b->width});
        mem_free(b->vm, b->data);
    }
    b->data = s;
    b->capacity = capacity;
    b->width = (uint8_t)width;
    b->has_cell = max_char >= 0x80;
    return true;
}

/* An exception that waits for the builder's end is not this failure's. */
static bool fail(StrBuilder *b, bool waits)
{
    if (!waits)
        error_clear(b->vm);
    mem_free(b->vm, b->data);
    b->data = NULL;
    b->failed = true;
    return false;
}

/* Room for MORE characters up to MAX_CHAR (one of the four bounds). False: failed. */
static __attribute__((noinline)) bool reserve_slow(StrBuilder *b, int64_t more,
                                                   uint32_t max_char)
{
    bool waits = error_occurred(b->vm);
    if (b->failed || (b->whole && !copy_whole(b, more, max_char)))
        return false;
    /* Short texts are made in a stopped vm, too: that of its traceback. */
    bool stopped = b->length >= ASK_AFTER && limits_stopped(b->vm) != STOP_NONE;
    if (stopped || more > INT64_MAX / 16 - b->length)
        return fail(b, waits);
    if (max_char < b->max_char)
        max_char = b->max_char;
    int64_t need = b->length + more, capacity = b->capacity;
    if (need > capacity) { /* what grows by a quarter at once needs no room for more */
        int64_t spare = more < b->length / 4 || need < 4096 ? need / 4 + 16 : 16;
        capacity = b->data ? need + spare : need > 27 ? need : 27;
    }
    if ((capacity != b->capacity || width_of(max_char) != b->width || !b->data) &&
        !resize(b, capacity, max_char))
        return fail(b, waits);
    b->max_char = max_char;
    open_more(b, more);
    return true;
}

static inline bool reserve(StrBuilder *b, int64_t more, uint32_t max_char)
{
    if (likely(more <= b->open - b->length && b->data)) {
        if (max_char <= b->max_char)
            return true;
        if (width_of(max_char) == b->width) {
            b->max_char = max_char;
            return true;
        }
    }
    return reserve_slow(b, more, max_char);
}

/* Something follows the lone str: its characters come before MORE others. */
static bool copy_whole(StrBuilder *b, int64_t more, uint32_t max_char)
{
    Value s = b->whole;
    uint32_t own = str_max_char(s);

    b->whole = VALUE_NULL;
    b->length = 0;
    if (more <= INT64_MAX / 16 - str_length(s))
        more += str_length(s);
    bool ok = reserve_slow(b, more, own > max_char ? own : max_char);
    if (ok) {
        text_copy(body(b)->data, b->width, 0, str_text(s));
        b->length = str_length(s);
    }
    value_decref(b->vm, s);
    return ok;
}

static uint32_t class_of(uint32_t cp)
{
    return cp < 0x80 ? 0x7f : cp < 0x100 ? 0xff : cp < 0x10000 ? 0xffff : 0x10ffff;
}

void strbuilder_char(StrBuilder *b, uint32_t cp)
{
    if (reserve(b, 1, class_of(cp)))
        text_put(body(b)->data, b->width, b->length++, cp);
}

void strbuilder_blanks(StrBuilder *b, int64_t n)
{
    if (n <= 0 || !reserve(b, n, 0x7f))
        return;
    text_fill(body(b)->data, b->width, b->length, n, ' ');
    b->length += n;
}

static void append_text(StrBuilder *b, Text t, uint32_t max_char)
{
    if (t.length == 0 || !reserve(b, t.length, max_char))
        return;
    if (t.length == 1)
        text_put(body(b)->data, b->width, b->length, text_at(t, 0));
    else if (t.length == 2) { /* ", " */
        text_put(body(b)->data, b->width, b->length, text_at(t, 0));
        text_put(body(b)->data, b->width, b->length + 1, text_at(t, 1));
    } else
        text_copy(body(b)->data, b->width, b->length, t);
    b->length += t.length;
}

void strbuilder_str(StrBuilder *b, Value s)
{
    if (!b->length && !b->data && !b->failed && value_is_exact(b->vm, s, KIND_STR) &&
        str_length(s)) {
        b->whole = value_incref(s);
        b->length = str_length(s);
        return;
    }
    append_text(b, str_text(s), str_max_char(s));
}

void strbuilder_slice(StrBuilder *b, Value s, int64_t start, int64_t end)
{
    Text t = text_slice(str_text(s), start, end);

    if (start <= 0 && end >= str_length(s))
        strbuilder_str(b, s);
    else if (start < end)
        append_text(b, t, STR(s)->ascii ? 0x7f : text_max_char(t));
}

void strbuilder_text(StrBuilder *b, Text t)
{
    append_text(b, t, text_max_char(t));
}

void strbuilder_bytes(StrBuilder *b, const char *s, int64_t n)
{
    append_text(b, (Text){s, n, 1}, 0x7f);
}

void strbuilder_ascii(StrBuilder *b, const char *s)
{
    strbuilder_bytes(b, s, (int64_t)strlen(s));
}

static int append_steal(StrBuilder *b, Value text)
{
    if (!text)
        return -1;
    strbuilder_str(b, text);
    value_decref(b->vm, text);
    return 0;
}

static int append_int(StrBuilder *b, int64_t i)
{
    char buf[20], *end = buf + sizeof buf, *p = int_put_decimal(i, end);

    strbuilder_bytes(b, p, end - p);
    return 0;
}

/* The frequent two make no str of their own, here and for the repr. */
int strbuilder_value(StrBuilder *b, Value v)
{
    if (value_is_int_imm(v))
        return append_int(b, value_imm(v));
    if (value_is_exact(b->vm, v, KIND_STR)) {
        strbuilder_str(b, v);
        return 0;
    }
    return append_steal(b, object_str(b->vm, v));
}

int strbuilder_repr(StrBuilder *b, Value v)
{
    if (value_is_int_imm(v))
        return append_int(b, value_imm(v));
    if (value_is_exact(b->vm, v, KIND_STR)) {
        /* One that is not ASCII, and comes first, may remain alone, and is not copied.
         */
        if (!b->length && !STR(v)->ascii)
            return append_steal(b, str_repr(b->vm, v));
        strbuilder_quoted(b, v);
        return 0;
    }
    return append_steal(b, object_repr(b->vm, v));
}

Value strbuilder_finish(StrBuilder *b)
{
    MinipyVM *vm = b->vm;

    if (b->failed) {
        strbuilder_init(b, vm);
        if (limits_stopped(vm) != STOP_NONE)
            limits_raise(vm);
        else
            error_set_oom(vm);
        return VALUE_NULL;
    }
    if (b->whole) {
        Value s = b->whole;
        strbuilder_init(b, vm);
        return s;
    }
    if (b->length == 0) {
        strbuilder_discard(b);
        return value_incref(vm->empty_str);
    }
    if (b->length == 1) {
        uint32_t cp = text_at((Text){body(b)->data, 1, b->width}, 0);
        strbuilder_discard(b);
        return str_from_char(vm, cp);
    }
    bool ascii = b->max_char < 0x80;
    StrObj *s = body(b);
    if (b->capacity != b->length || !(ascii || b->has_cell)) {
        s = mem_realloc(vm, s,
                        offsetof(StrObj, data) +
                            (size_t)str_room(b->length, b->width, ascii));
        if (!s) {
            strbuilder_discard(b);
            return VALUE_NULL;
        }
    }
    s->ob = (Object){.refs = 1, .kind = KIND_STR, .type = vm->types[KIND_STR]};
    s->hash = -1;
    s->length = b->length;
    s->width = b->width;
    s->ascii = ascii;
    str_end_text(s);
    strbuilder_init(b, vm);
    if (objects_are_reported(vm))
        object_report_birth(vm, &s->ob);
    return value_from_obj(s);
}

Value strbuilder_close(StrBuilder *b, int r, char bracket)
{
    if (r < 0) {
        strbuilder_discard(b);
        return VALUE_NULL;
    }
    strbuilder_char(b, (uint8_t)bracket);
    return strbuilder_finish(b);
}

bool repr_open(MinipyVM *vm, Value self, const char *ellipsis, StrBuilder *b,
               Value *text)
{
    int entered = repr_enter(vm, self);
    if (entered) {
        *text = entered > 0 ? str_from_cstr(vm, ellipsis) : VALUE_NULL;
        return false;
    }
    strbuilder_init(b, vm);
    strbuilder_char(b, (uint8_t)*ellipsis);
    return true;
}

void strbuilder_discard(StrBuilder *b)
{
    value_xdecref(b->vm, b->whole);
    mem_free(b->vm, b->data);
    strbuilder_init(b, b->vm);
}
