/* unpickler.c - the class Unpickler: where a pickle is read from, its memo, the lookup
 * of classes. Read next: pickle_load.c. */
#include "stdlib/data/pickle_private.h"
#include "vm/bytes/memoryview.h"
#include "vm/eval/audit.h"
#include "vm/import/import.h"
#include "vm/memory/gc.h"
#include "vm/numbers/number.h"
#include "vm/types/object_type.h"

/* ---- input ----------------------------------------------------------------------- */

static void *truncated(MinipyVM *vm)
{
    module_error(vm, &unpickling_error, "pickle data was truncated");
    return NULL;
}

/* What a method of the file gives, as the input from now on. -1: exception. */
static int take_input(MinipyVM *vm, UnpicklerObj *u, Value bytes)
{
    Buffer view;
    if (bytes && !value_is_bytes(bytes)) {
        int r = buffer_get(vm, bytes, &view, BUF_SIMPLE);
        value_set_steal(vm, &bytes, r == 0 ? buffer_to_bytes(vm, &view) : VALUE_NULL);
        if (r == 0)
            buffer_release(vm, &view);
    }
    if (!bytes)
        return -1;
    value_set_steal(vm, &u->input_owner, bytes);
    u->in = BYTES(bytes)->data;
    u->in_size = u->in_taken = BYTES(bytes)->size;
    u->in_at = 0;
    return 0;
}

static Value call_with_size(MinipyVM *vm, Value method, int64_t n)
{
    Value size = int_new(vm, n); /* counted when it is large */
    Value r = size ? call1(vm, method, size) : VALUE_NULL;
    value_xdecref(vm, size);
    return r;
}

int unpickler_skip_consumed(MinipyVM *vm, UnpicklerObj *u)
{
    if (u->in_at <= u->in_taken)
        return 0;
    Value r = call_with_size(vm, u->read, u->in_at - u->in_taken);
    if (!r)
        return -1;
    value_decref(vm, r);
    u->in_taken = u->in_at;
    return 0;
}

/* Looks at what comes without taking it, much at once: one call of the file's for many
 * opcodes. 1: n bytes are there; 0: they are not; -1: exception. */
static int look_ahead(MinipyVM *vm, UnpicklerObj *u, int64_t n)
{
    enum { AHEAD = 128 * 1024 };
    if (!u->peek || n >= AHEAD)
        return 0;
    Value data = call_with_size(vm, u->peek, AHEAD);
    if (!data && error_matches(vm, EXC_NotImplementedError)) {
        error_clear(vm);
        value_clear(vm, &u->peek);
        return 0;
    }
    if (take_input(vm, u, data) < 0)
        return -1;
    u->in_taken = 0;
    return n <= u->in_size;
}

const uint8_t *unpickler_bytes_slow(MinipyVM *vm, UnpicklerObj *u, int64_t n)
{
    if (n > INT64_MAX - u->in_at) {
        module_error(vm, &unpickling_error, "read would overflow (invalid bytecode)");
        return NULL;
    }
    if (!u->read)
        return truncated(vm);
    int there = unpickler_skip_consumed(vm, u) < 0 ? -1 : look_ahead(vm, u, n);
    if (there < 0 ||
        (there == 0 && take_input(vm, u, call_with_size(vm, u->read, n)) < 0))
        return NULL;
    if (u->in_size < n)
        return truncated(vm);
    u->in_at = n;
    return u->in;
}

/* What readinto() says it read. -1: exception. */
static int64_t size_told(MinipyVM *vm, Value v)
{
    if (!value_is_int(v))
        return error_set(vm, EXC_TypeError, "an integer is required"), -1;
    int64_t size = number_as_ssize(vm, v, EXC_OverflowError);
    if (size < 0 && !error_occurred(vm))
        error_set(vm, EXC_ValueError, "readinto() returned negative size");
    return size < 0 ? -1 : size;
}

