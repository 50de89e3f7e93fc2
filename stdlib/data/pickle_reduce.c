/* pickle_reduce.c - what is saved by its name in a module, and what __reduce_ex__ and
 * its like return. Read first: pickle_save.c. */
#include "stdlib/data/pickle_private.h"
#include "vm/import/import.h"
#include "vm/types/object_type.h"
#include "vm/types/shape.h"
#include "vm/types/type.h"

/* ---- dotted names ---------------------------------------------------------------- */

Value pickle_dotted_path(MinipyVM *vm, Value o, Value name)
{
    Value dot = str_from_char(vm, '.');
    Value path = dot ? str_split(vm, name, dot, -1) : VALUE_NULL;
    value_xdecref(vm, dot);
    for (int64_t i = 0; path && i < list_size(path); i++) {
        if (!str_equal_ascii(list_get_borrow(path, i), "<locals>"))
            continue;
        if (o)
            error_set(vm, EXC_AttributeError, "Can't get local attribute %R on %R",
                      name, o);
        else
            error_set(vm, EXC_AttributeError, "Can't pickle local object %R", name);
        value_clear(vm, &path);
    }
    return path;
}

Value pickle_deep_attribute(MinipyVM *vm, Value o, Value path, Value *parent)
{
    Value at = value_incref(o), above = VALUE_NULL;
    for (int64_t i = 0; at && i < list_size(path); i++) {
        Value found = VALUE_NULL;
        value_xdecref(vm, above);
        above = at;
        if (object_lookup_attr(vm, at, list_get_borrow(path, i), &found) <= 0)
            found = VALUE_NULL;
        at = found;
    }
    if (parent && at)
        *parent = above;
    else
        value_xdecref(vm, above);
    return at;
}

/* ---- the module of an object ----------------------------------------------------- */

/* 1: the module has v under that path, 0, -1. */
static int module_has(MinipyVM *vm, Value name, Value module, Value v, Value path)
{
    if (module == VALUE_NONE ||
        (value_is_str(name) && str_equal_ascii(name, "__main__")))
        return 0;
    Value found = pickle_deep_attribute(vm, module, path, NULL);
    value_xdecref(vm, found);
    return found ? found == v : error_occurred(vm) ? -1 : 0;
}

/* By its __module__; else that of sys.modules that has it; else __main__. New. */
static Value module_name_of(MinipyVM *vm, Value v, Value path)
{
    Value name;
    int found = object_lookup_attr(vm, v, NAME(vm, __module__), &name);
    if (found < 0 || (found > 0 && name != VALUE_NONE))
        return found < 0 ? VALUE_NULL : name;
    Value modules = vm->modules ? dict_copy(vm, vm->modules) : VALUE_NULL, module;
    name = VALUE_NULL;
    Value r = VALUE_NULL;
    for (int64_t pos = 0; modules && !r && dict_next(modules, &pos, &name, &module);) {
        int has = module_has(vm, name, module, v, path);
        if (has > 0)
            r = value_incref(name);
        else if (has < 0)
            break;
    }
    value_xdecref(vm, modules);
    return r || error_occurred(vm) ? r : str_from_cstr(vm, "__main__");
}

/* ---- globals --------------------------------------------------------------------- */

/* What is to be written of a global. */
typedef struct Global {
    Value object, module_name, name; /* str; module_name and name are strong */
    Value module, parent;            /* strong */
    Value last;                      /* of the dotted name; borrowed from path */
    Value path;                      /* strong */
} Global;

static void global_drop(MinipyVM *vm, Global *g)
{
    Value parts[] = {g->module_name, g->name, g->module, g->parent, g->path};
    values_xdecref(vm, parts, 5);
}

static Value name_of(MinipyVM *vm, Value v)
{
    Value name;
    int found = object_lookup_attr(vm, v, NAME(vm, __qualname__), &name);
    if (found < 0)
        return VALUE_NULL;
    return found ? name : object_getattr(vm, v, NAME(vm, __name__));
}

static Value import_by_name(MinipyVM *vm, Value name)
{
    const char *text = value_is_str(name) ? str_utf8(vm, name, NULL) : NULL;
    if (!text && !error_occurred(vm))
        error_set(vm, EXC_TypeError, "module name must be a string");
    return text ? import_module(vm, text) : VALUE_NULL;
}

