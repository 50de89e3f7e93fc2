/* element.c - the class Element. Its children are a list of the vm's, which no program
 * sees: slices, cycles and what changes under a comparison are the list's to get right.
 * A leaf has none, nor a dict until somebody asks for its attributes.
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
        e->tag = minipy_retain(tag);
        e->attrib = attrib ? minipy_retain(attrib) : MINIPY_NULL;
        e->plain = true;
    }
    return v;
}

Element *element_if_plain(MinipyVM *vm, MinipyValue v)
{
    Element *e = data_if(vm, v, &element_type);
    return e && e->plain ? e : NULL;
}

/* A new dict of both; either may be MINIPY_NULL. */
static MinipyValue attributes(MinipyVM *vm, MinipyValue attrib, MinipyValue extra)
{
    MinipyValue dict = minipy_dict(vm);
    const MinipyValue parts[] = {attrib, extra};
    for (int i = 0; dict && i < 2; i++) {
        MinipyValue done = parts[i]
                               ? minipy_call_method(vm, dict, "update", &parts[i], 1)
                               : minipy_none();
        if (!done)
            replace(vm, &dict, MINIPY_NULL);
        minipy_release(vm, done);
    }
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
        r = minipy_retain(more);
    minipy_release(vm, named);
    minipy_release(vm, key);
    return r;
}

/* What a call of `function` says about attributes in *out: the positional argument (or
 * MINIPY_NULL), else the keyword attrib, and all keywords. -1: exception. */
static int given_attributes(MinipyVM *vm, const char *which, MinipyValue attrib,
                            MinipyValue more, MinipyValue *out)
{
    *out = MINIPY_NULL;
    bool some = minipy_length(vm, more) > 0;
    if (attrib && minipy_kind(attrib) != MINIPY_IS_DICT)
        argument_error(vm, which, "dict", attrib);
    else if (attrib)
        *out = attributes(vm, attrib, some ? more : MINIPY_NULL);
    else if (some)
        *out = named_attributes(vm, more);
    return minipy_error_occurred(vm) ? -1 : 0;
}
/* The i-th of a tuple, borrowed from it; MINIPY_NULL: it has no so many. */
static MinipyValue item(MinipyVM *vm, MinipyValue tuple, size_t i)
{
    size_t n;
    const MinipyValue *items = minipy_items(vm, tuple, &n);
    return items && i < n ? items[i] : MINIPY_NULL;
}

/* Whether a call has from..most arguments; else TypeError. */
static bool count_is(MinipyVM *vm, const char *function, int64_t n, int least, int most)
{
    if (n >= least && n <= most)
        return true;
    int wanted = n < least ? least : most;
    minipy_raisef(vm, "TypeError", "%s() takes at %s %d argument%s (%lld given)",
                  function, n < least ? "least" : "most", wanted,
                  wanted == 1 ? "" : "s", (long long)n);
    return false;
}

/* __init__(self, /, *args, **kwargs): (tag, attrib={}, **extra) */
static METHOD(element_init)
{
    Element *e = user;
    if (!count_is(vm, "Element", minipy_length(vm, args[1]), 1, 2))
        return MINIPY_NULL;
    MinipyValue attrib;
    if (given_attributes(vm, "Element() argument 2", item(vm, args[1], 1), args[2],
                         &attrib) < 0)
        return MINIPY_NULL;
    replace(vm, &e->tag, minipy_retain(item(vm, args[1], 0)));
    replace(vm, &e->attrib, attrib);
    replace(vm, &e->text, MINIPY_NULL);
    replace(vm, &e->tail, MINIPY_NULL);
    return minipy_none();
}

static int add_child(MinipyVM *vm, Element *e, MinipyValue child);