/* n bytes of the file alone, to `to`; what is looked at was used up. -1: exception. */
static int read_into(MinipyVM *vm, UnpicklerObj *u, uint8_t *to, int64_t n)
{
    if (unpickler_skip_consumed(vm, u) < 0)
        return -1;
    if (!u->readinto) {
        Value data = call_with_size(vm, u->read, n);
        if (data && !value_is_bytes(data))
            error_set(vm, EXC_ValueError, "read() returned non-bytes object (%R)",
                      value_from_obj(value_type(vm, data)));
        else if (data && BYTES(data)->size < n)
            truncated(vm);
        else if (data)
            memcpy(to, BYTES(data)->data, (size_t)n);
        value_xdecref(vm, data);
        return error_occurred(vm) ? -1 : 0;
    }
    Value room = bytearray_from(vm, NULL, n);
    Value view = room ? memoryview_new(vm, room) : VALUE_NULL;
    Value got = view ? call1(vm, u->readinto, view) : VALUE_NULL;
    int64_t size = got ? size_told(vm, got) : -1;
    value_xdecref(vm, got);
    value_xdecref(vm, view);
    if (size >= 0 && size < n)
        truncated(vm);
    else if (size >= 0 && n > 0)
        memcpy(to, BYTEARRAY(room)->data, (size_t)n);
    value_xdecref(vm, room);
    return error_occurred(vm) ? -1 : 0;
}

Value unpickler_bytes_object(MinipyVM *vm, UnpicklerObj *u, int64_t n, bool mutable)
{
    int64_t ready = u->in_size - u->in_at;
    if (ready > 0 && n <= ready) {
        const uint8_t *data = unpickler_bytes(vm, u, n);
        return mutable ? bytearray_from(vm, data, n) : bytes_from(vm, data, n);
    }
    if (!u->read)
        return truncated(vm), VALUE_NULL;
    Value v = mutable ? bytearray_from(vm, NULL, n) : bytes_alloc(vm, n);
    if (!v)
        return VALUE_NULL;
    uint8_t *to = mutable ? BYTEARRAY(v)->data : BYTES(v)->data;
    if (ready)
        memcpy(to, u->in + u->in_at, (size_t)ready);
    u->in_at = u->in_size;
    if (read_into(vm, u, to + ready, n - ready) < 0)
        value_clear(vm, &v);
    return v;
}

/* Up to the end of the line that the file gives next. */
static const uint8_t *line_of_file(MinipyVM *vm, UnpicklerObj *u, int64_t *size)
{
    if (unpickler_skip_consumed(vm, u) < 0 ||
        take_input(vm, u, call0(vm, u->readline)) < 0)
        return NULL;
    if (u->in_size == 0 || u->in[u->in_size - 1] != '\n')
        return truncated(vm);
    u->in_at = u->in_size;
    *size = u->in_size - 1;
    return u->in;
}

const uint8_t *unpickler_line(MinipyVM *vm, UnpicklerObj *u, int64_t *size)
{
    const uint8_t *line = u->in + u->in_at;
    int64_t left = u->in_size - u->in_at;
    const uint8_t *end = left ? memchr(line, '\n', (size_t)left) : NULL;
    if (!end)
        return u->read ? line_of_file(vm, u, size) : truncated(vm);
    *size = end - line;
    u->in_at += *size + 1;
    return line;
}

int unpickler_set_bytes(MinipyVM *vm, UnpicklerObj *u, Value data)
{
    if (buffer_get(vm, data, &u->view, BUF_SIMPLE) < 0)
        return -1;
    u->in = u->view.data;
    u->in_size = u->in_taken = u->view.size;
    u->in_at = 0;
    return 0;
}