/* Finds where it is, and that it is there. -1: exception. */
static int global_find(MinipyVM *vm, Global *g)
{
    if (!(g->path = pickle_dotted_path(vm, VALUE_NULL, g->name)) ||
        !(g->module_name = module_name_of(vm, g->object, g->path)))
        return -1;
    g->last = list_get_borrow(g->path, list_size(g->path) - 1);
    if (!(g->module = import_by_name(vm, g->module_name))) {
        error_clear(vm);
        return module_error(vm, &pickling_error,
                            "Can't pickle %R: import of module %R failed", g->object,
                            g->module_name),
               -1;
    }
    Value found = pickle_deep_attribute(vm, g->module, g->path, &g->parent);
    if (!found) {
        error_clear(vm);
        return module_error(vm, &pickling_error,
                            "Can't pickle %R: attribute lookup %S on %S failed",
                            g->object, g->name, g->module_name),
               -1;
    }
    value_decref(vm, found);
    if (found != g->object)
        return module_error(vm, &pickling_error,
                            "Can't pickle %R: it's not the same object as %S.%S",
                            g->object, g->module_name, g->name),
               -1;
    return 0;
}

/* The number that copyreg has for it, 0: none; -1. */
static int64_t extension_code(MinipyVM *vm, const Global *g)
{
    Value key = tuple_pack(vm, 2, g->module_name, g->name);
    Value table = key ? import_attr(vm, "copyreg", "_extension_registry") : VALUE_NULL;
    Value v =
        table && value_is_dict(table) ? dict_get_borrow(vm, table, key) : VALUE_NULL;
    int64_t code = 0;
    if (v && !value_is_int(v))
        module_error(vm, &pickling_error,
                     "Can't pickle %R: extension code %R isn't an integer", g->object,
                     v);
    else if (v &&
             (!value_is_int_imm(v) || (code = value_imm(v)) <= 0 || code > INT32_MAX))
        module_error(vm, &pickling_error,
                     "Can't pickle %R: extension code %R is out of range", g->object,
                     v);
    value_xdecref(vm, key);
    value_xdecref(vm, table);
    return error_occurred(vm) ? -1 : code;
}

static int save_extension(MinipyVM *vm, PicklerObj *p, int64_t code)
{
    uint8_t data[5] = {code <= 0xff ? OP_EXT1 : code <= 0xffff ? OP_EXT2 : OP_EXT4};
    for (int i = 0; i < 4; i++)
        data[1 + i] = (uint8_t)(code >> 8 * i);
    size_t size = code <= 0xff ? 2 : code <= 0xffff ? 3 : 5;
    return pickler_put(vm, p, data, size);
}

/* A name and the end of its line, in the encoding of the protocol. */
static int put_name(MinipyVM *vm, PicklerObj *p, const char *which, Value name)
{
    Value bytes =
        value_is_str(name)
            ? str_encode(vm, name, p->protocol >= 3 ? "utf-8" : "ascii", "strict")
            : error_set(vm, EXC_TypeError, "a name must be str, not %T", name);
    if (!bytes) {
        if (error_matches(vm, EXC_UnicodeEncodeError)) {
            error_clear(vm);
            module_error(vm, &pickling_error,
                         "can't pickle %s identifier '%S' using pickle protocol %d",
                         which, name, p->protocol);
        }
        return -1;
    }
    int r = pickler_put(vm, p, BYTES(bytes)->data, (size_t)BYTES(bytes)->size);
    value_decref(vm, bytes);
    return r < 0 ? -1 : pickler_op(vm, p, '\n');
}

static int put_global_lines(MinipyVM *vm, PicklerObj *p, const Global *g)
{
    Value module_name = value_incref(g->module_name), name = value_incref(g->last);
    int r = pickler_op(vm, p, OP_GLOBAL);
    if (r == 0 && p->fix_imports)
        r = pickle_rename(vm, "REVERSE_NAME_MAPPING", "REVERSE_IMPORT_MAPPING",
                          &module_name, &name);
    if (r == 0 && ((r = put_name(vm, p, "module", module_name)) == 0))
        r = put_name(vm, p, "global", name);
    value_decref(vm, module_name);
    value_decref(vm, name);
    return r;
}

