/* specialize.c - decides which specialised form an instruction takes, and fills its
 * caches.
 *
 * Invariant: a form's guard must fail whenever what it remembers could be stale. Type
 * versions and dict key versions are never used twice, so a cached borrowed pointer is
 * valid exactly while its guard holds. A type's version also answers for what is not
 * its own: its bases, its metaclass (TYPE_RULES_CACHED), and whether its attributes are
 * descriptors (types_modified); not for values of names that have a cell, so what is
 * remembered of those is the cell (class_cell.h). A type without version is not looked
 * at: that can run Python code. What each cache unit means is in specialized.def; the
 * forms themselves are in eval_*.inc.
 */
#include "vm/eval/specialize.h"

#include "vm/code/code_instr.h"
#include "probes/design.h"
#include "vm/containers/dict.h"
#include "vm/containers/list.h"
#include "vm/objects/signature.h"
#include "vm/text/str.h"
#include "vm/containers/tuple.h"
#include "vm/types/shape.h"
#include "vm/types/attr.h"
#include "vm/types/type.h"
#include "vm/types/type_slots.h"
#include "vm/objects/func.h"
#include "vm/objects/module.h"
#include "vm/objects/native.h"
#include "vm/objects/property.h"
#include "vm/types/descr.h"

static void become(Instr *at, Opcode op)
{
    at[1] = 0;
    at[0] = instr_make(op, instr_arg(at[0]));
}

/* No form fits: the base, for a while. */
static void give_up(Instr *at)
{
    at[1] = SPECIALIZE_LATER;
    at[0] = instr_make((Opcode)opcode_base[instr_op(at[0])], instr_arg(at[0]));
}