METHOD(sub_element)
{
    static const char *const first = "SubElement() argument 1";
    if (!count_is(vm, "SubElement", minipy_length(vm, args[0]), 2, 3))
        return MINIPY_NULL;
    MinipyValue parent = item(vm, args[0], 0);
    Element *e = data_if(vm, parent, &element_type);
    if (!e)
        return argument_error(vm, first, element_type.name, parent);
    MinipyValue attrib;
    if (given_attributes(vm, "SubElement() argument 3", item(vm, args[0], 2), args[1],
                         &attrib) < 0)
        return MINIPY_NULL;
    MinipyValue child = element_new(vm, item(vm, args[0], 1), attrib);
    minipy_release(vm, attrib);
    if (child && add_child(vm, e, child) < 0)
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
    minipy_release(vm, attrib);
    return v;
}

/* ---- attributes ------------------------------------------------------------------ */

static GETTER(value_get)
{
    MinipyValue v = *(MinipyValue *)user;
    return v ? minipy_retain(v) : minipy_none();
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
    replace(vm, user, minipy_retain(v));
    return 0;
}

/* Its dict, borrowed, made now if there was none; MINIPY_NULL: exception. */
static MinipyValue attrib_of(MinipyVM *vm, Element *e)
{
    if (!e->attrib)
        e->attrib = minipy_dict(vm);
    return e->attrib;
}

static GETTER(attrib_get)
{
    MinipyValue attrib = attrib_of(vm, user);
    return attrib ? minipy_retain(attrib) : MINIPY_NULL;
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
    replace(vm, &e->attrib, minipy_retain(v));
    return 0;
}

/* get(key, default=None) */
static METHOD(element_get)
{
    Element *e = user;
    MinipyValue v = e->attrib ? minipy_dict_get(vm, e->attrib, args[1]) : 0;
    if (v || minipy_error_occurred(vm))
        return v;
    return args[2] ? minipy_retain(args[2]) : minipy_none();
}

static METHOD(element_set)
{
    Element *e = user;
    MinipyValue attrib = attrib_of(vm, e);
    return attrib && minipy_setitem(vm, attrib, args[1], args[2]) == 0 ? minipy_none()
                                                                       : MINIPY_NULL;
}

/* A key, or with its value a tuple, new: what a collection runs may take them out of
 * the dict. */
static MinipyValue shown(MinipyVM *vm, MinipyValue key, MinipyValue value, bool pairs)
{
    minipy_retain(key);
    return pairs ? TUPLE(vm, key, minipy_retain(value)) : key;
}

/* Puts what was made, which is given back, behind the list, which is made of the first.
 * -1: exception. */
static int put_made(MinipyVM *vm, MinipyValue *list, const MinipyValue *made, size_t n)
{
    int r = 0;
    bool first = !*list;
    if (first)
        r = (*list = minipy_list(vm, made, n)) ? 0 : -1;
    for (size_t i = 0; i < n; i++) {
        if (!first && r == 0)
            r = minipy_list_append(vm, *list, made[i]);
        minipy_release(vm, made[i]);
    }
    return r;
}

/* keys(), items(): with user pairs. */
static METHOD(element_view)
{
    enum { AT_ONCE = 16 };
    Element *e = minipy_data(vm, args[0], &element_type);
    MinipyValue made[AT_ONCE], list = MINIPY_NULL, key, value;
    size_t count = 0;
    int r = e ? 0 : -1;
    for (size_t pos = 0; r == 0 && e->attrib &&
                         minipy_dict_next(vm, e->attrib, &pos, &key, &value) > 0;) {
        made[count] = shown(vm, key, value, user);
        r = made[count] ? 0 : -1;
        count += r == 0;
        if (count == AT_ONCE) {
            r = put_made(vm, &list, made, count);
            count = 0;
        }
    }
    if (r == 0 && (count || !list))
        r = put_made(vm, &list, made, count);
    else
        while (count)
            minipy_release(vm, made[--count]);
    if (r < 0)
        replace(vm, &list, MINIPY_NULL);
    return list;
}

/* ---- children -------------------------------------------------------------------- */

/* Borrowed, made now if there was none; MINIPY_NULL: exception. */
static MinipyValue children_of(MinipyVM *vm, Element *e)
{
    if (!e->children)
        e->children = minipy_list(vm, NULL, 0);
    return e->children;
}