static int put_global(MinipyVM *vm, PicklerObj *p, const Global *g)
{
    int64_t code = p->protocol >= 2 ? extension_code(vm, g) : 0;
    if (code)
        return code < 0 ? -1 : save_extension(vm, p, code);
    int r;
    if (p->protocol >= 4)
        r = pickle_save(vm, p, g->module_name, true) < 0 ||
                    pickle_save(vm, p, g->name, true) < 0 ||
                    pickler_op(vm, p, OP_STACK_GLOBAL) < 0
                ? -1
                : 0;
    else if (g->parent != g->module)
        r = pickle_save_call(vm, p, import_attr(vm, "builtins", "getattr"),
                             tuple_pack(vm, 2, g->parent, g->last), VALUE_NULL);
    else
        r = put_global_lines(vm, p, g);
    return r < 0 ? -1 : pickler_memo_put(vm, p, g->object);
}

int pickle_save_global(MinipyVM *vm, PicklerObj *p, Value v, Value name)
{
    Global g = {.object = v, .name = name ? value_incref(name) : name_of(vm, v)};
    if (g.name && !value_is_str(g.name)) {
        error_set(vm, EXC_TypeError, "the name of a global must be str, not %T",
                  g.name);
        value_clear(vm, &g.name);
    }
    int r = g.name && global_find(vm, &g) == 0 ? put_global(vm, p, &g) : -1;
    global_drop(vm, &g);
    return r;
}

/* ---- __reduce__ ------------------------------------------------------------------ */

/* What a reduce function returned; all borrowed, VALUE_NULL: not there. */
typedef struct Reduced {
    Value callable, args, state, items, pairs, setter;
} Reduced;

static Value refuse(MinipyVM *vm, const char *text)
{
    return module_error(vm, &pickling_error, "%s", text);
}

static int read_parts(MinipyVM *vm, Value parts, Reduced *r)
{
    Value *to[] = {&r->callable, &r->args, &r->state, &r->items, &r->pairs, &r->setter};
    int64_t n = tuple_size(parts);
    *r = (Reduced){.callable = VALUE_NULL};
    if (n < 2 || n > 6)
        return refuse(vm,
                      "tuple returned by __reduce__ must contain 2 through 6 elements"),
               -1;
    for (int64_t i = 0; i < n; i++)
        if (i < 2 || tuple_get_borrow(parts, i) != VALUE_NONE)
            *to[i] = tuple_get_borrow(parts, i);
    if (!object_callable(r->callable))
        refuse(vm, "first item of the tuple returned by __reduce__ must be callable");
    else if (!value_is_tuple(r->args))
        refuse(vm, "second item of the tuple returned by __reduce__ must be a tuple");
    else if (r->items && !value_is_iterator(vm, r->items))
        module_error(vm, &pickling_error,
                     "fourth element of the tuple returned by __reduce__ must be an "
                     "iterator, not %T",
                     r->items);
    else if (r->pairs && !value_is_iterator(vm, r->pairs))
        module_error(vm, &pickling_error,
                     "fifth element of the tuple returned by __reduce__ must be an "
                     "iterator, not %T",
                     r->pairs);
    else if (r->setter && !object_callable(r->setter))
        module_error(vm, &pickling_error,
                     "sixth element of the tuple returned by __reduce__ must be a "
                     "function, not %T",
                     r->setter);
    else
        return 0;
    return -1;
}

/* Which of copyreg's two has that name? -1: exception. */
typedef enum { NO_NEWOBJ, NEWOBJ, NEWOBJ_EX } NewObj;
static int newobj_kind(MinipyVM *vm, Value callable)
{
    Value its;
    int found = object_lookup_attr(vm, callable, NAME(vm, __name__), &its);
    if (found <= 0)
        return found;
    int r = NO_NEWOBJ;
    if (value_is_str(its) && str_equal_ascii(its, "__newobj__"))
        r = NEWOBJ;
    else if (value_is_str(its) && str_equal_ascii(its, "__newobj_ex__"))
        r = NEWOBJ_EX;
    value_decref(vm, its);
    return r;
}

static int save_call(MinipyVM *vm, PicklerObj *p, Value callable, Value args)
{
    return pickle_save(vm, p, callable, true) < 0 ||
                   pickle_save(vm, p, args, true) < 0 ||
                   pickler_op(vm, p, OP_REDUCE) < 0
               ? -1
               : 0;
}