/* The structs of the caches against the list of instructions. */
enum {
#define OP(name, operand, effect, caches, flags, picture) CACHES_##name = caches,
#include "vm/code/opcodes.def"
#undef OP
};
#define HAS_CACHE(name, type)                                                          \
    _Static_assert((int)CACHES_##name == CACHE_UNITS(type), #name)
HAS_CACHE(LOAD_ATTR, AttrCache);
HAS_CACHE(STORE_ATTR, AttrCache);
HAS_CACHE(LOAD_METHOD, AttrCache);
HAS_CACHE(CALL, CallCache);
HAS_CACHE(CALL_KW, CallCache);
HAS_CACHE(LOAD_GLOBAL, GlobalCache);
HAS_CACHE(LOAD_NAME, GlobalCache);

/* ---- operators ------------------------------------------------------------------- */

static Opcode binary_form(uint32_t nb)
{
    static const uint8_t forms[NB_COUNT] = {
        [NB_ADD] = OP_BINARY_ADD,
        [NB_INPLACE_ADD] = OP_BINARY_ADD,
        [NB_SUBTRACT] = OP_BINARY_SUBTRACT,
        [NB_INPLACE_SUBTRACT] = OP_BINARY_SUBTRACT,
        [NB_MULTIPLY] = OP_BINARY_MULTIPLY,
        [NB_INPLACE_MULTIPLY] = OP_BINARY_MULTIPLY,
        [NB_FLOOR_DIVIDE] = OP_BINARY_FLOOR_DIVIDE,
        [NB_INPLACE_FLOOR_DIVIDE] = OP_BINARY_FLOOR_DIVIDE,
        [NB_REMAINDER] = OP_BINARY_REMAINDER,
        [NB_INPLACE_REMAINDER] = OP_BINARY_REMAINDER,
        [NB_TRUE_DIVIDE] = OP_BINARY_TRUE_DIVIDE,
        [NB_INPLACE_TRUE_DIVIDE] = OP_BINARY_TRUE_DIVIDE,
        [NB_AND] = OP_BINARY_AND,
        [NB_INPLACE_AND] = OP_BINARY_AND,
        [NB_OR] = OP_BINARY_OR,
        [NB_INPLACE_OR] = OP_BINARY_OR,
        [NB_XOR] = OP_BINARY_XOR,
        [NB_INPLACE_XOR] = OP_BINARY_XOR,
        [NB_LSHIFT] = OP_BINARY_LSHIFT,
        [NB_INPLACE_LSHIFT] = OP_BINARY_LSHIFT,
        [NB_RSHIFT] = OP_BINARY_RSHIFT,
        [NB_INPLACE_RSHIFT] = OP_BINARY_RSHIFT,
    };
    return forms[nb] ? (Opcode)forms[nb] : OP_BINARY_OP;
}

/* May the instruction at `next` be carried out by the one at `at`? In the builds that
 * test for line events at every instruction, only if it begins no line. */
static bool fusible(const CodeObj *code, const Instr *at, const Instr *next)
{
    return code_line(code, (uint32_t)(at - code->instrs)) ==
           code_line(code, (uint32_t)(next - code->instrs));
}

/* Its parameters are all the arguments that it takes, and its names all places. */
static bool code_is_plain(const CodeObj *code)
{
    return (code->flags & (CO_OPTIMIZED | CO_VARARGS | CO_VARKEYWORDS)) == CO_OPTIMIZED;
}

/* What CALL_PY_* ask in place of which code it is: sites of several functions keep
 * their form. */
static void code_learn_call(CodeObj *code)
{
    if (code_is_plain(code) && code->kwonlyargcount == 0)
        code->exact_call = (uint32_t)code->argcount + 1;
}

static Opcode base_at(const Instr *unit)
{
    return (Opcode)opcode_base[instr_op(*unit)];
}

/* COMPARE_OP at `at`: alone, or with the conditional jump behind it. */
static Opcode compare_form(const CodeObj *code, const Instr *at)
{
    uint32_t cmp = instr_arg(at[0]);
    Opcode first = OP_COMPARE_LT;
    if (base_at(at + 2) == OP_POP_JUMP_FORWARD_IF_FALSE && fusible(code, at, at + 2))
        first = OP_COMPARE_LT_JF;
    else if (base_at(at + 2) == OP_POP_JUMP_BACKWARD_IF_TRUE &&
             fusible(code, at, at + 2))
        first = OP_COMPARE_LT_JB;
    return (Opcode)(first + cmp);
}

/* CONTAINS_OP at `at`, alone or with the conditional jump behind it. */
static Opcode contains_form(const CodeObj *code, const Instr *at)
{
    Opcode jump = base_at(at + 2);
    if (jump == OP_POP_JUMP_FORWARD_IF_FALSE && fusible(code, at, at + 2))
        return OP_CONTAINS_JF;
    if (jump == OP_POP_JUMP_FORWARD_IF_TRUE && fusible(code, at, at + 2))
        return OP_CONTAINS_JT;
    return OP_CONTAINS_OP;
}

/* LOAD_FAST_LOAD_CONST (constant: its value) or LOAD_FAST_LOAD_FAST at `at`. */
static Opcode pair_form(const CodeObj *code, const Instr *at, Value constant)
{
    const Instr *next = at + 1;
    Opcode op = (Opcode)instr_op(at[0]);
    bool number =
        constant && (value_is_int_imm(constant) || value_is_float_imm(constant));
    if ((constant && !number) || !fusible(code, at, next))
        return op;
    if (base_at(next) == OP_COMPARE_OP) {
        Opcode form = compare_form(code, next);
        int cmp = (int)instr_arg(*next);
        if (form >= OP_COMPARE_LT_JF && form <= OP_COMPARE_GE_JF)
            return (Opcode)((constant ? OP_LC_LT_JF : OP_LL_LT_JF) + cmp);
        if (form >= OP_COMPARE_LT_JB && form <= OP_COMPARE_GE_JB && !constant)
            return (Opcode)(OP_LL_LT_JB + cmp);
        return op;
    }
    if (base_at(next) != OP_BINARY_OP)
        return op;
    switch (binary_form(instr_arg(*next))) {
    case OP_BINARY_ADD:
        if (constant && value_is_int_imm(constant) &&
            base_at(next + 2) == OP_STORE_FAST && fusible(code, at, next + 2))
            return OP_LC_ADD_STORE;
        return constant ? OP_LC_ADD : OP_LL_ADD;
    case OP_BINARY_SUBTRACT: return constant ? OP_LC_SUBTRACT : OP_LL_SUBTRACT;
    case OP_BINARY_MULTIPLY: return constant ? OP_LC_MULTIPLY : OP_LL_MULTIPLY;
    default: return op;
    }
}

/* LOAD_FAST at `at`, whose line goes on. */
static Opcode load_form(const Instr *at)
{
    switch (base_at(at + 1)) {
    case OP_LOAD_ATTR: return OP_LOAD_FAST_ATTR;
    case OP_LOAD_METHOD: return OP_LOAD_FAST_METHOD;
    case OP_RETURN_VALUE: return OP_LOAD_FAST_RETURN;
    case OP_POP_JUMP_FORWARD_IF_FALSE: return OP_LOAD_FAST_JF;
    case OP_POP_JUMP_FORWARD_IF_TRUE: return OP_LOAD_FAST_JT;
    default: return OP_LOAD_FAST;
    }
}

/* STORE_FAST at `at`: with a LOAD_FAST behind it, of another line, too, as it goes on
 * by itself whenever somebody may have begun to listen. */
static Opcode store_form(const CodeObj *code, const Instr *at)
{
    const Instr *next = at + 1;
    if (base_at(next) != OP_LOAD_FAST || (PROBES_IN_LOOP && !fusible(code, at, next)))
        return OP_STORE_FAST;
    bool alone = !fusible(code, next, next + 1) || load_form(next) == OP_LOAD_FAST;
    return alone ? OP_STORE_FAST_THEN_LOAD : OP_STORE_FAST;
}

/* RESUME at `at`: with the POP_TOP behind a yield of which nothing is taken. */
static Opcode resume_form(const CodeObj *code, const Instr *at)
{
    if (instr_arg(at[0]) == 0 || base_at(at + 1) != OP_POP_TOP ||
        !fusible(code, at, at + 1))
        return OP_RESUME_QUICK;
    return base_at(at + 2) == OP_JUMP_BACKWARD && fusible(code, at, at + 2)
               ? OP_RESUME_POP_JUMP
               : OP_RESUME_POP;
}

static Opcode quick_form(const CodeObj *code, const Instr *at)
{
    uint32_t arg = instr_arg(at[0]);
    switch (instr_op(at[0])) {
    case OP_BINARY_OP: return binary_form(arg);
    case OP_COMPARE_OP: return compare_form(code, at);
    case OP_CONTAINS_OP: return contains_form(code, at);
    case OP_LOAD_FAST_LOAD_CONST:
        return pair_form(code, at, TUPLE(code->consts)->items[arg >> 12]);
    case OP_LOAD_FAST_LOAD_FAST: return pair_form(code, at, VALUE_NULL);
    case OP_LOAD_FAST: return fusible(code, at, at + 1) ? load_form(at) : OP_LOAD_FAST;
    case OP_LOAD_CONST:
        return base_at(at + 1) == OP_RETURN_VALUE && fusible(code, at, at + 1)
                   ? OP_LOAD_CONST_RETURN
                   : OP_LOAD_CONST;
    case OP_STORE_FAST: return store_form(code, at);
    case OP_LIST_APPEND:
        return base_at(at + 1) == OP_JUMP_BACKWARD && fusible(code, at, at + 1)
                   ? OP_LIST_APPEND_JUMP
                   : OP_LIST_APPEND;
    case OP_IS_OP:
        return base_at(at + 1) == OP_POP_JUMP_FORWARD_IF_FALSE &&
                       fusible(code, at, at + 1)
                   ? OP_IS_JF
                   : OP_IS_OP;
    case OP_RESUME: return resume_form(code, at);
    default: return (Opcode)instr_op(at[0]);
    }
}

void code_quicken(CodeObj *code)
{
    if (code->quickened)
        return;
    code->quickened = true;
    code_learn_call(code);
    for (uint32_t i = 0; i < code->ninstrs;) {
        Instr *at = &code->instrs[i];
        i += 1 + opcode_caches[opcode_base[instr_op(at[0])]];
        at[0] = instr_make(quick_form(code, at), instr_arg(at[0]));
    }
}

void code_quicken_entries(CodeObj *code)
{
    if (!(code->flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR)))
        return; /* its only one has one form */
    for (uint32_t i = code->first_traceable; i < code->ninstrs;) {
        Instr *at = &code->instrs[i];
        Opcode base = opcode_base[instr_op(at[0])];
        if (base == OP_RESUME)
            at[0] = instr_make(resume_form(code, at), instr_arg(at[0]));
        i += 1u + opcode_caches[base];
    }
}