/* The element itself, if that is what v is; else TypeError. */
static bool must_be_element(MinipyVM *vm, MinipyValue v, const char *which)
{
    if (data_if(vm, v, &element_type))
        return true;
    if (which)
        argument_error(vm, which, element_type.name, v);
    else
        minipy_raisef(vm, "TypeError", "expected an Element, not \"%.200s\"",
                      minipy_type_name(vm, v));
    return false;
}

static int add_child(MinipyVM *vm, Element *e, MinipyValue child)
{
    MinipyValue children = children_of(vm, e);
    return children ? minipy_list_append(vm, children, child) : -1;
}

int element_append(MinipyVM *vm, Element *e, MinipyValue child)
{
    return must_be_element(vm, child, NULL) ? add_child(vm, e, child) : -1;
}

static METHOD(element_append_method)
{
    Element *e = user;
    return must_be_element(vm, args[1], "append() argument") &&
                   add_child(vm, e, args[1]) == 0
               ? minipy_none()
               : MINIPY_NULL;
}

/* A list of the elements that v has; MINIPY_NULL: exception. */
static MinipyValue element_list(MinipyVM *vm, MinipyValue v)
{
    MinipyValue list = minipy_list(vm, NULL, 0);
    MinipyValue iter = list ? minipy_iter(vm, v) : MINIPY_NULL;
    MinipyValue done =
        iter ? minipy_call_method(vm, list, "extend", &iter, 1) : MINIPY_NULL;
    if (!iter && minipy_error_matches(vm, "TypeError"))
        minipy_raisef(vm, "TypeError", "expected sequence, not \"%.200s\"",
                      minipy_type_name(vm, v));
    int64_t count = done ? minipy_length(vm, list) : 0;
    for (int64_t i = 0; i < count; i++) {
        MinipyValue one = minipy_getitem_at(vm, list, i);
        bool good = one && must_be_element(vm, one, NULL);
        minipy_release(vm, one);
        if (!good)
            break;
    }
    minipy_release(vm, done);
    minipy_release(vm, iter);
    if (list && minipy_error_occurred(vm))
        replace(vm, &list, MINIPY_NULL);
    return list;
}

static METHOD(element_extend)
{
    Element *e = user;
    MinipyValue list = element_list(vm, args[1]);
    MinipyValue children = list ? children_of(vm, e) : MINIPY_NULL;
    MinipyValue r =
        children ? minipy_call_method(vm, children, "extend", &list, 1) : MINIPY_NULL;
    minipy_release(vm, list);
    return r;
}

static METHOD(element_insert)
{
    int64_t index;
    Element *e = user;
    if (as_size(vm, args[1], &index) < 0 ||
        !must_be_element(vm, args[2], "insert() argument 2"))
        return MINIPY_NULL;
    MinipyValue children = children_of(vm, e);
    return children ? minipy_call_method(vm, children, "insert", args + 1, 2)
                    : MINIPY_NULL;
}

static METHOD(element_remove)
{
    Element *e = user;
    if (!must_be_element(vm, args[1], "remove() argument"))
        return MINIPY_NULL;
    size_t count, i = 0;
    const MinipyValue *items = element_children(vm, e, &count);
    while (i < count && items[i] != args[1])
        i++;
    if (i < count) {
        MinipyValue index = minipy_int(vm, (int64_t)i);
        return minipy_delitem(vm, e->children, index) == 0 ? minipy_none()
                                                           : MINIPY_NULL;
    }
    MinipyValue children = children_of(vm, e); /* or one that says it is equal */
    return children ? minipy_call_method(vm, children, "remove", args + 1, 1)
                    : MINIPY_NULL;
}

static METHOD(element_clear)
{
    Element *e = user;
    replace(vm, &e->children, MINIPY_NULL);
    replace(vm, &e->attrib, MINIPY_NULL);
    replace(vm, &e->text, MINIPY_NULL);
    replace(vm, &e->tail, MINIPY_NULL);
    return minipy_none();
}

/* ---- children as a sequence ------------------------------------------------------ */

static METHOD(element_length)
{
    Element *e = user;
    size_t count;
    element_children(vm, e, &count);
    return minipy_int(vm, (int64_t)count);
}

typedef enum { NO_INDEX, NUMBER, SLICE } Index;