int unpickler_set_file(MinipyVM *vm, UnpicklerObj *u, Value file)
{
    Value read = VALUE_NULL, readline = VALUE_NULL, peek, readinto;
    if (attr_lookup(vm, file, "peek", &peek) < 0)
        return -1;
    value_set_steal(vm, &u->peek, peek);
    if (attr_lookup(vm, file, "readinto", &readinto) < 0)
        return -1;
    value_set_steal(vm, &u->readinto, readinto);
    if (attr_lookup(vm, file, "read", &read) < 0 ||
        attr_lookup(vm, file, "readline", &readline) < 0 || !read || !readline) {
        if (!error_occurred(vm))
            error_set(vm, EXC_TypeError,
                      "file must have 'read' and 'readline' attributes");
        value_xdecref(vm, read);
        value_xdecref(vm, readline);
        return -1;
    }
    value_set_steal(vm, &u->read, read);
    value_set_steal(vm, &u->readline, readline);
    return 0;
}

/* ---- the memo -------------------------------------------------------------------- */

/* An index that is far beyond what is there goes into a dict: a pickle of a few bytes
 * takes no memory for it. */
static bool is_sparse(const UnpicklerObj *u, int64_t index)
{
    return index >= u->memo_room && index > 2 * u->memo_count + 4096;
}

static int put_sparse(MinipyVM *vm, UnpicklerObj *u, int64_t index, Value v)
{
    Value key = int_new(vm, index);
    if (!u->sparse)
        u->sparse = dict_new(vm);
    int r = key && u->sparse ? dict_set(vm, u->sparse, key, v) : -1;
    value_xdecref(vm, key);
    return r;
}

int unpickler_memo_put(MinipyVM *vm, UnpicklerObj *u, int64_t index, Value v)
{
    if (unlikely(is_sparse(u, index)))
        return put_sparse(vm, u, index, v);
    if (index >= u->memo_room) {
        int64_t room = index * 2 + 32;
        Value *memo = mem_realloc_array(vm, u->memo, (size_t)room, sizeof *memo);
        if (!memo)
            return -1;
        memset(memo + u->memo_room, 0, (size_t)(room - u->memo_room) * sizeof *memo);
        u->memo = memo;
        u->memo_room = room;
    }
    u->memo_count += !u->memo[index];
    value_set_steal(vm, &u->memo[index], value_incref(v));
    return 0;
}

Value unpickler_memo_get_borrow(MinipyVM *vm, UnpicklerObj *u, int64_t index)
{
    if (index < u->memo_room && u->memo[index])
        return u->memo[index];
    Value key = u->sparse ? int_new(vm, index) : VALUE_NULL;
    Value v = key ? dict_get_borrow(vm, u->sparse, key) : VALUE_NULL;
    value_xdecref(vm, key);
    return v;
}

static void unpickler_memo_clear(MinipyVM *vm, UnpicklerObj *u)
{
    Value *memo = u->memo;
    int64_t room = u->memo_room;
    u->memo = NULL;
    u->memo_room = u->memo_count = 0;
    values_xdecref(vm, memo, room);
    mem_free(vm, memo);
    value_clear(vm, &u->sparse);
}

/* ---- classes --------------------------------------------------------------------- */

/* A dotted name of a module: its AttributeError names the whole. */
static Value dotted_attribute(MinipyVM *vm, Value module, Value name)
{
    Value path = pickle_dotted_path(vm, module, name);
    Value v = path ? pickle_deep_attribute(vm, module, path, NULL) : VALUE_NULL;
    value_xdecref(vm, path);
    if (!v && !error_occurred(vm))
        error_set(vm, EXC_AttributeError, "Can't get attribute %R on %R", name, module);
    return v;
}

static Value find_global(MinipyVM *vm, UnpicklerObj *u, Value module_name, Value name)
{
    const char *text =
        value_is_str(module_name) ? str_utf8(vm, module_name, NULL) : NULL;
    if (!text)
        return error_occurred(vm)
                   ? VALUE_NULL
                   : error_set(vm, EXC_TypeError, "module name must be a string");
    Value module = import_module(vm, text), v = VALUE_NULL;
    if (module && !value_is_str(name))
        error_set(vm, EXC_TypeError, "attribute name must be string, not '%T'", name);
    else if (module && u->protocol >= 4)
        v = dotted_attribute(vm, module, name);
    else if (module && object_lookup_attr(vm, module, name, &v) == 0)
        error_set(vm, EXC_AttributeError, "Can't get attribute %R on %R", name, module);
    value_xdecref(vm, module);
    return v;
}