void specialize_subscr(MinipyVM *vm, Instr *at, Value o, Value key)
{
    if (value_is_exact(vm, o, KIND_LIST) && value_is_int_imm(key))
        become(at, OP_SUBSCR_LIST_INT);
    else if (value_is_exact(vm, o, KIND_TUPLE) && value_is_int_imm(key))
        become(at, OP_SUBSCR_TUPLE_INT);
    else if (value_is_exact(vm, o, KIND_DICT))
        become(at, OP_SUBSCR_DICT);
    else if (value_is_exact(vm, o, KIND_STR) && value_is_int_imm(key))
        become(at, OP_SUBSCR_STR_INT);
    else if (value_is_exact(vm, o, KIND_BYTES) && value_is_int_imm(key))
        become(at, OP_SUBSCR_BYTES_INT);
    else
        give_up(at);
}

void specialize_store_subscr(MinipyVM *vm, Instr *at, Value o, Value key)
{
    if (value_is_exact(vm, o, KIND_LIST) && value_is_int_imm(key))
        become(at, OP_STORE_SUBSCR_LIST_INT);
    else if (value_is_exact(vm, o, KIND_DICT))
        become(at, OP_STORE_SUBSCR_DICT);
    else
        give_up(at);
}

static bool stores_two(const CodeObj *code, const Instr *at, const Instr *next)
{
    return base_at(next) == OP_STORE_FAST_STORE_FAST && fusible(code, at, next);
}

/* Do stores of two different locals each begin behind UNPACK_SEQUENCE at `at`, and does
 * its line go on as far as they may take its items? */
static bool stores_pairs(const CodeObj *code, const Instr *at)
{
    uint32_t pairs = 0;
    for (; pairs < instr_arg(at[0]) / 2; pairs++) {
        const Instr *store = at + 2 + pairs;
        if (base_at(store) != OP_STORE_FAST_STORE_FAST)
            break;
        uint32_t arg = instr_arg(*store);
        if (!fusible(code, at, store) || (arg & 0xfff) == arg >> 12)
            return false;
    }
    return pairs > 0;
}

void specialize_unpack(MinipyVM *vm, CodeObj *code, Instr *at, Value seq)
{
    uint32_t n = instr_arg(at[0]);
    if (value_is_exact(vm, seq, KIND_TUPLE) && tuple_size(seq) == n && n != 2)
        become(at, stores_pairs(code, at) ? OP_UNPACK_FAST : OP_UNPACK_TUPLE);
    else if (value_is_exact(vm, seq, KIND_TUPLE) && tuple_size(seq) == n)
        become(at,
               stores_two(code, at, at + 2) ? OP_UNPACK_TWO_FAST : OP_UNPACK_TWO_TUPLE);
    else if (value_is_exact(vm, seq, KIND_LIST) && list_size(seq) == n)
        become(at, stores_pairs(code, at) ? OP_UNPACK_FAST : OP_UNPACK_LIST);
    else
        give_up(at);
}

void specialize_for_iter(MinipyVM *vm, CodeObj *code, Instr *at, Value it)
{
    (void)vm;
    const Instr *next = at + 2;
    bool store = instr_op(*next) == OP_STORE_FAST && fusible(code, at, next);
    bool by_method = value_is_counted(it) && /* which the loop enters itself */
                     value_obj(it)->type->slots.iternext == slot_iternext;
    bool unpack = base_at(next) == OP_UNPACK_SEQUENCE && instr_arg(*next) == 2 &&
                  fusible(code, at, next) && !by_method;
    if (value_is_kind(it, KIND_RANGE_ITER))
        become(at, store ? OP_FOR_ITER_RANGE_FAST : OP_FOR_ITER_RANGE);
    else if (value_is_kind(it, KIND_LIST_ITER))
        become(at, store ? OP_FOR_ITER_LIST_FAST : OP_FOR_ITER_LIST);
    else if (value_is_kind(it, KIND_TUPLE_ITER))
        become(at, OP_FOR_ITER_TUPLE);
    else if (value_is_kind(it, KIND_GENERATOR))
        become(at, OP_FOR_ITER_GENERATOR);
    else if (value_is_kind(it, KIND_STR_ASCII_ITER))
        become(at, OP_FOR_ITER_STR);
    else if (unpack)
        become(at, stores_two(code, at, next + 2) ? OP_FOR_ITER_PAIR_FAST
                                                  : OP_FOR_ITER_PAIR);
    else
        become(at, OP_FOR_ITER_SLOT);
}

/* ---- names and attributes -------------------------------------------------------- */

/* Entry of name in d and the keys' version, if both can be remembered. */
static bool dict_place(MinipyVM *vm, DictObj *d, Value name, uint32_t *entry,
                       uint32_t *version)
{
    if (d->ob.type != vm->types[KIND_DICT])
        return false;
    int64_t i = dict_entry_index(vm, d, name);
    *version = dict_keys_version(vm, d);
    *entry = (uint32_t)i;
    return i >= 0 && *version != 0;
}

void specialize_load_global(MinipyVM *vm, Frame *f, Instr *at)
{
    GlobalCache *c = CACHE_AT(GlobalCache, at + 1);
    FuncObj *func = frame_func(f);
    Value name = TUPLE(f->code->names)->items[instr_arg(at[0])];
    const Instr null = instr_make(OP_PUSH_NULL, 0);
    const Instr *null_at = at + 1 + CACHE_UNITS(GlobalCache);
    Instr behind = null_at[0];
    uint32_t entry, version, globals_version;
    if (dict_place(vm, func->globals, name, &entry, &version)) {
        c->version = version;
        c->place = dict_value_place(func->globals, entry);
        become(at, behind == null ? OP_LOAD_GLOBAL_MODULE_NULL : OP_LOAD_GLOBAL_MODULE);
    } else if (func->globals->ob.type == vm->types[KIND_DICT] &&
               (globals_version = dict_keys_version(vm, func->globals)) != 0 &&
               dict_place(vm, func->builtins, name, &entry, &version)) {
        c->version = globals_version;
        c->place = dict_value_place(func->builtins, entry);
        c->builtins_version = version;
        become(at, behind != null ? OP_LOAD_GLOBAL_BUILTIN
                   : instr_op(null_at[1]) == OP_LOAD_FAST &&
                           fusible(f->code, at, null_at + 1)
                       ? OP_LOAD_GLOBAL_BUILTIN_FAST
                       : OP_LOAD_GLOBAL_BUILTIN_NULL);
    } else {
        give_up(at);
    }
}

