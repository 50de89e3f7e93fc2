/* str_intern.c - the tables of interned strings: equal interned strings are the same
 * object, so that names compare by pointer.
 *
 * What vms share is looked for first (str_names.c); each vm has a table of its own for
 * the rest. The table borrows: an interned string that dies takes itself out
 * (str_intern_forget). Open addressing with linear probing; deletion shifts the
 * following entries back, so there are no tombstones.
 */
#include <string.h>

#include "vm/memory/shared.h"
#include "vm/text/str_private.h"

/* What is known of a text that C code has spelled out, by where that lies: its hash was
 * a tenth of a call of struct.unpack(). A buffer may have another text the next time,
 * so that it is compared. */
enum { SPELLED = 64, SPELLED_MAX = 24 };
typedef struct Spelled {
    const char *at;
    char text[SPELLED_MAX];
    size_t size;
    int64_t hash;
    Value shared; /* one of those that vms share; VALUE_NULL: not known */
} Spelled;

typedef struct InternTable {
    StrObj **cells; /* borrowed; NULL: free */
    size_t mask, used;
    Spelled spelled[SPELLED];
} InternTable;

static size_t home(const InternTable *t, const StrObj *s)
{
    return (size_t)s->hash & t->mask;
}

static int grow(MinipyVM *vm, InternTable *t)
{
    size_t mask = t->cells ? t->mask * 2 + 1 : 255;
    StrObj **old = t->cells;
    size_t old_size = old ? t->mask + 1 : 0;
    StrObj **cells = mem_calloc(vm, (mask + 1) * sizeof *cells);

    if (!cells)
        return -1;
    t->cells = cells;
    t->mask = mask;
    for (size_t i = 0; i < old_size; i++) {
        if (!old[i])
            continue;
        size_t at = home(t, old[i]);
        while (cells[at])
            at = (at + 1) & mask;
        cells[at] = old[i];
    }
    mem_free(vm, old);
    return 0;
}

static int ensure_room(MinipyVM *vm, InternTable *t)
{
    return !t->cells || t->used * 2 > t->mask ? grow(vm, t) : 0;
}

static void put(InternTable *t, size_t at, StrObj *s)
{
    t->cells[at] = s;
    t->used++;
    s->ob.flags |= OBJ_INTERNED;
}

static Value find_shared(MinipyVM *vm, Value v)
{
    int64_t hash = str_hash(vm, v);
    const StrObj *s = STR(v);
    return s->ascii ? str_shared_find(vm->shared, s->data, (size_t)s->length, hash)
                    : VALUE_NULL;
}

Value str_intern_steal(MinipyVM *vm, Value v)
{
    InternTable *t = vm->interned;

    if (!v || str_is_interned(v) || STR(v)->ob.type != vm->types[KIND_STR])
        return v;
    Value known = find_shared(vm, v);
    if (known || ensure_room(vm, t) < 0) {
        value_decref(vm, v);
        return known;
    }
    size_t at = home(t, STR(v));
    for (; t->cells[at]; at = (at + 1) & t->mask) {
        Value other = value_from_obj(t->cells[at]);
        if (str_equal(other, v)) {
            value_incref(other);
            value_decref(vm, v);
            return other;
        }
    }
    put(t, at, STR(v));
    return v;
}

/* The interned string of that text, borrowed, or VALUE_NULL. A string of ASCII is
 * hashed as its bytes are. */
static Value find_ascii(const InternTable *t, const char *text, size_t size,
                        int64_t hash)
{
    if (!t->cells)
        return VALUE_NULL;
    for (size_t at = (size_t)hash & t->mask; t->cells[at]; at = (at + 1) & t->mask) {
        const StrObj *s = t->cells[at];
        if (s->hash == hash && s->ascii && (size_t)s->length == size &&
            memcmp(s->data, text, size) == 0)
            return value_from_obj(s);
    }
    return VALUE_NULL;
}

static bool is_ascii(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && (unsigned char)text[i] < 0x80)
        i++;
    return i == size;
}

/* The string of that text in one of the tables, borrowed, or VALUE_NULL. */
static Value find_text(MinipyVM *vm, const char *text, size_t size, int64_t hash)
{
    Value known = str_shared_find(vm->shared, text, size, hash);
    return known ? known : find_ascii(vm->interned, text, size, hash);
}