/* What kind of index; NO_INDEX: TypeError. */
static Index index_kind(MinipyVM *vm, MinipyValue index)
{
    MinipyKind kind = minipy_kind(index);
    if (kind == MINIPY_IS_INT || kind == MINIPY_IS_BOOL)
        return NUMBER;
    if (strcmp(minipy_type_name(vm, index), "slice") == 0)
        return SLICE;
    MinipyValue method = minipy_lookup_attr(vm, index, "__index__");
    minipy_release(vm, method);
    if (method)
        return NUMBER;
    if (!minipy_error_occurred(vm))
        minipy_raise(vm, "TypeError", "element indices must be integers");
    return NO_INDEX;
}

/* The list's IndexError in Element's words. */
static void reword_index_error(MinipyVM *vm, const char *text)
{
    if (minipy_error_matches(vm, "IndexError"))
        minipy_raise(vm, "IndexError", text);
}

/* The index as an int or a slice: what makes it one runs before the children are looked
 * at, which it may take away. */
static MinipyValue plain_index(MinipyVM *vm, MinipyValue index)
{
    int64_t i;
    Index kind = index_kind(vm, index);
    if (kind == NO_INDEX)
        return MINIPY_NULL;
    if (kind == SLICE)
        return minipy_retain(index);
    if (minipy_as_int(vm, index, &i) == 0)
        return minipy_int(vm, i);
    if (minipy_error_matches(vm, "OverflowError"))
        minipy_raisef(vm, "IndexError", "cannot fit '%s' into an index-sized integer",
                      minipy_type_name(vm, index));
    return MINIPY_NULL;
}

static METHOD(element_getitem)
{
    Element *e = user;
    if (e->children && minipy_kind(args[1]) == MINIPY_IS_INT) {
        MinipyValue v = minipy_getitem(vm, e->children, args[1]);
        if (v)
            return v;
        minipy_error_clear(vm); /* which it is, is said below */
    }
    MinipyValue index = plain_index(vm, args[1]);
    MinipyValue children = index ? children_of(vm, e) : MINIPY_NULL;
    MinipyValue v = children ? minipy_getitem(vm, children, index) : MINIPY_NULL;
    if (!v && children)
        reword_index_error(vm, "child index out of range");
    minipy_release(vm, index);
    return v;
}

/* Is it the number of a child, from either end? Else IndexError. */
static bool is_there(MinipyVM *vm, Element *e, MinipyValue index)
{
    int64_t i;
    size_t count;
    if (minipy_as_int(vm, index, &i) < 0)
        return false;
    element_children(vm, e, &count);
    if (i < (int64_t)count && i >= -(int64_t)count)
        return true;
    minipy_raise(vm, "IndexError", "child assignment index out of range");
    return false;
}

static METHOD(element_setitem)
{
    Element *e = user;
    MinipyValue index = plain_index(vm, args[1]), v = MINIPY_NULL;
    if (index && minipy_kind(index) != MINIPY_IS_INT)
        v = element_list(vm, args[2]);
    else if (index && is_there(vm, e, index) && must_be_element(vm, args[2], NULL))
        v = minipy_retain(args[2]);
    MinipyValue children = v ? children_of(vm, e) : MINIPY_NULL;
    int r = children ? minipy_setitem(vm, children, index, v) : -1;
    minipy_release(vm, v);
    minipy_release(vm, index);
    if (r < 0 && children)
        reword_index_error(vm, "child assignment index out of range");
    return r < 0 ? MINIPY_NULL : minipy_none();
}

static METHOD(element_delitem)
{
    Element *e = user;
    MinipyValue index = plain_index(vm, args[1]);
    MinipyValue children = index ? children_of(vm, e) : MINIPY_NULL;
    int r = children ? minipy_delitem(vm, children, index) : -1;
    minipy_release(vm, index);
    if (r < 0 && children)
        reword_index_error(vm, "child assignment index out of range");
    return r < 0 ? MINIPY_NULL : minipy_none();
}

/* ---- copies ---------------------------------------------------------------------- */