/* The InstHead of an instance whose attributes lie at a fixed place, or NULL. */
static InstHead *fixed_head(Value o)
{
    TypeObj *t = value_obj(o)->type;
    return (t->flags & TYPE_HAS_INST) && t->inst_offset > 0
               ? inst_head_fixed(value_obj(o))
               : NULL;
}

static bool load_module(MinipyVM *vm, Instr *at, Value o, Value name, Opcode op)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    uint32_t entry, version;
    if (!MODULE(o)->dict || !dict_place(vm, MODULE(o)->dict, name, &entry, &version) ||
        !dict_entry(MODULE(o)->dict, entry)->value ||
        type_lookup_borrow(vm, value_obj(o)->type, name)) /* __class__, __dict__... */
        return false;
    c->version = version;
    c->index = dict_value_place(MODULE(o)->dict, entry);
    become(at, op);
    return true;
}

/* Are attributes of the classes of this metaclass read as type reads them, where they
 * are found? So with a __getattr__, which is asked last. */
static bool reads_as_type(MinipyVM *vm, TypeObj *meta)
{
    if (meta->slots.getattro == type_getattro)
        return true;
    if (meta->slots.getattro != slot_getattr)
        return false;
    Value f = type_lookup_borrow(vm, meta, NAME(vm, __getattribute__));
    return f && value_is_kind(f, KIND_WRAPPER_DESCR) &&
           WRAPPER_DESCR(f)->def->offset == offsetof(TypeSlots, getattro) &&
           (BinarySlot)WRAPPER_DESCR(f)->wrapped == type_getattro;
}

/* What a class has under that name, if its metaclass has no say: it may have the name,
 * too, but for what is also assigned through it. */
static Value found_in_class(MinipyVM *vm, TypeObj *cls, Value name)
{
    TypeObj *meta = cls->ob.type;
    if (!type_version(vm, cls) || !type_version(vm, meta) || !reads_as_type(vm, meta))
        return VALUE_NULL;
    Value m = type_lookup_borrow(vm, meta, name);
    if (m &&
        ((value_type(vm, m)->flags & TYPE_HEAP) || value_type(vm, m)->slots.descr_set))
        return VALUE_NULL;
    return type_lookup_borrow(vm, cls, name);
}

/* Is what a class has read through the class as it is? */
static bool reads_plainly(MinipyVM *vm, Value d)
{
    return !value_type(vm, d)->slots.descr_get || value_is_kind(d, KIND_FUNCTION) ||
           value_is_exact(vm, d, KIND_METHOD_DESCR) ||
           value_is_exact(vm, d, KIND_WRAPPER_DESCR);
}

/* From now on the version of a class answers for its metaclass, too. */
static void watch_metaclass(TypeObj *cls)
{
    TypeObj *meta = cls->ob.type;
    if (!meta->shared) /* which does not change */
        meta->flags |= TYPE_RULES_CACHED;
}

/* The same for what its metaclass gives it: a descriptor in C that goes first, or a
 * method where the class has nothing. */
static Value found_in_metaclass(MinipyVM *vm, TypeObj *cls, Value name)
{
    TypeObj *meta = cls->ob.type;
    if (meta->slots.getattro != type_getattro || !type_version(vm, meta))
        return VALUE_NULL; /* it may raise, and a __getattr__ is asked */
    Value m = type_lookup_borrow(vm, meta, name);
    TypeObj *mt = m ? value_type(vm, m) : NULL;
    if (!m || !mt->slots.descr_get || (mt->flags & TYPE_HEAP))
        return VALUE_NULL;
    bool plain = mt->slots.descr_set ||
                 ((mt->flags & TYPE_METHOD_LIKE) && !type_lookup_borrow(vm, cls, name));
    return plain ? m : VALUE_NULL;
}

const AttrCacheEntry *class_attr_known(MinipyVM *vm, Value o, Value name)
{
    TypeObj *cls = TYPE_OF(o);
    const void *key = class_cache_key(cls);
    const AttrCacheEntry *known = attr_cache_at(vm, key, cls->version, name);
    if (known || !CACHES || !type_version(vm, cls))
        return known;
    AttrCacheEntry e = {
        .key = key, .name = name, .type_version = cls->version, .kind = ATTR_OTHER};
    Value d = found_in_class(vm, cls, name);
    Value m = d ? VALUE_NULL : found_in_metaclass(vm, cls, name);
    if (d && reads_plainly(vm, d)) {
        ClassCell *cell = class_cell_find(vm, cls, name, d);
        e.kind = cell ? ATTR_CELL : ATTR_CONST;
        e.found = cell ? (Value)(uintptr_t)cell : d;
    } else if (m) {
        e.kind = value_type(vm, m)->slots.descr_set ? ATTR_BOUND : ATTR_METHOD;
        e.found = m;
    }
    if (e.kind != ATTR_OTHER)
        watch_metaclass(cls);
    attr_cache_put(vm, e);
    return attr_cache_at(vm, key, cls->version, name);
}

/* May what makes a method of a class, or none, be carried out by the loop? */
static bool is_plain_wrapper(MinipyVM *vm, Value d)
{
    return value_is_exact(vm, d, KIND_STATICMETHOD) ||
           value_is_exact(vm, d, KIND_CLASSMETHOD);
}

/* An attribute of a class that reading through the class gives as it is; or for a call
 * (in the form `bound`) one that is bound to the class, or to nothing. */
