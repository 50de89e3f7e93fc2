/* compile_util.c - the shared state of the passes behind the parser: the sticky error,
 * warnings, maps, names and constants as objects. Its invariant is in
 * compile_internal.h.
 */
#include "compiler/codegen/compile_internal.h"

#include <stdarg.h>
#include <stdio.h>

#include "vm/bytes/bytes.h"
#include "vm/containers/dict.h"
#include "vm/numbers/float.h"
#include "vm/numbers/int.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/containers/sequence.h"
#include "vm/containers/set.h"
#include "vm/core/hooks.h"
#include "vm/objects/call.h"

/* ---- errors ---------------------------------------------------------------------- */

/* As vsnprintf, with %U for an AstName. */
static void format_message(char *out, size_t size, const char *format, va_list ap)
{
    size_t n = 0;
    for (const char *p = format; *p && n + 1 < size; p++) {
        if (*p != '%') {
            out[n++] = *p;
            continue;
        }
        p++;
        int room = (int)(size - n), wrote = 0;
        if (*p == 'U')
            wrote = snprintf(out + n, (size_t)room, "%s", va_arg(ap, AstName *)->utf8);
        else if (*p == 's')
            wrote = snprintf(out + n, (size_t)room, "%s", va_arg(ap, const char *));
        else if (*p == 'd')
            wrote = snprintf(out + n, (size_t)room, "%d", va_arg(ap, int));
        else
            out[n++] = *p;
        n += (size_t)(wrote < room ? wrote : room - 1);
    }
    out[n] = 0;
}

static void record_error(Compiler *c, AstPos pos, const char *message)
{
    if (c->failed)
        return;
    c->failed = true;
    c->error = (CompileError){
        .kind = COMPILE_SYNTAX_ERROR,
        .message = arena_copy(c->arena, message, strlen(message)),
        .lineno = pos.lineno,
        .offset = pos.col_offset + 1,
        .end_lineno = pos.end_lineno,
        .end_offset = pos.end_col_offset + 1,
    };
    if (!c->error.message)
        c->error.kind = COMPILE_NO_MEMORY;
}

void compiler_error(Compiler *c, AstPos pos, const char *format, ...)
{
    char message[1024];
    va_list ap;
    va_start(ap, format);
    format_message(message, sizeof message, format, ap);
    va_end(ap);
    record_error(c, pos, message);
}

void compiler_no_memory(Compiler *c)
{
    if (c->failed)
        return;
    c->failed = true;
    c->error.kind = COMPILE_NO_MEMORY;
}

void compiler_vm_error(Compiler *c)
{
    if (c->failed) {
        if (error_occurred(c->vm) && !c->vm_error)
            error_clear(c->vm);
        return;
    }
    c->failed = c->vm_error = true;
}

void compiler_forget_error(Compiler *c)
{
    if (!c->vm_error)
        error_clear(c->vm);
}

/* warnings.warn_explicit as a program may have replaced it, or its C twin. */
static int warn_explicit(Compiler *c, ExcId category, Value message, int lineno)
{
    MinipyVM *vm = c->vm;
    Value module =
        vm->modules ? dict_get_cstr_borrow(vm, vm->modules, "warnings") : VALUE_NULL;
    if (!module)
        return error_occurred(vm)
                   ? -1
                   : warnings_warn_explicit(vm, vm->exc[category], message, c->filename,
                                            lineno, VALUE_NULL, VALUE_NULL);
    Value args[4] = {message, value_from_obj(vm->exc[category]), c->filename,
                     value_from_imm(lineno)};
    Value result = call_method_cstr(vm, module, "warn_explicit", args, 4);
    if (!result)
        return -1;
    value_decref(vm, result);
    return 0;
}

static void warn_message(Compiler *c, ExcId category, AstPos pos, const char *message)
{
    Value text = str_from_utf8_surrogates(c->vm, message, (int64_t)strlen(message));
    if (!text) {
        compiler_vm_error(c);
        return;
    }
    int r = warn_explicit(c, category, text, pos.lineno);
    value_decref(c->vm, text);
    if (r == 0)
        return;
    if (error_matches(c->vm, category)) {
        error_clear(c->vm);
        record_error(c, pos, message);
    } else {
        compiler_vm_error(c);
    }
}