static MinipyValue or_null(MinipyValue v)
{
    return v ? minipy_retain(v) : MINIPY_NULL;
}

static METHOD(element_copy)
{
    Element *e = user, *copy;
    MinipyValue v = element_new(vm, e->tag ? e->tag : minipy_none(), e->attrib);
    if (!v)
        return MINIPY_NULL;
    copy = minipy_data(vm, v, &element_type);
    copy->text = or_null(e->text);
    copy->tail = or_null(e->tail);
    if (e->children) {
        copy->children = minipy_call_method(vm, e->children, "copy", NULL, 0);
        if (!copy->children)
            replace(vm, &v, MINIPY_NULL);
    }
    return v;
}

/* copy.deepcopy(v, memo) in *to; what has no parts is itself. -1: exception. */
static int copy_deeply(MinipyVM *vm, MinipyValue v, MinipyValue memo, MinipyValue *to)
{
    MinipyKind kind = minipy_kind(v);
    if (kind <= MINIPY_IS_NONE || kind == MINIPY_IS_STR) {
        replace(vm, to, or_null(v));
        return 0;
    }
    State *s = state_of(vm);
    const MinipyValue args[] = {v, memo};
    MinipyValue copy = s ? minipy_call(vm, s->deepcopy, args, 2) : MINIPY_NULL;
    if (!copy)
        return -1;
    replace(vm, to, copy);
    return 0;
}

static METHOD(element_deepcopy);

static int copy_children(MinipyVM *vm, MinipyValue self, Element *e, Element *copy,
                         MinipyValue memo)
{
    const MinipyValue *children;
    size_t count;
    for (size_t i = 0; (children = element_children(vm, e, &count)) && i < count; i++) {
        MinipyValue child = minipy_retain(children[i]), to = MINIPY_NULL;
        const MinipyValue args[] = {child, memo};
        if (element_if_plain(vm, child))
            to = element_deepcopy(vm, element_of_child(child, self, e), args, 2);
        else
            copy_deeply(vm, child, memo, &to);
        int r = to ? element_append(vm, copy, to) : -1;
        minipy_release(vm, child);
        minipy_release(vm, to);
        if (r < 0)
            return -1;
    }
    return minipy_error_occurred(vm) ? -1 : 0;
}

/* memo[id(self)] = copy */
static int remember(MinipyVM *vm, MinipyValue memo, MinipyValue self, MinipyValue copy)
{
    MinipyValue key = minipy_int(vm, (int64_t)self);
    int r = key ? minipy_setitem(vm, memo, key, copy) : -1;
    minipy_release(vm, key);
    return r;
}

/* How deep a tree is copied, each level a C call or more; Python's own recursion would
 * end there, too. */
enum { COPY_DEPTH = 5000 };

static METHOD(element_deepcopy)
{
    static THREAD_LOCAL int depth;
    Element *e = user, *copy;
    if (minipy_kind(args[1]) != MINIPY_IS_DICT)
        return argument_error(vm, "__deepcopy__() argument", "dict", args[1]);
    if (depth > COPY_DEPTH)
        return minipy_raise(vm, "RecursionError", "maximum recursion depth exceeded");
    MinipyValue v = element_new(vm, minipy_none(), MINIPY_NULL);
    if (!v)
        return MINIPY_NULL;
    depth++;
    copy = minipy_data(vm, v, &element_type);
    if (copy_deeply(vm, e->tag, args[1], &copy->tag) < 0 ||
        copy_deeply(vm, e->attrib, args[1], &copy->attrib) < 0 ||
        copy_deeply(vm, e->text, args[1], &copy->text) < 0 ||
        copy_deeply(vm, e->tail, args[1], &copy->tail) < 0 ||
        copy_children(vm, args[0], e, copy, args[1]) < 0 ||
        remember(vm, args[1], args[0], v) < 0)
        replace(vm, &v, MINIPY_NULL);
    depth--;
    return v;
}

/* ---- state ----------------------------------------------------------------------- */