static bool load_class(MinipyVM *vm, Instr *at, Value o, Value name, Opcode op,
                       Opcode bound)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    TypeObj *cls = TYPE_OF(o);
    Value d = found_in_class(vm, cls, name);
    if (!d || !cls->version) /* gone where memory for its dictionary ran out once */
        return false;
    bool wraps = bound != OP_NOP && is_plain_wrapper(vm, d);
    if (!wraps && !reads_plainly(vm, d))
        return false;
    ClassCell *cell = wraps ? NULL : class_cell_find(vm, cls, name, d);
    if (cell && op != OP_LOAD_ATTR_CLASS)
        return false;
    watch_metaclass(cls);
    c->version = cls->version;
    if (cell) {
        c->cell = cell;
        c->shape = (Shape *)(void *)cell; /* that no instance of the class has */
        become(at, OP_LOAD_ATTR_CELL);
        return true;
    }
    c->value = d;
    become(at, wraps ? bound : op);
    return true;
}

static bool load_slot(MinipyVM *vm, Instr *at, InstHead *h, Value name)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    if (!h)
        return false;
    if (h->shape) {
        int i = shape_lookup(vm, h->shape, name);
        if (i < 0)
            return false;
        c->shape = h->shape;
        c->place = (uint16_t)i;
        c->other_version = NO_VERSION;
        become(at, OP_LOAD_ATTR_SLOT);
        return true;
    }
    uint32_t entry, version;
    if (!h->u.dict || !dict_place(vm, h->u.dict, name, &entry, &version))
        return false;
    c->index = entry;
    become(at, OP_LOAD_ATTR_DICT);
    return true;
}

/* What a type in C makes of the attribute: those of types in C, fields of named
 * tuples, a property whose getter is called otherwise. t: the version is its. A getter
 * in C is called as it is, and takes what it gets for one of its own type's: a class
 * may have another type's. */
static bool load_native(Instr *at, TypeObj *t, Value d)
{
    if (value_obj(d)->type->flags & TYPE_HEAP)
        return false;
    if (value_is_kind(d, KIND_GETSET_DESCR) &&
        !type_is_subtype(t, GETSET_DESCR(d)->owner))
        return false;
    CACHE_AT(AttrCache, at + 1)->value = d;
    become(at, OP_LOAD_ATTR_NATIVE);
    return true;
}

/* Does its first parameter always have the value that came in? */
static bool keeps_first(const CodeObj *code)
{
    for (uint32_t i = 0; i < code->ninstrs; i++) {
        Instr at = code_instr(code, i);
        uint32_t local = instr_arg(at);
        Opcode op = (Opcode)opcode_base[instr_op(at)];
        i += opcode_caches[op];
        switch (op) {
        case OP_STORE_FAST_STORE_FAST:
            if (local >> 12 == 0)
                return false;
            __attribute__((fallthrough));
        case OP_STORE_FAST_LOAD_FAST:
        case OP_STORE_FAST_LOAD_FAST_CHECK:
            local &= 0xfff;
            __attribute__((fallthrough));
        case OP_STORE_FAST:
        case OP_DELETE_FAST:
        case OP_MAKE_CELL:
            if (local == 0)
                return false;
            break;
        default: break;
        }
    }
    return true;
}

/* An object's own class, as object says it: that of its type's version. */
static bool load_own_class(MinipyVM *vm, Instr *at, Value o, Value name, Value d)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    InstHead *h = fixed_head(o);
    TypeObj *t = value_obj(o)->type;
    if (name != NAME(vm, __class__) || (h && !h->shape) || (!h && t->inst_offset) ||
        d != type_lookup_borrow(vm, vm->types[KIND_OBJECT], name))
        return false;
    c->shape = h ? h->shape : NULL;
    c->value = value_from_obj(t);
    become(at, OP_LOAD_ATTR_CONST);
    return true;
}

/* A data descriptor whose class is in C: one of __slots__, a property with a plain
 * Python getter, or another. */
static bool load_descriptor(MinipyVM *vm, Instr *at, TypeObj *t, Value d)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    int offset = member_load_offset(t, d);
    if (offset) {
        c->offset = (uint32_t)offset;
        become(at, OP_LOAD_ATTR_MEMBER);
        return true;
    }
    if (t->slots.getattro != object_generic_getattr)
        return false; /* it may raise AttributeError, and __getattr__ is asked */
    Value getter =
        value_is_exact(vm, d, KIND_PROPERTY) ? PROPERTY(d)->fget : VALUE_NULL;
    if (!getter || !value_is_exact(vm, getter, KIND_FUNCTION))
        return load_native(at, t, d);
    CodeObj *code = FUNC(getter)->code;
    uint32_t version = func_version(vm, FUNC(getter));
    if (!version || code->argcount != 1 || code->kwonlyargcount ||
        !code_is_plain(code) || !keeps_first(code)) /* getter_raised() asks for it */
        return load_native(at, t, d);
    c->value = getter;
    c->inner_version = version;
    become(at, OP_LOAD_ATTR_PROPERTY);
    return true;
}

/* What a class is asked for is its metaclass's: __name__, __mro__. */
static bool load_of_metaclass(MinipyVM *vm, Instr *at, TypeObj *cls, Value name)
{
    TypeObj *meta = cls->ob.type;
    uint32_t version = reads_as_type(vm, meta) ? type_version(vm, meta) : 0;
    Value d = version ? type_lookup_borrow(vm, meta, name) : VALUE_NULL;
    TypeSlots *slots = d ? &value_type(vm, d)->slots : NULL;
    if (!d || !slots->descr_get || !slots->descr_set)
        return false;
    CACHE_AT(AttrCache, at + 1)->version = version;
    return load_native(at, meta, d);
}

/* What types have that look for attributes in their own way, but for data descriptors
 * first: bound methods, unions, modules. */
static bool load_of_odd(MinipyVM *vm, Instr *at, TypeObj *t, Value name)
{
    uint32_t version = type_version(vm, t);
    Value d = version ? type_lookup_borrow(vm, t, name) : VALUE_NULL;
    int offset = d ? member_load_offset(t, d) : 0;
    if (!offset)
        return false;
    CACHE_AT(AttrCache, at + 1)->version = version;
    CACHE_AT(AttrCache, at + 1)->offset = (uint32_t)offset;
    become(at, OP_LOAD_ATTR_MEMBER);
    return true;
}

