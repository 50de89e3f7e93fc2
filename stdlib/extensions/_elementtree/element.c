/* element.c - the class Element: how one is made, and its attributes. One without
 * attributes has no dict until somebody asks for it.
 */
#include "elementtree.h"

/* ---- making elements ------------------------------------------------------------- */

MinipyValue element_new(MinipyVM *vm, MinipyValue tag, MinipyValue attrib)
{
    State *s = state_of(vm);
    Element *e = NULL;
    MinipyValue v =
        s ? minipy_instance(vm, s->element, (void **)(void *)&e) : MINIPY_NULL;
    if (v) {
        e->tag = ref(tag);
        e->attrib = attrib ? ref(attrib) : MINIPY_NULL;
        e->plain = true;
    }
    return v;
}

Element *element_if_plain(MinipyVM *vm, MinipyValue v)
{
    Element *e = data_if(vm, v, &element_type);
    return e && e->plain ? e : NULL;
}

MinipyValue dict_copied(MinipyVM *vm, MinipyValue dict)
{
    State *s = state_of(vm);
    if (s && class_of(dict) == s->dict && minipy_length(vm, dict) == 0)
        return minipy_dict(vm);
    return s ? minipy_call(vm, s->dict_copy, &dict, 1) : MINIPY_NULL;
}

/* A new dict of both; extra may be MINIPY_NULL. */
static MinipyValue attributes(MinipyVM *vm, MinipyValue attrib, MinipyValue extra)
{
    MinipyValue dict = dict_copied(vm, attrib);
    if (!dict || !extra)
        return dict;
    MinipyValue done = minipy_call_method(vm, dict, "update", &extra, 1);
    if (!done)
        replace(vm, &dict, MINIPY_NULL);
    unref(vm, done);
    return dict;
}

/* Of a call without a dict of attributes: what its keywords say, attrib among them. The
 * dict of the keywords is nobody else's. */
static MinipyValue named_attributes(MinipyVM *vm, MinipyValue more)
{
    MinipyValue key = minipy_str(vm, "attrib", 6), r = MINIPY_NULL;
    MinipyValue named = key ? minipy_dict_get(vm, more, key) : MINIPY_NULL;
    if (named && minipy_kind(named) != MINIPY_IS_DICT)
        minipy_raisef(vm, "TypeError", "attrib must be dict, not %.100s",
                      minipy_type_name(vm, named));
    else if (named && minipy_delitem(vm, more, key) == 0)
        r = attributes(vm, named, more);
    else if (!minipy_error_occurred(vm))
        r = ref(more);
    unref(vm, named);
    unref(vm, key);
    return r;
}

/* What a call of `function` says about attributes in *out: the positional argument (or
 * MINIPY_NULL), else the keyword attrib, and all keywords. -1: exception. */
static int given_attributes(MinipyVM *vm, const char *which, MinipyValue attrib,
                            MinipyValue more, MinipyValue *out)
{
    *out = MINIPY_NULL;
    bool some = minipy_length(vm, more) > 0;
    if (!attrib && !some)
        return 0;
    if (attrib && minipy_kind(attrib) != MINIPY_IS_DICT)
        argument_error(vm, which, "dict", attrib);
    else
        *out = attrib ? attributes(vm, attrib, some ? more : MINIPY_NULL)
                      : named_attributes(vm, more);
    return *out ? 0 : -1;
}
/* What the call `function` got by position: from..most items in *out, borrowed from the
 * tuple, MINIPY_NULL in those that were not given; else TypeError. */
static bool positional(MinipyVM *vm, const char *function, MinipyValue tuple,
                       size_t least, size_t most, MinipyValue *out)
{
    size_t n;
    const MinipyValue *items = minipy_items(vm, tuple, &n);
    if (!items)
        return false;
    for (size_t i = 0; i < most; i++)
        out[i] = i < n ? items[i] : MINIPY_NULL;
    if (n >= least && n <= most)
        return true;
    size_t wanted = n < least ? least : most;
    minipy_raisef(vm, "TypeError", "%s() takes at %s %zu argument%s (%zu given)",
                  function, n < least ? "least" : "most", wanted,
                  wanted == 1 ? "" : "s", n);
    return false;
}

/* __init__(self, /, *args, **kwargs): (tag, attrib={}, **extra) */
static METHOD(element_init)
{
    Element *e = user;
    MinipyValue given[2], attrib;
    if (!positional(vm, "Element", args[1], 1, 2, given) ||
        given_attributes(vm, "Element() argument 2", given[1], args[2], &attrib) < 0)
        return MINIPY_NULL;
    replace(vm, &e->tag, ref(given[0]));
    replace(vm, &e->attrib, attrib);
    replace(vm, &e->text, MINIPY_NULL);
    replace(vm, &e->tail, MINIPY_NULL);
    return minipy_none();
}