/* functools.partial(cls.__new__, cls, *args, **kwargs)() */
static int save_partial(MinipyVM *vm, PicklerObj *p, Value cls, Value args,
                        Value kwargs)
{
    Value partial = import_attr(vm, "functools", "partial"), all = VALUE_NULL;
    Value made = partial ? object_getattr(vm, cls, NAME(vm, __new__)) : VALUE_NULL;
    Value head = made ? tuple_pack(vm, 2, made, cls) : VALUE_NULL;
    Value whole = VALUE_NULL, empty = tuple_from(vm, NULL, 0);
    if (head)
        all = tuple_concat(vm, head, args);
    if (all)
        whole = call_tuple_dict(vm, partial, all, kwargs);
    int r = whole && empty ? save_call(vm, p, whole, empty) : -1;
    Value used[] = {partial, made, head, all, whole, empty};
    values_xdecref(vm, used, 6);
    return r;
}

static int save_newobj_ex(MinipyVM *vm, PicklerObj *p, Value args)
{
    if (tuple_size(args) != 3)
        return module_error(vm, &pickling_error,
                            "length of the NEWOBJ_EX argument tuple must be exactly 3, "
                            "not %zd",
                            (ssize_t)tuple_size(args)),
               -1;
    Value cls = tuple_get_borrow(args, 0), a = tuple_get_borrow(args, 1);
    Value kw = tuple_get_borrow(args, 2);
    if (!value_is_type(cls))
        module_error(vm, &pickling_error,
                     "first item from NEWOBJ_EX argument tuple must be a class, not %T",
                     cls);
    else if (!value_is_tuple(a))
        module_error(
            vm, &pickling_error,
            "second item from NEWOBJ_EX argument tuple must be a tuple, not %T", a);
    else if (!value_is_dict(kw))
        module_error(vm, &pickling_error,
                     "third item from NEWOBJ_EX argument tuple must be a dict, not %T",
                     kw);
    else if (p->protocol < 4)
        return save_partial(vm, p, cls, a, kw);
    else
        return pickle_save(vm, p, cls, true) < 0 || pickle_save(vm, p, a, true) < 0 ||
                       pickle_save(vm, p, kw, true) < 0 ||
                       pickler_op(vm, p, OP_NEWOBJ_EX) < 0
                   ? -1
                   : 0;
    return -1;
}

/* Is the class that __newobj__ gets the object's own? */
static int check_newobj(MinipyVM *vm, Value args, Value object)
{
    if (tuple_size(args) < 1)
        return refuse(vm, "__newobj__ arglist is empty"), -1;
    Value cls = tuple_get_borrow(args, 0), found;
    if (!value_is_type(cls))
        return refuse(vm, "args[0] from __newobj__ args is not a type"), -1;
    int has = object_lookup_attr(vm, cls, NAME(vm, __new__), &found);
    if (has <= 0)
        return has < 0
                   ? -1
                   : (refuse(vm, "args[0] from __newobj__ args has no __new__"), -1);
    value_decref(vm, found);
    if (!object)
        return 0;
    Value own = object_getattr(vm, object, NAME(vm, __class__));
    value_xdecref(vm, own);
    if (own && own != cls)
        refuse(vm, "args[0] from __newobj__ args has the wrong class");
    return own == cls ? 0 : -1;
}

static int save_newobj(MinipyVM *vm, PicklerObj *p, Value args, Value object)
{
    if (check_newobj(vm, args, object) < 0 ||
        pickle_save(vm, p, tuple_get_borrow(args, 0), true) < 0)
        return -1;
    Value rest = tuple_slice(vm, args, 1, tuple_size(args));
    int r = rest ? pickle_save(vm, p, rest, true) : -1;
    value_xdecref(vm, rest);
    return r < 0 ? -1 : pickler_op(vm, p, OP_NEWOBJ);
}

/* The object as it is made, without its state. */
static int save_made(MinipyVM *vm, PicklerObj *p, const Reduced *r, Value object)
{
    int kind = p->protocol >= 2 ? newobj_kind(vm, r->callable) : NO_NEWOBJ;
    if (kind != NO_NEWOBJ)
        return kind < 0         ? -1
               : kind == NEWOBJ ? save_newobj(vm, p, r->args, object)
                                : save_newobj_ex(vm, p, r->args);
    return save_call(vm, p, r->callable, r->args);
}