/* What an int, float, bool or None without a place in memory is asked for. */
static bool load_of_immediate(MinipyVM *vm, Instr *at, TypeObj *t, Value name)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    uint32_t version = type_version(vm, t);
    Value d = version ? type_lookup_borrow(vm, t, name) : VALUE_NULL;
    TypeSlots *slots = d ? &value_type(vm, d)->slots : NULL;
    bool class = name == NAME(vm, __class__) &&
                 d == type_lookup_borrow(vm, vm->types[KIND_OBJECT], name);
    c->version = version;
    if (d && (class || !slots->descr_get)) {
        c->value = class ? value_from_obj(t) : d;
        c->shape = NULL;
        become(at, OP_LOAD_ATTR_CONST);
        return true;
    }
    return d && slots->descr_set && load_native(at, t, d);
}

/* False: o is neither a module nor a class. Else one of the forms is in place, or it
 * has given up; bound: OP_NOP where nothing is to be called. */
static bool load_of_owner(MinipyVM *vm, Instr *at, Value o, Value name,
                          Opcode module_form, Opcode class_form, Opcode bound)
{
    bool module = value_type(vm, o) == vm->types[KIND_MODULE];
    if (!module && !value_is_type(o))
        return false;
    if (!(module ? load_module(vm, at, o, name, module_form)
                 : load_class(vm, at, o, name, class_form, bound)) &&
        (bound != OP_NOP || !(module ? load_of_odd(vm, at, vm->types[KIND_MODULE], name)
                                     : load_of_metaclass(vm, at, TYPE_OF(o), name))))
        give_up(at);
    return true;
}

void specialize_load_attr(MinipyVM *vm, Instr *at, Value o, Value name)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    if (!value_is_obj(o)) {
        if (load_of_immediate(vm, at, value_type(vm, o), name))
            return;
        goto fail;
    }
    TypeObj *t = value_obj(o)->type;
    if (load_of_owner(vm, at, o, name, OP_LOAD_ATTR_MODULE, OP_LOAD_ATTR_CLASS, OP_NOP))
        return;
    if ((t == vm->types[KIND_METHOD] || t == vm->types[KIND_UNION]) &&
        load_of_odd(vm, at, t, name))
        return;
    uint32_t version = type_version(vm, t);
    if (!version || !type_reads_generically(vm, t))
        goto fail;
    c->version = version;
    Value d = type_lookup_borrow(vm, t, name);
    TypeSlots *ds = d ? &value_type(vm, d)->slots : NULL;
    if (d && ds->descr_get && ds->descr_set) {
        if (load_own_class(vm, at, o, name, d) || load_descriptor(vm, at, t, d))
            return;
        goto fail;
    }
    InstHead *h = fixed_head(o);
    if (type_keeps_own_dict(t))
        goto fail;
    if (load_slot(vm, at, h, name))
        return;
    if (!d || ds->descr_get || (h && !h->shape) || (!h && t->inst_offset))
        goto fail;
    c->shape = h ? h->shape : NULL;
    ClassCell *cell = class_cell_find(vm, t, name, d);
    if (cell)
        c->cell = cell;
    else
        c->value = d;
    become(at, cell ? OP_LOAD_ATTR_CELL : OP_LOAD_ATTR_CONST);
    return;
fail:
    give_up(at);
}

/* To a class that has the name, with a cell. */
static bool store_class(MinipyVM *vm, Instr *at, TypeObj *cls, Value name)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    ClassCell *cell = class_cell_own(cls, name);
    uint32_t entry, version;
    if (!cell || !type_version(vm, cls) || !type_version(vm, cls->ob.type) ||
        cls->ob.type->slots.setattro != vm->types[KIND_TYPE]->slots.setattro ||
        !dict_place(vm, cls->own.dict, name, &entry, &version))
        return false;
    Value m = type_lookup_borrow(vm, cls->ob.type, name);
    Value d = dict_entry(cls->own.dict, entry)->value;
    if ((m && value_type(vm, m)->slots.descr_set) || !value_is_plain(d))
        return false;
    watch_metaclass(cls);
    c->version = cls->version;
    c->index = entry;
    c->cell = cell;
    become(at, OP_STORE_ATTR_CLASS);
    return true;
}

void specialize_store_attr(MinipyVM *vm, Instr *at, Value o, Value name)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    if (!value_is_obj(o))
        goto fail;
    TypeObj *t = value_obj(o)->type;
    if (value_is_type(o) && store_class(vm, at, TYPE_OF(o), name))
        return;
    uint32_t version = type_version(vm, t);
    if (t->slots.setattro != object_generic_setattr || !version)
        goto fail;
    c->version = version;
    Value d = type_lookup_borrow(vm, t, name);
    int offset = d ? member_slot_offset(t, d) : 0;
    if (offset && !MEMBER_DESCR(d)->def->readonly) {
        c->offset = (uint32_t)offset;
        become(at, OP_STORE_ATTR_MEMBER);
        return;
    }
    if (d && value_type(vm, d)->slots.descr_set)
        goto fail;
    InstHead *h = fixed_head(o);
    if (!h || !h->shape)
        goto fail;
    int i = shape_lookup(vm, h->shape, name);
    c->shape = h->shape;
    if (i >= 0) {
        c->place = (uint16_t)i;
        c->other_version = NO_VERSION;
        become(at, OP_STORE_ATTR_SLOT);
        return;
    }
    Shape *next = shape_transition(vm, h->shape, name);
    c->version = type_version(vm, t); /* which may be another since */
    if (!next || !c->version)
        goto fail;
    c->index = (uint32_t)h->shape->count;
    c->next = next;
    become(at, OP_STORE_ATTR_ADD);
    return;
fail:
    give_up(at);
}

/* Has an instance's own dict no such key as long as its keys' version is *version? */
static bool lacks_name(MinipyVM *vm, DictObj *d, Value name, uint32_t *version)
{
    if (!d || d->ob.type != vm->types[KIND_DICT] || !d->str_keys ||
        dict_get_str_borrow(vm, d, name))
        return false;
    *version = dict_keys_version(vm, d);
    return *version != 0;
}