METHOD(sub_element)
{
    MinipyValue given[3], attrib;
    if (!positional(vm, "SubElement", args[0], 2, 3, given))
        return MINIPY_NULL;
    MinipyValue parent = given[0];
    Element *e = data_if(vm, parent, &element_type);
    if (!e)
        return argument_error(vm, "SubElement() argument 1", element_type.name, parent);
    if (given_attributes(vm, "SubElement() argument 3", given[2], args[1], &attrib) < 0)
        return MINIPY_NULL;
    MinipyValue child = element_new(vm, given[1], attrib);
    unref(vm, attrib);
    if (child && element_append(vm, parent, e, child) < 0)
        replace(vm, &child, MINIPY_NULL);
    return child;
}

/* makeelement(tag, attrib) */
static METHOD(element_make)
{
    if (minipy_kind(args[2]) != MINIPY_IS_DICT)
        return argument_error(vm, "makeelement() argument 2", "dict", args[2]);
    MinipyValue attrib = attributes(vm, args[2], MINIPY_NULL);
    MinipyValue v = attrib ? element_new(vm, args[1], attrib) : MINIPY_NULL;
    unref(vm, attrib);
    return v;
}

/* ---- attributes ------------------------------------------------------------------ */

static GETTER(value_get)
{
    MinipyValue v = *(MinipyValue *)user;
    return v ? ref(v) : minipy_none();
}

static bool deleted(MinipyVM *vm, MinipyValue v)
{
    if (!v)
        minipy_raise(vm, "AttributeError", "can't delete element attribute");
    return !v;
}

static SETTER(value_set)
{
    if (deleted(vm, v))
        return -1;
    replace(vm, user, ref(v));
    return 0;
}

MinipyValue element_attrib(MinipyVM *vm, Element *e)
{
    if (!e->attrib)
        e->attrib = minipy_dict(vm);
    return e->attrib;
}

static GETTER(attrib_get)
{
    MinipyValue attrib = element_attrib(vm, user);
    return attrib ? ref(attrib) : MINIPY_NULL;
}

static SETTER(attrib_set)
{
    Element *e = user;
    if (deleted(vm, v))
        return -1;
    if (minipy_kind(v) != MINIPY_IS_DICT) {
        minipy_raisef(vm, "TypeError", "attrib must be dict, not %.200s",
                      minipy_type_name(vm, v));
        return -1;
    }
    replace(vm, &e->attrib, ref(v));
    return 0;
}

/* get(key, default=None) */
static METHOD(element_get)
{
    Element *e = user;
    MinipyValue v = e->attrib ? minipy_dict_get(vm, e->attrib, args[1]) : 0;
    if (v || minipy_error_occurred(vm))
        return v;
    return args[2] ? ref(args[2]) : minipy_none();
}

static METHOD(element_set)
{
    Element *e = user;
    MinipyValue attrib = element_attrib(vm, e);
    return attrib && minipy_setitem(vm, attrib, args[1], args[2]) == 0 ? minipy_none()
                                                                       : MINIPY_NULL;
}

static MinipyValue attrib_list(MinipyVM *vm, const Element *e, bool values)
{
    return e->attrib ? minipy_dict_list(vm, e->attrib, true, values)
                     : minipy_list(vm, NULL, 0);
}

static METHOD(element_keys)
{
    return attrib_list(vm, user, false);
}

static METHOD(element_items)
{
    return attrib_list(vm, user, true);
}

static DESTROY(element_drop)
{
    Element *e = data;
    MinipyValue *values = data;
    for (int i = 0; i < ELEMENT_VALUES; i++) {
        MinipyValue v = values[i];
        values[i] = MINIPY_NULL;
        unref(vm, v);
    }
    element_drop_children(vm, e);
}

static int element_traverse(void *data, int (*visit)(MinipyValue v, void *arg),
                            void *arg)
{
    const Element *e = data;
    int r = 0;
    for (size_t i = 0; r == 0 && i < e->count; i++)
        r = visit(e->children[i], arg);
    return r;
}

static METHOD(element_clear)
{
    Element *e = user;
    replace(vm, &e->attrib, MINIPY_NULL);
    element_drop_children(vm, e);
    replace(vm, &e->text, MINIPY_NULL);
    replace(vm, &e->tail, MINIPY_NULL);
    return minipy_none();
}

/* ---- the class ------------------------------------------------------------------- */