static void vwarn(Compiler *c, ExcId category, AstPos pos, const char *format,
                  va_list ap)
{
    if (c->failed || c->flags & COMPILE_WITHOUT_WARNINGS)
        return;
    char message[1024];
    format_message(message, sizeof message, format, ap);
    c->vm->compile_warned = true;
    warn_message(c, category, pos, message);
}

void compiler_warn_as(Compiler *c, ExcId category, AstPos pos, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vwarn(c, category, pos, format, ap);
    va_end(ap);
}

void compiler_warn(Compiler *c, AstPos pos, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vwarn(c, EXC_SyntaxWarning, pos, format, ap);
    va_end(ap);
}

bool compiler_enter(Compiler *c)
{
    if (unlikely(!c->failed && limits_poll(c->vm) < 0))
        compiler_vm_error(c);
    if (likely(++c->depth <= c->depth_limit && !c_stack_full(c->vm)))
        return true;
    if (!c->failed) {
        c->failed = true;
        c->error.kind = COMPILE_RECURSION_ERROR;
        c->error.message = "maximum recursion depth exceeded during compilation";
    }
    return false;
}

/* ---- memory ---------------------------------------------------------------------- */

void *compiler_alloc(Compiler *c, size_t size)
{
    void *block = arena_calloc(c->arena, size);
    if (!block)
        compiler_no_memory(c);
    return block;
}

bool compiler_grow(Compiler *c, void *array, int count, int *capacity, size_t size)
{
    if (likely(count < *capacity))
        return true;
    int room = *capacity ? *capacity * 2 : 8;
    void *old, *block = arena_alloc(c->arena, (size_t)room * size);
    if (!block) {
        compiler_no_memory(c);
        return false;
    }
    memcpy(&old, array, sizeof old);
    if (count)
        memcpy(block, old, (size_t)count * size);
    memcpy(array, &block, sizeof block);
    *capacity = room;
    return true;
}

Value compiler_own(Compiler *c, Value v)
{
    if (!v) {
        compiler_vm_error(c);
        return VALUE_NONE;
    }
    if (!value_is_obj(v))
        return v;
    if (!compiler_grow(c, &c->owned, c->owned_count, &c->owned_capacity,
                       sizeof(Value))) {
        value_decref(c->vm, v);
        return VALUE_NONE;
    }
    c->owned[c->owned_count++] = v;
    return v;
}

static uint32_t map_slot(const IndexMap *map, uint64_t key)
{
    uint32_t i = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & map->mask;
    while (map->keys[i] && map->keys[i] != key)
        i = (i + 1) & map->mask;
    return i;
}

int index_map_get(const IndexMap *map, uint64_t key)
{
    if (!map->mask)
        return -1;
    uint32_t i = map_slot(map, key);
    return map->keys[i] ? map->values[i] : -1;
}

static bool map_grow(Compiler *c, IndexMap *map)
{
    IndexMap bigger = {.mask = map->mask ? map->mask * 2 + 1 : 7};
    size_t n = (size_t)bigger.mask + 1;
    bigger.keys = compiler_alloc(c, n * sizeof *bigger.keys);
    bigger.values = compiler_alloc(c, n * sizeof *bigger.values);
    if (!bigger.keys || !bigger.values)
        return false;
    for (uint32_t i = 0; map->mask && i <= map->mask; i++) {
        if (!map->keys[i])
            continue;
        uint32_t j = map_slot(&bigger, map->keys[i]);
        bigger.keys[j] = map->keys[i];
        bigger.values[j] = map->values[i];
    }
    bigger.count = map->count;
    *map = bigger;
    return true;
}

void index_map_set(Compiler *c, IndexMap *map, uint64_t key, int value)
{
    if ((uint32_t)map->count * 4 >= map->mask * 3 && !map_grow(c, map))
        return;
    uint32_t i = map_slot(map, key);
    map->count += map->keys[i] == 0;
    map->keys[i] = key;
    map->values[i] = value;
}

typedef struct ConstCacheEntry {
    Value value;
    int next;   /* of the same hash; -1: last */
    bool known; /* a str that had been interned before its source was compiled */
} ConstCacheEntry;

/* ---- names and constants --------------------------------------------------------- */