/* A value that the instance itself has, by its shape or in one of __slots__; d: what
 * its class has. */
static bool method_of_slot(MinipyVM *vm, Instr *at, Value o, Value name, Value d)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    TypeObj *t = value_type(vm, o);
    const InstHead *h = t->flags & TYPE_HAS_INST ? fixed_head(o) : NULL;
    int i = h && h->shape ? shape_lookup(vm, h->shape, name) : -1;
    bool data = d && value_type(vm, d)->slots.descr_set;
    int offset = data ? member_load_offset(t, d) : 0;
    if (data ? !offset : i < 0)
        return false;
    c->version = NO_MODULE_KEYS;
    c->inner_version = type_version(vm, t);
    c->shape = data ? NULL : h->shape;
    c->value = VALUE_NULL;
    if (data)
        c->offset = (uint32_t)offset;
    else
        c->index = (uint32_t)i;
    become(at, OP_LOAD_METHOD_DICT);
    return true;
}

void specialize_load_method(MinipyVM *vm, Instr *at, Value o, Value name)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    TypeObj *t = value_type(vm, o);
    if (load_of_owner(vm, at, o, name, OP_LOAD_METHOD_DICT, OP_LOAD_METHOD_CLASS,
                      OP_LOAD_METHOD_OF_CLASS))
        return;
    uint32_t version = type_version(vm, t);
    if (!version || type_keeps_own_dict(t) || !type_reads_generically(vm, t))
        goto fail;
    Value d = type_lookup_borrow(vm, t, name);
    if (method_of_slot(vm, at, o, name, d))
        return;
    bool wraps = d && is_plain_wrapper(vm, d);
    if (!d || (!wraps && !(value_type(vm, d)->flags & TYPE_METHOD_LIKE)))
        goto fail;
    c->version = version;
    c->value = d;
    c->shape = NULL;
    if (!(t->flags & TYPE_HAS_INST)) {
        c->other_version = NO_VERSION;
        become(at, wraps ? OP_LOAD_METHOD_OF_TYPE : OP_LOAD_METHOD_PLAIN);
        return;
    }
    InstHead *h = fixed_head(o);
    if (h && !h->shape && !wraps && lacks_name(vm, h->u.dict, name, &c->index)) {
        c->version = NO_MODULE_KEYS;
        c->inner_version = version;
        become(at, OP_LOAD_METHOD_DICT);
        return;
    }
    if (!h || !h->shape)
        goto fail;
    if (wraps) {
        c->shape = h->shape;
        become(at, OP_LOAD_METHOD_OF_TYPE);
        return;
    }
    if (!shape_none_has(vm, t, name))
        goto fail;
    c->other_version = NO_VERSION;
    become(at, OP_LOAD_METHOD_SHAPE);
    return;
fail:
    give_up(at);
}

/* ---- a second class at a site ---------------------------------------------------- */

void specialize_second_value(MinipyVM *vm, Instr *at, Value o, Value name)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    if (c->other_version != NO_VERSION || !value_is_counted(o) || !o)
        return;
    TypeObj *t = value_obj(o)->type;
    bool stores = instr_op(at[0]) == OP_STORE_ATTR_SLOT;
    if (type_keeps_own_dict(t) || (stores ? t->slots.setattro != object_generic_setattr
                                          : !type_reads_generically(vm, t)))
        return;
    uint32_t version = type_version(vm, t);
    Value d = type_lookup_borrow(vm, t, name);
    const InstHead *h = fixed_head(o);
    if (!version || !h || !h->shape || (d && value_type(vm, d)->slots.descr_set))
        return;
    int i = shape_lookup(vm, h->shape, name);
    if (i < 0)
        return;
    c->other_version = version;
    c->other_shape = h->shape;
    c->other_place = (uint16_t)i;
}

void specialize_second_method(MinipyVM *vm, Instr *at, Value o, Value name)
{
    AttrCache *c = CACHE_AT(AttrCache, at + 1);
    if (c->other_version != NO_VERSION)
        return;
    TypeObj *t = value_type(vm, o);
    uint32_t version = type_version(vm, t);
    if (!version || type_keeps_own_dict(t) || !type_reads_generically(vm, t))
        return;
    Value d = type_lookup_borrow(vm, t, name);
    if (!d || !(value_type(vm, d)->flags & TYPE_METHOD_LIKE))
        return;
    if (instr_op(at[0]) == OP_LOAD_METHOD_PLAIN) {
        if (t->flags & TYPE_HAS_INST)
            return;
    } else {
        const InstHead *h = fixed_head(o);
        if (!h || !h->shape || !shape_none_has(vm, t, name))
            return;
    }
    c->other_version = version;
    c->other_method = d;
}

/* ---- calls ----------------------------------------------------------------------- */

static bool is_builtin(Value f, const char *name)
{
    return strcmp(NATIVE(f)->def->name, name) == 0 && NATIVE(f)->module &&
           value_is_str(NATIVE(f)->module) &&
           str_equal_ascii(NATIVE(f)->module, "builtins");
}

/* May the C function of this row be called with so many arguments just so? */
static bool takes(MinipyVM *vm, const MethodDef *def, const Signature **known,
                  size_t nargs)
{
    if (def->flags & M_HOST)
        return false;
    if (*known == &signature_unread) {
        const Signature *s = signature_of(vm, def);
        if (!s)
            return error_clear(vm), false;
        *known = s;
    }
    return signature_takes(*known, nargs);
}

static void call_native(MinipyVM *vm, Instr *at, Value f, size_t nargs)
{
    CallCache *c = CACHE_AT(CallCache, at + 1);
    c->callee = (Value)(uintptr_t)NATIVE(f)->def;
    if (nargs == 1 && is_builtin(f, "len"))
        become(at, OP_CALL_LEN);
    else if (nargs == 2 && is_builtin(f, "isinstance"))
        become(at, OP_CALL_ISINSTANCE);
    else if (takes(vm, NATIVE(f)->def, &NATIVE(f)->signature, nargs))
        become(at, OP_CALL_NATIVE);
    else
        give_up(at);
}