Value unpickler_find_class(MinipyVM *vm, Value self, Value module, Value name)
{
    UnpicklerObj *u = UNPICKLER(self);
    if (audit(vm, "pickle.find_class", 2, module, name) < 0)
        return VALUE_NULL;
    value_incref(module);
    value_incref(name);
    Value r = VALUE_NULL;
    if (u->protocol >= 3 || !u->fix_imports ||
        pickle_rename(vm, "NAME_MAPPING", "IMPORT_MAPPING", &module, &name) == 0)
        r = find_global(vm, u, module, name);
    value_decref(vm, module);
    value_decref(vm, name);
    return r;
}

/* ---- setting up ------------------------------------------------------------------ */

/* A copy of a text argument, or of what stands for it. NULL: exception. */
static char *text_copy(MinipyVM *vm, Value v, const char *function, const char *which,
                       const char *otherwise)
{
    if (v && !value_is_str(v)) {
        arg_type_error(vm, function, which, "str", v);
        return NULL;
    }
    const char *text = v ? str_cstr(vm, v) : otherwise;
    return text ? mem_strdup(vm, text) : NULL;
}

int unpickler_setup(MinipyVM *vm, UnpicklerObj *u, const char *function,
                    Value fix_imports, Value encoding, Value errors, Value buffers)
{
    int fix = fix_imports ? object_is_true(vm, fix_imports) : 1;
    char *e = fix < 0 ? NULL : text_copy(vm, encoding, function, "encoding", "ASCII");
    char *how = e ? text_copy(vm, errors, function, "errors", "strict") : NULL;
    if (!how) {
        mem_free(vm, e);
        return -1;
    }
    mem_free(vm, u->encoding);
    mem_free(vm, u->errors);
    u->encoding = e;
    u->errors = how;
    u->fix_imports = fix;
    u->protocol = 0;
    value_clear(vm, &u->buffers);
    if (!buffers || buffers == VALUE_NONE)
        return 0;
    u->buffers = object_iter(vm, buffers);
    return u->buffers ? 0 : -1;
}

static int find_overrides(MinipyVM *vm, Value self)
{
    UnpicklerObj *u = UNPICKLER(self);
    Value v;
    if (!(u->ob.type->flags & TYPE_HEAP))
        return 0;
    int found = attr_lookup(vm, self, "persistent_load", &v);
    value_set_steal(vm, &u->persistent_load, found > 0 ? v : VALUE_NULL);
    return found < 0 ? -1 : 0;
}

static Value unpickler_new(NEW_ARGS)
{
    return object_alloc_value(vm, cls);
}

static bool is_running(MinipyVM *vm, UnpicklerObj *u)
{
    if (u->running)
        error_set(vm, EXC_RuntimeError, "the Unpickler is loading already");
    return u->running;
}

INIT(unpickler_init, 5, "Unpickler",
     "(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())")
{
    UnpicklerObj *u = UNPICKLER(self);
    if (is_running(vm, u))
        return -1;
    unpickler_memo_clear(vm, u);
    u->in_size = u->in_at = 0;
    value_clear(vm, &u->input_owner);
    return unpickler_set_file(vm, u, given[0]) < 0 ||
                   unpickler_setup(vm, u, "Unpickler", given[1], given[2], given[3],
                                   given[4]) < 0 ||
                   find_overrides(vm, self) < 0
               ? -1
               : 0;
}

FN(unpickler_load_method)
{
    UnpicklerObj *u = UNPICKLER(self);
    if (!u->read || !u->encoding)
        return module_error(vm, &unpickling_error,
                            "Unpickler.__init__() was not called by %T.__init__()",
                            self);
    if (is_running(vm, u))
        return VALUE_NULL;
    return unpickler_load(vm, self);
}