/* s, new, of a text that is not in the tables. */
static Value intern_new_steal(MinipyVM *vm, Value s, int64_t hash)
{
    if (s && STR(s)->ascii)
        STR(s)->hash = hash;
    return str_intern_steal(vm, s);
}

Value str_intern_ascii(MinipyVM *vm, const char *text, size_t size)
{
    int64_t hash = hash_bytes(&vm->hash_key, text, size);
    Value known = find_text(vm, text, size, hash);
    return known ? value_incref(known)
                 : intern_new_steal(vm, str_from_ascii(vm, text, (int64_t)size), hash);
}

static inline bool is_spelled(const Spelled *s, const char *text)
{
    return s->at == text && strcmp(s->text, text) == 0;
}

/* NULL: the text is too long, or the vm has no table yet. Two whose addresses meet have
 * a place each; of more the last two. */
static const Spelled *spelled(MinipyVM *vm, const char *text)
{
    if (!vm->interned)
        return NULL;
    uint64_t mixed = (uint64_t)(uintptr_t)text * UINT64_C(0x9e3779b97f4a7c15);
    Spelled *pair = &vm->interned->spelled[(mixed >> 58) & ~UINT64_C(1)];
    if (likely(is_spelled(&pair[0], text)))
        return &pair[0];
    if (is_spelled(&pair[1], text))
        return &pair[1];
    size_t size = strlen(text);
    if (size >= SPELLED_MAX)
        return NULL;
    pair[1] = pair[0];
    memcpy(pair->text, text, size + 1);
    pair->at = text;
    pair->size = size;
    pair->hash = hash_bytes(&vm->hash_key, text, size);
    pair->shared = str_shared_find(vm->shared, text, size, pair->hash);
    return pair;
}

int64_t str_cstr_hash(MinipyVM *vm, const char *text)
{
    const Spelled *s = spelled(vm, text);
    return s ? s->hash : hash_bytes(&vm->hash_key, text, strlen(text));
}

Value str_intern_cstr(MinipyVM *vm, const char *text)
{
    const Spelled *s = spelled(vm, text);
    if (s && s->shared)
        return value_incref(s->shared);
    size_t size = s ? s->size : strlen(text);
    int64_t hash = s ? s->hash : hash_bytes(&vm->hash_key, text, size);
    Value known = find_text(vm, text, size, hash);
    if (!known && vm->shared->open && is_ascii(text, size))
        known = str_shared_add(vm->shared, text, size, hash);
    return known ? value_incref(known)
                 : intern_new_steal(vm, str_from_utf8(vm, text, (int64_t)size), hash);
}

void str_intern_forget(MinipyVM *vm, StrObj *s)
{
    InternTable *t = vm->interned;

    if (!t)
        return;
    size_t at = home(t, s);
    while (t->cells[at] != s) {
        if (!t->cells[at])
            return;
        at = (at + 1) & t->mask;
    }
    /* Move back what a probe would no longer reach over the hole. */
    size_t hole = at;
    for (;;) {
        at = (at + 1) & t->mask;
        if (!t->cells[at])
            break;
        size_t wanted = home(t, t->cells[at]);
        if (((at - wanted) & t->mask) >= ((at - hole) & t->mask)) {
            t->cells[hole] = t->cells[at];
            hole = at;
        }
    }
    t->cells[hole] = NULL;
    t->used--;
}

/* ---- start and end of a vm ------------------------------------------------------- */

int str_init(MinipyVM *vm)
{
    vm->interned = mem_calloc(vm, sizeof *vm->interned);
    if (!vm->interned)
        return -1;
    str_names_init(vm);
    return 0;
}

void str_fini(MinipyVM *vm)
{
    for (int i = 0; i < 128; i++)
        value_clear(vm, &vm->latin1[i]);
    value_clear(vm, &vm->empty_str);
    InternTable *t = vm->interned;
    if (!t)
        return;
    for (size_t i = 0; t->cells && i <= t->mask; i++)
        if (t->cells[i])
            t->cells[i]->ob.flags &= (uint16_t)~OBJ_INTERNED;
    mem_free(vm, t->cells);
    mem_free(vm, t);
    vm->interned = NULL;
}