/* Is a call of it a call of type_make()? Such a class lives as long as the vm. */
static bool makes_natively(MinipyVM *vm, const TypeObj *cls)
{
    const TypeObj *type = vm->types[KIND_TYPE];
    return cls != type && cls->ob.type == type && !(cls->flags & TYPE_HEAP) &&
           cls->slots.new_;
}

static void call_class(MinipyVM *vm, Instr *at, Value f, size_t nargs)
{
    CallCache *c = CACHE_AT(CallCache, at + 1);
    TypeObj *cls = TYPE_OF(f);
    Opcode form = nargs != 1                    ? OP_CALL
                  : cls == vm->types[KIND_TYPE] ? OP_CALL_TYPE_1
                  : cls == vm->types[KIND_STR]  ? OP_CALL_STR_1
                  : cls == vm->types[KIND_INT]  ? OP_CALL_INT_1
                                                : OP_CALL;
    if (form != OP_CALL) {
        become(at, form);
        return;
    }
    uint32_t version = type_version(vm, cls);
    Value init = version ? class_init_borrow(vm, cls) : VALUE_NULL;
    if (!init && makes_natively(vm, cls)) {
        c->callee = f;
        become(at, OP_CALL_NATIVE_CLASS);
        return;
    }
    if (!init) {
        give_up(at);
        return;
    }
    c->version = version;
    c->callee = init;
    become(at, OP_CALL_CLASS);
}

static uint32_t code_version(MinipyVM *vm, CodeObj *code)
{
    if (!code->version && vm->next_func_version != UINT32_MAX)
        code->version = vm->next_func_version++; /* closures share their code's */
    return code->version;
}

/* Nothing but values of its __defaults__ is missing. */
static bool lacks_defaults(const FuncObj *f, size_t nargs)
{
    const CodeObj *code = f->code;
    return nargs < (size_t)code->argcount && f->defaults &&
           (size_t)code->argcount - nargs <= (size_t)tuple_size(f->defaults);
}

/* Is a call of it one of its type's slot, and that all? A class may have an __init__ in
 * Python, a bound method a function. */
static bool goes_by_slot(MinipyVM *vm, Value f)
{
    if (value_is_exact(vm, f, KIND_METHOD_DESCR) &&
        METHOD_DESCR(f)->def->flags & M_HOST)
        return true;
    return value_is_obj(f) && !value_is_type(f) && !value_is_kind(f, KIND_METHOD) &&
           !value_is_kind(f, KIND_NATIVE) && !value_is_kind(f, KIND_METHOD_DESCR) &&
           value_type(vm, f)->slots.call;
}

void specialize_call(MinipyVM *vm, Instr *at, Value f, Value self, const Value *args,
                     size_t nargs)
{
    CallCache *c = CACHE_AT(CallCache, at + 1);
    (void)args;
    if (value_is_kind(f, KIND_FUNCTION)) {
        CodeObj *code = FUNC(f)->code;
        size_t given = nargs + (self != VALUE_NULL);
        code_learn_call(code);
        if (code->exact_call == given + 1) {
            become(at, self ? OP_CALL_PY_METHOD : OP_CALL_PY_EXACT);
            return;
        }
        if (code->exact_call && lacks_defaults(FUNC(f), given)) {
            become(at, OP_CALL_PY_DEFAULTS);
            return;
        }
    } else if (value_is_kind(f, KIND_NATIVE) && !self) {
        call_native(vm, at, f, nargs);
        return;
    } else if (value_is_kind(f, KIND_METHOD_DESCR) && self && !goes_by_slot(vm, f)) {
        MethodDescrObj *d = METHOD_DESCR(f);
        /* A list that only the call holds dies with it, and the item is then released
         * in another order. */
        if (d->owner == vm->types[KIND_LIST] && nargs == 1 &&
            value_obj(self)->refs > 1 &&
            instr_op(at[1 + CACHE_UNITS(CallCache)]) == OP_POP_TOP &&
            strcmp(d->def->name, "append") == 0) {
            c->callee = f;
            become(at, OP_CALL_LIST_APPEND);
            return;
        }
        if (takes(vm, d->def, &d->signature, nargs)) {
            become(at, OP_CALL_METHOD_DESCR);
            return;
        }
    } else if (value_is_type(f) && !self) {
        call_class(vm, at, f, nargs);
        return;
    } else if (goes_by_slot(vm, f)) {
        c->callee = (Value)(uintptr_t)value_type(vm, f)->slots.call;
        become(at, OP_CALL_SLOT);
        return;
    }
    give_up(at);
}

/* Which parameter each name means; false: some means none behind the first npos, or two
 * mean the same. */
static bool place_names(const CodeObj *code, CallCache *c, size_t npos, Value kwnames)
{
    size_t total = (size_t)(code->argcount + code->kwonlyargcount);
    const Value *names = TUPLE(code->localsplusnames)->items;
    for (int64_t k = 0; k < tuple_size(kwnames); k++) {
        size_t i =
            npos > (size_t)code->posonlyargcount ? npos : (size_t)code->posonlyargcount;
        while (i < total && names[i] != tuple_get_borrow(kwnames, k))
            i++;
        if (i == total || memchr(c->places, (int)i, (size_t)k))
            return false;
        c->places[k] = (uint8_t)i;
    }
    return true;
}

void specialize_call_kw(MinipyVM *vm, Instr *at, Value f, size_t npos, Value kwnames)
{
    CallCache *c = CACHE_AT(CallCache, at + 1);
    CodeObj *code = value_is_kind(f, KIND_FUNCTION) ? FUNC(f)->code : NULL;
    if (!code || code->body || !code_is_plain(code) || npos > (size_t)code->argcount ||
        code->kwonlyargcount > KWONLY_MAX ||
        code->argcount + code->kwonlyargcount > UINT8_MAX ||
        tuple_size(kwnames) > NAMED_MAX || !code_version(vm, code) ||
        !place_names(code, c, npos, kwnames)) {
        give_up(at);
        return;
    }
    size_t first = npos;
    while (first < (size_t)code->argcount &&
           memchr(c->places, (int)first, (size_t)tuple_size(kwnames)))
        first++;
    c->first_default = (uint8_t)first;
    c->npos = (uint8_t)npos;
    c->version = code->version;
    c->callee = kwnames;
    become(at, OP_CALL_KW_PY);
}