FN(unpickler_find_class_method)
{
    return unpickler_find_class(vm, self, args[0], args[1]);
}

FN(unpickler_sizeof)
{
    UnpicklerObj *u = UNPICKLER(self);
    return int_new(vm, (int64_t)sizeof *u + (u->memo_room + u->room) * 8 +
                           type_added_size(self));
}

/* ---- life ------------------------------------------------------------------------ */

static void unpickler_clear(MinipyVM *vm, Object *o)
{
    UnpicklerObj *u = (UnpicklerObj *)o;
    object_values_release(vm, o);
    unpickler_memo_clear(vm, u);
    value_clear(vm, &u->input_owner);
    while (u->size)
        value_decref(vm, u->stack[--u->size]);
    if (u->view.obj)
        buffer_release(vm, &u->view);
    u->view.obj = VALUE_NULL;
}

static void unpickler_dealloc(MinipyVM *vm, Object *o)
{
    UnpicklerObj *u = (UnpicklerObj *)o;
    unpickler_clear(vm, o);
    mem_free(vm, u->stack);
    mem_free(vm, u->marks);
    mem_free(vm, u->encoding);
    mem_free(vm, u->errors);
}

static int unpickler_traverse(Object *o, VisitFn visit, void *arg)
{
    UnpicklerObj *u = (UnpicklerObj *)o;
    int r = object_values_visit(o, visit, arg);
    if (r)
        return r;
    for (int64_t i = 0; i < u->size; i++)
        GC_VISIT(u->stack[i]);
    for (int64_t i = 0; i < u->memo_room; i++)
        GC_VISIT(u->memo[i]);
    GC_VISIT(u->input_owner);
    GC_VISIT(u->view.obj);
    return 0;
}

/* ---- the memo as an attribute ---------------------------------------------------- */

typedef struct ProxyObj {
    Object ob;
    Value unpickler;
} ProxyObj;
#define PROXY(v) ((ProxyObj *)(uintptr_t)(v))

GETTER(memo_get)
{
    TypeObj *t = module_type_made_borrow(vm, &unpickler_memo_spec);
    Value own = value_incref(self);
    return t ? object_of_steal(vm, t, &own, 1) : (value_decref(vm, own), VALUE_NULL);
}

FN(proxy_clear)
{
    unpickler_memo_clear(vm, UNPICKLER(PROXY(self)->unpickler));
    return VALUE_NONE;
}

/* {index: object} */
static Value memo_dict(MinipyVM *vm, UnpicklerObj *u)
{
    Value dict = u->sparse ? dict_copy(vm, u->sparse) : dict_new(vm);
    for (int64_t i = 0; dict && i < u->memo_room; i++)
        if (u->memo[i] && dict_set(vm, dict, value_from_imm(i), u->memo[i]) < 0)
            value_clear(vm, &dict);
    return dict;
}

FN(proxy_copy)
{
    return memo_dict(vm, UNPICKLER(PROXY(self)->unpickler));
}

FN(proxy_reduce)
{
    return pickle_memo_reduce(vm, proxy_copy(vm, self, NULL, 0, VALUE_NULL));
}

/* What a dict has is put into the memo. */
static int memo_add_dict(MinipyVM *vm, UnpicklerObj *u, Value dict)
{
    Value key, v;
    for (int64_t pos = 0, index; dict_next(dict, &pos, &key, &v);) {
        if (!value_is_int(key))
            return error_set(vm, EXC_TypeError, "memo key must be integers"), -1;
        if (!arg_ssize(vm, key, &index))
            return -1;
        if (index < 0)
            return error_set(vm, EXC_ValueError, "memo key must be positive integers."),
                   -1;
        if (unpickler_memo_put(vm, u, index, v) < 0)
            return -1;
    }
    return 0;
}