/* The key is a string of its own in each state, as in CPython, which pickles show. */
static int state_put(MinipyVM *vm, MinipyValue dict, const char *key, MinipyValue v)
{
    MinipyValue name = minipy_str(vm, key, strlen(key));
    int r = name ? minipy_setitem(vm, dict, name, v ? v : minipy_none()) : -1;
    minipy_release(vm, name);
    return r;
}

static METHOD(element_getstate)
{
    Element *e = user;
    MinipyValue attrib = attrib_of(vm, e);
    MinipyValue children = attrib ? children_of(vm, e) : MINIPY_NULL;
    MinipyValue list =
        children ? minipy_call_method(vm, children, "copy", NULL, 0) : MINIPY_NULL;
    MinipyValue dict = list ? minipy_dict(vm) : MINIPY_NULL;
    if (dict && (state_put(vm, dict, "tag", e->tag) < 0 ||
                 state_put(vm, dict, "_children", list) < 0 ||
                 state_put(vm, dict, "attrib", attrib) < 0 ||
                 state_put(vm, dict, "text", e->text) < 0 ||
                 state_put(vm, dict, "tail", e->tail) < 0))
        replace(vm, &dict, MINIPY_NULL);
    minipy_release(vm, list);
    return dict;
}

/* The value of a key in a state: new; MINIPY_NULL: there is none. */
static MinipyValue state_value(MinipyVM *vm, MinipyValue state, const char *name)
{
    MinipyValue key = minipy_str(vm, name, strlen(name));
    MinipyValue v = key ? minipy_dict_get(vm, state, key) : MINIPY_NULL;
    minipy_release(vm, key);
    return v;
}

/* Its children of a state: -1: exception. */
static int set_children(MinipyVM *vm, Element *e, MinipyValue children)
{
    if (children && minipy_kind(children) != MINIPY_IS_LIST) {
        minipy_raise(vm, "TypeError", "'_children' is not a list");
        return -1;
    }
    MinipyValue list = children ? element_list(vm, children) : MINIPY_NULL;
    if (children && !list)
        return -1;
    replace(vm, &e->children, list);
    return 0;
}

static METHOD(element_setstate)
{
    Element *e = user;
    if (minipy_kind(args[1]) != MINIPY_IS_DICT) {
        MinipyValue text = minipy_to_repr(vm, args[1]);
        if (text)
            minipy_raisef(vm, "TypeError",
                          "Don't know how to unpickle \"%.200s\" as an Element",
                          minipy_as_str(vm, text, NULL));
        minipy_release(vm, text);
        return MINIPY_NULL;
    }
    MinipyValue tag = state_value(vm, args[1], "tag");
    MinipyValue children = state_value(vm, args[1], "_children");
    MinipyValue attrib = state_value(vm, args[1], "attrib");
    if (!tag && !minipy_error_occurred(vm))
        minipy_raise(vm, "TypeError", "tag may not be NULL");
    if (!minipy_error_occurred(vm)) {
        replace(vm, &e->tag, minipy_retain(tag));
        replace(vm, &e->text, state_value(vm, args[1], "text"));
        replace(vm, &e->tail, state_value(vm, args[1], "tail"));
        if ((children || attrib) && set_children(vm, e, children) == 0)
            replace(vm, &e->attrib, or_null(attrib));
    }
    minipy_release(vm, tag);
    minipy_release(vm, children);
    minipy_release(vm, attrib);
    return minipy_error_occurred(vm) ? MINIPY_NULL : minipy_none();
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
    minipy_release(vm, tag);
    return r;
}

static METHOD(element_sizeof)
{
    Element *e = user;
    size_t count;
    element_children(vm, e, &count);
    return minipy_int(
        vm, (int64_t)(offsetof(Element, plain) + 16 + count * sizeof(MinipyValue)));
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
    {.name = "keys", .function = element_view, .signature = "(self, /)", .user = NULL},
    {.name = "items", .function = element_view, .signature = "(self, /)", .user = (void *)(uintptr_t)"pairs"},
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
    .flags = MINIPY_IMMUTABLE | FIRST_VALUE_IS_ITEMS | OR_NO_ITEMS,
    .size = sizeof(Element),
    .values = 5,
    .methods = element_methods,
    .members = element_members,
};