static int save_state(MinipyVM *vm, PicklerObj *p, const Reduced *r, Value object)
{
    if (!r->setter)
        return pickle_save(vm, p, r->state, true) < 0 ? -1
                                                      : pickler_op(vm, p, OP_BUILD);
    static const uint8_t ops[] = {OP_TUPLE2, OP_REDUCE, OP_POP};
    return pickle_save(vm, p, r->setter, true) < 0 ||
                   pickle_save(vm, p, object, true) < 0 ||
                   pickle_save(vm, p, r->state, true) < 0 ||
                   pickler_put(vm, p, ops, sizeof ops) < 0
               ? -1
               : 0;
}

int pickle_save_reduce(MinipyVM *vm, PicklerObj *p, Value parts, Value object)
{
    Reduced r;
    if (read_parts(vm, parts, &r) < 0 || save_made(vm, p, &r, object) < 0)
        return -1;
    if (object) {
        int64_t index = memo_find(&p->memo, object);
        if (index < 0
                ? pickler_memo_put(vm, p, object) < 0
                : pickler_op(vm, p, OP_POP) < 0 || pickler_memo_get(vm, p, index) < 0)
            return -1;
    }
    if ((r.items && pickle_batch_list(vm, p, r.items) < 0) ||
        (r.pairs && pickle_batch_dict(vm, p, r.pairs) < 0))
        return -1;
    return r.state ? save_state(vm, p, &r, object) : 0;
}

/* ---- instances of most classes --------------------------------------------------- */

/* How its class reduces; 0: in another way, or it has methods of its own; -1. */
static int ways_of(MinipyVM *vm, PicklerObj *p, Value v)
{
    TypeObj *t = value_type(vm, v);
    if (t != p->last_type || t->version == 0 || t->version != p->last_version) {
        int ways = object_reduces(vm, t);
        if (ways < 0)
            return -1;
        p->last_type = t;
        p->last_version = type_version(vm, t);
        p->last_ways = ways;
    }
    if (!p->last_ways || object_own_attr_borrow(vm, v, NAME(vm, __reduce_ex__)) ||
        object_own_attr_borrow(vm, v, NAME(vm, __getstate__)))
        return 0;
    return p->last_ways;
}

/* Class and arguments (VALUE_NULL: none), the instruction that makes the object of
 * them. */
static int save_new(MinipyVM *vm, PicklerObj *p, Value v, Value args)
{
    int r = pickle_save(vm, p, value_from_obj(value_type(vm, v)), true);
    if (r == 0 &&
        args) { /* a tuple that nobody else has, as if cut from (cls, *args) */
        Value rest = tuple_from(vm, TUPLE(args)->items, tuple_size(args));
        r = rest ? pickle_save(vm, p, rest, true) : -1;
        value_xdecref(vm, rest);
    } else if (r == 0) {
        r = pickler_boundary(vm, p) < 0 ? -1 : pickler_op(vm, p, OP_EMPTY_TUPLE);
    }
    return r < 0 ? -1 : pickler_op(vm, p, OP_NEWOBJ);
}

/* Its attribute of that shape, which it may have left meanwhile; VALUE_NULL: an item
 * that was saved took it away. */
static Value attribute_borrow(MinipyVM *vm, Value v, const Shape *shape, int i)
{
    InstHead *h = inst_head(value_obj(v));
    return h->shape == shape ? h->u.values[i] : inst_get_borrow(vm, h, shape->keys[i]);
}

static int64_t attribute_count(Value v)
{
    const InstHead *h = inst_head(value_obj(v));
    return h->shape ? h->shape->count : h->u.dict ? h->u.dict->used : 0;
}

static int size_changed(MinipyVM *vm)
{
    return error_set(vm, EXC_RuntimeError, "dictionary changed size during iteration"),
           -1;
}

/* Each with its name, of that shape, which lives as long as the class that it was. */
static int save_items(MinipyVM *vm, PicklerObj *p, Value v, const Shape *shape)
{
    int count = shape->count;
    for (int i = 0; i < count; i++) {
        Value a = attribute_borrow(vm, v, shape, i);
        if (!a)
            return size_changed(vm);
        if (pickle_save_pair(vm, p, shape->keys[i], a) < 0)
            return -1;
    }
    return count > 1 && attribute_count(v) != count ? size_changed(vm) : 0;
}