Value compiler_name_value(Compiler *c, AstName *name)
{
    if (likely(name->user != NULL))
        return (Value)(uintptr_t)name->user;
    Value v = name->ascii ? str_from_ascii(c->vm, name->utf8, name->len)
                          : str_from_utf8_surrogates(c->vm, name->utf8, name->len);
    if (v)
        v = str_intern_steal(c->vm, v);
    v = compiler_own(c, v);
    if (!value_is_obj(v))
        return c->vm->empty_str; /* out of memory: some str, for those who expect one */
    name->user = (void *)(uintptr_t)v;
    return v;
}

AstName *compiler_name(Compiler *c, const char *text)
{
    AstName *name = arena_name(c->arena, text, strlen(text));
    if (!name)
        compiler_no_memory(c);
    return name;
}

static bool looks_like_name(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char ch = (unsigned char)s[i];
        if (!(ch == '_' || (ch >= '0' && ch <= '9') ||
              ((ch | 32) >= 'a' && (ch | 32) <= 'z')))
            return false;
    }
    return true;
}

/* Strings that look like names are interned, as attribute and keyword names are; known:
 * another one of that text had been. */
static Value str_const(Compiler *c, const AstConst *k, bool *known)
{
    const char *s = k->u.text.bytes;
    size_t n = k->u.text.len;
    if (!k->ascii)
        return str_from_utf8_surrogates(c->vm, s, (int64_t)n);
    Value v = str_from_ascii(c->vm, s, (int64_t)n);
    if (!v || !looks_like_name(s, n))
        return v;
    Value shared = str_intern_steal(c->vm, v);
    *known = shared != v;
    return shared;
}

static Value const_new(Compiler *c, const AstConst *k, bool *known)
{
    MinipyVM *vm = c->vm;
    switch (k->kind) {
    case AST_CONST_INT: return int_new(vm, k->u.integer);
    case AST_CONST_BIGINT:
        return int_from_digits(vm, k->u.text.bytes, k->u.text.len, 16);
    case AST_CONST_FLOAT: return float_new(vm, k->u.real);
    case AST_CONST_IMAG: return complex_new(vm, 0.0, k->u.real);
    case AST_CONST_STR: return str_const(c, k, known);
    case AST_CONST_BYTES:
        return bytes_from(vm, k->u.text.bytes, (int64_t)k->u.text.len);
    }
    return VALUE_NONE;
}

Value compiler_const_value(Compiler *c, const AstConst *k)
{
    switch (k->kind) {
    case AST_CONST_NONE: return VALUE_NONE;
    case AST_CONST_TRUE: return VALUE_TRUE;
    case AST_CONST_FALSE: return VALUE_FALSE;
    case AST_CONST_ELLIPSIS: return VALUE_ELLIPSIS;
    case AST_CONST_OBJECT: return (Value)k->u.object;
    }
    bool known = false;
    int before = c->const_cache_count;
    Value v = const_new(c, k, &known);
    if (!v) {
        compiler_vm_error(c);
        return VALUE_NONE;
    }
    v = compiler_share_const(c, v);
    if (known && c->const_cache_count > before)
        c->const_cache[before].known = true;
    return v;
}

Expr *ast_docstring(const StmtSeq *body)
{
    if (body->count == 0 || body->items[0]->kind != STMT_Expr)
        return NULL;
    Expr *e = body->items[0]->u.Expr.value;
    if (e->kind != EXPR_Constant)
        return NULL;
    const AstConst *k = &e->u.Constant.value;
    bool is_str = k->kind == AST_CONST_STR ||
                  (k->kind == AST_CONST_OBJECT && value_is_str((Value)k->u.object));
    return is_str ? e : NULL;
}

/* ---- sharing of equal constants -------------------------------------------------- */

static bool same_const(Compiler *c, Value a, Value b);

/* Sets of constants have few members; each must be in the other with the same type. */
static bool same_set(Compiler *c, Value a, Value b)
{
    if (set_size(a) != set_size(b))
        return false;
    int64_t i = 0;
    for (Value x; set_next(a, &i, &x);) {
        int64_t j = 0;
        Value y;
        do {
            if (!set_next(b, &j, &y))
                return false;
        } while (!same_const(c, x, y));
    }
    return true;
}