static METHOD(element_repr)
{
    static THREAD_LOCAL int depth;
    Element *e = user;
    if (depth > 100)
        return minipy_raisef(vm, "RuntimeError", "reentrant call inside %s.__repr__",
                             minipy_type_name(vm, args[0]));
    depth++;
    MinipyValue tag = minipy_to_repr(vm, e->tag ? e->tag : minipy_none());
    depth--;
    size_t size;
    const char *text = tag ? minipy_as_str(vm, tag, &size) : NULL;
    char *buffer = text ? malloc(size + 64) : NULL;
    MinipyValue r = MINIPY_NULL;
    if (buffer) {
        int length = snprintf(buffer, size + 64, "<Element %s at %p>", text,
                              (void *)(uintptr_t)args[0]);
        r = minipy_str(vm, buffer, (size_t)length);
    } else if (text) {
        minipy_raise(vm, "MemoryError", NULL);
    }
    free(buffer);
    unref(vm, tag);
    return r;
}

static METHOD(element_sizeof)
{
    /* As CPython's, where attributes and children are a struct apart, with the first
     * children in it. */
    enum { ALONE = 56, APART = 64 };
    const Element *e = user;
    size_t size = e->attrib || e->children ? ALONE + APART : ALONE;
    if (e->room > FIRST_ROOM)
        size += e->room * sizeof(MinipyValue);
    return minipy_int(vm, (int64_t)size);
}

/* clang-format off */
static const MinipyMethod element_methods[] = {
    DATA_ROW("__init__", element_init, "(self, /, *args, **kwargs)", NULL),
    DATA_ROW("__repr__", element_repr, "(self, /)", NULL),
    DATA_ROW("__len__", element_length, "(self, /)", NULL),
    DATA_ROW("__getitem__", element_getitem, "(self, key, /)", NULL),
    DATA_ROW("__setitem__", element_setitem, "(self, key, value, /)", NULL),
    DATA_ROW("__delitem__", element_delitem, "(self, key, /)", NULL),
    DATA_ROW("__copy__", element_copy, "(self, /)", NULL),
    DATA_ROW("__deepcopy__", element_deepcopy, "(self, memo, /)", NULL),
    DATA_ROW("__getstate__", element_getstate, "(self, /)", NULL),
    DATA_ROW("__setstate__", element_setstate, "(self, state, /)", NULL),
    DATA_ROW("__sizeof__", element_sizeof, "(self, /)", NULL),
    DATA_ROW("append", element_append_method, "(self, subelement, /)", NULL),
    DATA_ROW("extend", element_extend, "(self, elements, /)", NULL),
    DATA_ROW("insert", element_insert, "(self, index, subelement, /)", NULL),
    DATA_ROW("remove", element_remove, "(self, subelement, /)", NULL),
    DATA_ROW("clear", element_clear, "(self, /)", NULL),
    DATA_ROW("get", element_get, "(self, /, key, default=None)", NULL),
    DATA_ROW("set", element_set, "(self, key, value, /)", NULL),
    DATA_ROW("keys", element_keys, "(self, /)", NULL),
    DATA_ROW("items", element_items, "(self, /)", NULL),
    DATA_ROW("find", element_find, "(self, /, path, namespaces=None)", NULL),
    DATA_ROW("findtext", element_findtext, "(self, /, path, default=None, namespaces=None)", NULL),
    DATA_ROW("findall", element_findall, "(self, /, path, namespaces=None)", NULL),
    ROW("iterfind", element_iterfind, "(self, /, path, namespaces=None)", NULL),
    ROW("iter", element_iter, "(self, /, tag=None)", NULL),
    ROW("itertext", element_itertext, "(self, /)", NULL),
    ROW("makeelement", element_make, "(self, tag, attrib, /)", NULL),
    {0}};

#define TEXT(name_, doc_) {.name = #name_, .field = MINIPY_COMPUTED_AT, .offset = offsetof(Element, name_), .get = value_get, \
                           .set = value_set, .doc = doc_}
static const MinipyMember element_members[] = {
    TEXT(tag, "A string identifying what kind of data this element represents"),
    TEXT(text, "A string of text directly after the start tag, or None"),
    TEXT(tail, "A string of text directly after the end tag, or None"),
    {.name = "attrib", .field = MINIPY_COMPUTED_AT, .get = attrib_get, .set = attrib_set, .doc = "A dictionary containing the element's attributes"},
    {0}};
/* clang-format on */

const MinipyType element_type = {
    .name = "xml.etree.ElementTree.Element",
    .flags = MINIPY_IMMUTABLE | ITEMS_BEHIND_VALUES,
    .size = sizeof(Element),
    .values = ELEMENT_VALUES,
    .destroy = element_drop,
    .traverse = element_traverse,
    .clear = element_drop,
    .methods = element_methods,
    .members = element_members,
};