static int memo_set_proxy(MinipyVM *vm, UnpicklerObj *u, Value proxy)
{
    Value dict = memo_dict(vm, UNPICKLER(PROXY(proxy)->unpickler));
    if (!dict)
        return -1;
    unpickler_memo_clear(vm, u);
    int r = memo_add_dict(vm, u, dict);
    value_decref(vm, dict);
    return r;
}

/* CPython puts a dict's entries into the memo that it then throws away: a memo set by a
 * dict is empty. */
static int memo_set_dict(MinipyVM *vm, UnpicklerObj *u, Value dict)
{
    value_incref(dict);
    int r = memo_add_dict(vm, u, dict);
    value_decref(vm, dict);
    if (r == 0)
        unpickler_memo_clear(vm, u);
    return r;
}

SETTER(memo_set)
{
    if (!value)
        return error_set(vm, EXC_TypeError, "attribute deletion is not supported"), -1;
    if (value_is_of(value, &unpickler_memo_spec))
        return memo_set_proxy(vm, UNPICKLER(self), value);
    if (value_is_dict(value))
        return memo_set_dict(vm, UNPICKLER(self), value);
    error_set(vm, EXC_TypeError,
              "'memo' attribute must be an UnpicklerMemoProxy object or dict, not %T",
              value);
    return -1;
}

static METHODS(proxy_methods,
    {"clear", proxy_clear, 0, "($self, /)", "Remove all items from memo."},
    {"copy", proxy_copy, 0, "($self, /)", "Copy the memo to a new object."},
    {"__reduce__", proxy_reduce, 0, "($self, /)", "Implement pickling support."},
);
TYPE_SPEC(unpickler_memo_spec,
    .name = "_pickle.UnpicklerMemoProxy",
    .flags = TYPE_GC | TYPE_CLEARS | TYPE_BASE | TYPE_NO_NEW, .basicsize = sizeof(ProxyObj), .values = 1,
    .slots = {.getattro = object_generic_getattr, .setattro = object_generic_setattr, .hash = object_hash_not_implemented},
    .methods = proxy_methods,
);

GETTER(persistent_load_get)
{
    return pickle_hook_get(vm, UNPICKLER(self)->persistent_load, "persistent_load");
}

SETTER(persistent_load_set)
{
    return pickle_hook_set(vm, &UNPICKLER(self)->persistent_load, value,
                           "persistent_load");
}

static METHODS(unpickler_methods,
    {"load", unpickler_load_method, 0, "($self, /)", "Load a pickle.\n\n"
     "Reads one object from the file given in the constructor."},
    {"find_class", unpickler_find_class_method, 0, "($self, module_name, global_name, /)",
     "Return an object from a specified module.\n\n"
     "Called for each class and function that a pickle names; subclasses may refuse some."},
    {"__sizeof__", unpickler_sizeof, 0, "($self, /)", "Returns size in memory, in bytes."},
);
static GETSETS(unpickler_getsets,
    GETS_SETS("memo", memo_get, memo_set),
    GETS_SETS("persistent_load", persistent_load_get, persistent_load_set),
);
TYPE_SPEC(unpickler_spec,
    .name = "_pickle.Unpickler",
    .doc = "Unpickler(file, *, fix_imports=True, encoding='ASCII', errors='strict',\n          buffers=())\n--\n\n"
           "Reads pickles from a file, an object with read(size) and readline().\n\n"
           "fix_imports: names that Python 2 had are those of today. encoding, errors: how its 8-bit strings become "
           "str.\nbuffers: what buffer_callback was given, in the same order.",
    .flags = TYPE_GC | TYPE_BASE, .basicsize = sizeof(UnpicklerObj), .values = UNPICKLER_VALUES,
    .dealloc = unpickler_dealloc, .traverse = unpickler_traverse, .clear = unpickler_clear,
    .slots = {.new_ = unpickler_new, .init = unpickler_init},
    .methods = unpickler_methods, .getsets = unpickler_getsets,
);