/* Equality of constants as code sees them: 0.0 and -0.0, 1 and True are different. */
static bool same_const(Compiler *c, Value a, Value b)
{
    if (a == b)
        return true;
    if (!value_is_obj(a) || !value_is_obj(b) ||
        value_obj(a)->kind != value_obj(b)->kind)
        return false;
    if (value_is_str(a))
        return str_equal(a, b);
    if (value_is_kind(a, KIND_FLOAT)) {
        double x = ((FloatObj *)(uintptr_t)a)->value,
               y = ((FloatObj *)(uintptr_t)b)->value;
        return memcmp(&x, &y, sizeof x) == 0;
    }
    if (value_is_kind(a, KIND_COMPLEX))
        return memcmp(&COMPLEX(a)->real, &COMPLEX(b)->real, 2 * sizeof(double)) == 0;
    if (value_is_tuple(a)) {
        if (tuple_size(a) != tuple_size(b))
            return false;
        for (int64_t i = 0; i < tuple_size(a); i++)
            if (!same_const(c, tuple_get_borrow(a, i), tuple_get_borrow(b, i)))
                return false;
        return true;
    }
    if (value_is_kind(a, KIND_FROZENSET))
        return same_set(c, a, b);
    int r = object_compare_bool(c->vm, a, b, CMP_EQ);
    if (r < 0)
        compiler_forget_error(c);
    return r > 0;
}

static uint64_t const_hash(Compiler *c, Value v)
{
    if (!value_is_obj(v))
        return v;
    uint64_t h = value_obj(v)->kind;
    if (value_is_tuple(v)) {
        for (int64_t i = 0; i < tuple_size(v); i++)
            h = (h ^ const_hash(c, tuple_get_borrow(v, i))) *
                UINT64_C(0x9e3779b97f4a7c15);
        return h;
    }
    int64_t own = object_hash(c->vm, v);
    if (own == -1)
        compiler_forget_error(c);
    return h ^ (uint64_t)own;
}

/* The entry of an equal constant, or -1. */
static int find_const(Compiler *c, Value v, uint64_t hash)
{
    int i = index_map_get(&c->const_cache_map, hash);
    while (i >= 0 && !same_const(c, c->const_cache[i].value, v))
        i = c->const_cache[i].next;
    return i;
}

/* Whether CPython finds another string of that text interned when it makes the code. Of
 * one letter that is what names in its frozen modules have left, which differ from the
 * strs that it keeps of all letters. */
static bool was_interned(Compiler *c, Value text)
{
    static const char letters[] = "BCLST_abcdefhiklmnopqrstvwxy";
    int64_t n;
    const char *s = value_is_str(text) ? str_utf8(c->vm, text, &n) : NULL;
    if (s && n == 1)
        return *s && strchr(letters, *s) != NULL;
    int i = s ? find_const(c, text, const_hash(c, text) | 1) : -1;
    return i >= 0 && looks_like_name(s, (size_t)n) &&
           (c->const_cache[i].known || arena_knows_name(c->arena, s, (size_t)n));
}

/* A frozenset of the items in the order of the set's table: what collides in it comes
 * the other way round. */
static Value made_again(Compiler *c, Value set)
{
    Value items = sequence_tuple(c->vm, set);
    Value again = items ? frozenset_new(c->vm, items) : VALUE_NULL;
    value_xdecref(c->vm, items);
    value_decref(c->vm, set);
    return again;
}

/* CPython makes a set of constants in the source's order, once more when it is the
 * first of its kind, and again if interning changes one of its strings. */
static Value order_of_set(Compiler *c, Value set)
{
    bool changed = false;
    int64_t at = 0;
    for (Value item; !changed && set_next(set, &at, &item);)
        changed = was_interned(c, item);
    Value again = made_again(c, set);
    return again && changed ? made_again(c, again) : again;
}

Value compiler_share_const(Compiler *c, Value v)
{
    if (!value_is_obj(v))
        return v;
    uint64_t hash = const_hash(c, v) | 1;
    int known = find_const(c, v, hash);
    if (known >= 0) {
        value_decref(c->vm, v);
        return c->const_cache[known].value;
    }
    if (value_is_kind(v, KIND_FROZENSET))
        v = order_of_set(c, v);
    v = compiler_own(c, v);
    if (c->failed || !compiler_grow(c, &c->const_cache, c->const_cache_count,
                                    &c->const_cache_capacity, sizeof(ConstCacheEntry)))
        return v;
    int head = index_map_get(&c->const_cache_map, hash);
    c->const_cache[c->const_cache_count] = (ConstCacheEntry){.value = v, .next = head};
    index_map_set(c, &c->const_cache_map, hash, c->const_cache_count++);
    return v;
}