/* As deep as through the dict that they would be: itself, and its items. */
static int save_items_deeper(MinipyVM *vm, PicklerObj *p, Value v, const Shape *shape)
{
    static const char where[] = " while pickling an object";
    int r = -1;
    if (recursion_enter(vm, where) < 0)
        return -1;
    if (recursion_enter(vm, where) == 0) {
        r = save_items(vm, p, v, shape);
        recursion_leave(vm);
    }
    recursion_leave(vm);
    return r;
}

/* As the dict that they would be; its number in the memo goes to one that nobody asks
 * for: the object's address. */
static int save_attributes(MinipyVM *vm, PicklerObj *p, Value v)
{
    const Shape *shape = inst_head(value_obj(v))->shape;
    int count = shape->count;
    if (pickler_boundary(vm, p) < 0 || pickler_op(vm, p, OP_EMPTY_DICT) < 0 ||
        pickler_memo_put(vm, p, value_from_imm((int64_t)(v >> 3))) < 0 ||
        (count > 1 && pickler_op(vm, p, OP_MARK) < 0))
        return -1;
    Value cls = value_incref(value_from_obj(value_type(vm, v)));
    int r = save_items_deeper(vm, p, v, shape);
    value_decref(vm, cls);
    uint8_t end[] = {count > 1 ? OP_SETITEMS : OP_SETITEM, OP_BUILD};
    return r < 0 ? -1 : pickler_put(vm, p, end, sizeof end);
}

/* state VALUE_NULL: its attributes. */
static int save_instance(MinipyVM *vm, PicklerObj *p, Value v, Value args, Value state)
{
    if (save_new(vm, p, v, args) < 0)
        return -1;
    int64_t index = memo_find(&p->memo, v);
    if (index < 0 ? pickler_memo_put(vm, p, v) < 0
                  : pickler_op(vm, p, OP_POP) < 0 || pickler_memo_get(vm, p, index) < 0)
        return -1;
    Value anew = VALUE_NULL; /* of one that has left its shape while args were saved */
    if (!state && inst_head(value_obj(v))->shape)
        return save_attributes(vm, p, v);
    if (!state && !(state = anew = object_reduce_state(vm, v, args)))
        return -1;
    if (state == VALUE_NONE)
        return 0;
    int r = pickle_save(vm, p, state, true) < 0 ? -1 : pickler_op(vm, p, OP_BUILD);
    value_xdecref(vm, anew);
    return r;
}

int pickle_save_instance(MinipyVM *vm, PicklerObj *p, Value v)
{
    if (p->protocol < 2 || p->fast || p->persistent_id || p->reducer_override ||
        p->dispatch_table || !value_is_obj(v) || value_is_type(v))
        return 0;
    if (!p->registered &&
        !(p->registered = import_attr(vm, "copyreg", "dispatch_table")))
        return -1;
    if (!value_is_dict(p->registered) ||
        dict_get_borrow(vm, p->registered, value_from_obj(value_type(vm, v))))
        return 0;
    int ways = ways_of(vm, p, v);
    if (ways <= 0)
        return ways;
    Value args = ways & REDUCES_ARGS ? object_reduce_args(vm, v) : VALUE_NULL;
    if (!args && error_occurred(vm))
        return -1;
    bool in_place = ways & REDUCES_ATTRIBUTES && inst_head(value_obj(v))->shape &&
                    inst_head(value_obj(v))->shape->count > 0;
    Value state = in_place ? VALUE_NULL : object_reduce_state(vm, v, args);
    int r = !in_place && !state ? -1 : save_instance(vm, p, v, args, state);
    value_xdecref(vm, args);
    value_xdecref(vm, state);
    return r < 0 ? -1 : 1;
}

int pickle_save_call(MinipyVM *vm, PicklerObj *p, Value callable, Value args,
                     Value object)
{
    Value items[] = {callable, args};
    Value parts = callable && args ? tuple_pack(vm, 2, callable, args) : VALUE_NULL;
    values_xdecref(vm, items, 2);
    int r = parts ? pickle_save_reduce(vm, p, parts, object) : -1;
    value_xdecref(vm, parts);
    return r;
}
