/* copies.c - copies of elements, and what pickles keep of them. */
#include "elementtree.h"

/* ---- copies ---------------------------------------------------------------------- */

METHOD(element_copy)
{
    Element *e = user, *copy;
    MinipyValue v = element_new(vm, e->tag ? e->tag : minipy_none(), e->attrib);
    if (!v)
        return MINIPY_NULL;
    copy = element_of_child(v, args[0], e);
    copy->text = ref(e->text);
    copy->tail = ref(e->tail);
    if (element_copy_children(vm, copy, e) < 0)
        replace(vm, &v, MINIPY_NULL);
    return v;
}

/* Has the dict nothing but texts? */
static bool is_simple(MinipyVM *vm, const State *s, MinipyValue dict)
{
    MinipyValue key, value;
    for (size_t pos = 0; minipy_dict_next(vm, dict, &pos, &key, &value) > 0;)
        if (class_of(key) != s->str || class_of(value) != s->str)
            return false;
    return true;
}

/* copy.deepcopy(v, memo) of what is neither None nor a text. What nobody else holds
 * cannot be in the memo. */
static MinipyValue deep_copy(MinipyVM *vm, const State *s, MinipyValue v,
                             MinipyValue memo)
{
    bool alone = references(v) == 1;
    const MinipyValue args[] = {v, memo};
    MinipyValue copy;
    ref(v); /* it may be taken away meanwhile */
    if (alone && class_of(v) == s->element)
        copy = element_deepcopy(vm, minipy_data(vm, v, &element_type), args, 2);
    else if (alone && class_of(v) == s->dict && is_simple(vm, s, v))
        copy = dict_copied(vm, v);
    else
        copy = minipy_call(vm, s->deepcopy, args, 2);
    unref(vm, v);
    return copy;
}

/* The same of whatever an element has (MINIPY_NULL: nothing), in *to. -1: exception. */
static inline int copy_deeply(MinipyVM *vm, const State *s, MinipyValue v,
                              MinipyValue memo, MinipyValue *to)
{
    bool shared = !v || class_of(v) == s->str || minipy_is_none(v);
    MinipyValue copy = shared ? ref(v) : deep_copy(vm, s, v, memo);
    replace(vm, to, copy);
    return copy || !v ? 0 : -1;
}

static int copy_children(MinipyVM *vm, const State *s, MinipyValue self, Element *e,
                         Element *copy, MinipyValue memo)
{
    for (size_t i = 0; i < e->count; i++) {
        MinipyValue to = MINIPY_NULL;
        if (copy_deeply(vm, s, e->children[i], memo, &to) < 0)
            return -1;
        int r = element_append(vm, self, copy, to);
        unref(vm, to);
        if (r < 0)
            return -1;
    }
    return 0;
}

/* memo[id(self)] = copy */
static int remember(MinipyVM *vm, MinipyValue memo, MinipyValue self, MinipyValue copy)
{
    MinipyValue key = minipy_int(vm, (int64_t)self);
    int r = key ? minipy_setitem(vm, memo, key, copy) : -1;
    unref(vm, key);
    return r;
}

/* How deep a tree is copied, each level a C call or more; Python's own recursion would
 * end there, too. */
enum { COPY_DEPTH = 5000 };

METHOD(element_deepcopy)
{
    static THREAD_LOCAL int depth;
    Element *e = user, *copy;
    if (minipy_kind(args[1]) != MINIPY_IS_DICT)
        return argument_error(vm, "__deepcopy__() argument", "dict", args[1]);
    if (depth > COPY_DEPTH)
        return minipy_raise(vm, "RecursionError", "maximum recursion depth exceeded");
    const State *s = state_of(vm);
    MinipyValue v = s ? element_new(vm, MINIPY_NULL, MINIPY_NULL) : MINIPY_NULL;
    if (!v)
        return MINIPY_NULL;
    depth++;
    copy = element_of_child(v, args[0], e);
    if (copy_deeply(vm, s, e->tag, args[1], &copy->tag) < 0 ||
        copy_deeply(vm, s, e->attrib, args[1], &copy->attrib) < 0 ||
        copy_deeply(vm, s, e->text, args[1], &copy->text) < 0 ||
        copy_deeply(vm, s, e->tail, args[1], &copy->tail) < 0 ||
        copy_children(vm, s, args[0], e, copy, args[1]) < 0 ||
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
    unref(vm, name);
    return r;
}

METHOD(element_getstate)
{
    Element *e = user;
    MinipyValue attrib = element_attrib(vm, e);
    MinipyValue list = attrib ? element_children_list(vm, e) : MINIPY_NULL;
    MinipyValue dict = list ? minipy_dict(vm) : MINIPY_NULL;
    if (dict && (state_put(vm, dict, "tag", e->tag) < 0 ||
                 state_put(vm, dict, "_children", list) < 0 ||
                 state_put(vm, dict, "attrib", attrib) < 0 ||
                 state_put(vm, dict, "text", e->text) < 0 ||
                 state_put(vm, dict, "tail", e->tail) < 0))
        replace(vm, &dict, MINIPY_NULL);
    unref(vm, list);
    return dict;
}

/* The value of a key in a state: new; MINIPY_NULL: there is none. */
static MinipyValue state_value(MinipyVM *vm, MinipyValue state, const char *name)
{
    MinipyValue key = minipy_str(vm, name, strlen(name));
    MinipyValue v = key ? minipy_dict_get(vm, state, key) : MINIPY_NULL;
    unref(vm, key);
    return v;
}

/* Its children of a state: -1: exception. */
static int set_children(MinipyVM *vm, MinipyValue self, Element *e,
                        MinipyValue children)
{
    if (!children || minipy_kind(children) == MINIPY_IS_LIST)
        return element_set_children(vm, self, e, children);
    minipy_raise(vm, "TypeError", "'_children' is not a list");
    return -1;
}

METHOD(element_setstate)
{
    Element *e = user;
    if (minipy_kind(args[1]) != MINIPY_IS_DICT) {
        MinipyValue text = minipy_to_repr(vm, args[1]);
        if (text)
            minipy_raisef(vm, "TypeError",
                          "Don't know how to unpickle \"%.200s\" as an Element",
                          minipy_as_str(vm, text, NULL));
        unref(vm, text);
        return MINIPY_NULL;
    }
    MinipyValue tag = state_value(vm, args[1], "tag");
    MinipyValue children = state_value(vm, args[1], "_children");
    MinipyValue attrib = state_value(vm, args[1], "attrib");
    if (!tag && !minipy_error_occurred(vm))
        minipy_raise(vm, "TypeError", "tag may not be NULL");
    if (!minipy_error_occurred(vm)) {
        replace(vm, &e->tag, ref(tag));
        replace(vm, &e->text, state_value(vm, args[1], "text"));
        replace(vm, &e->tail, state_value(vm, args[1], "tail"));
        if ((children || attrib) && set_children(vm, args[0], e, children) == 0)
            replace(vm, &e->attrib, ref(attrib));
    }
    unref(vm, tag);
    unref(vm, children);
    unref(vm, attrib);
    return minipy_error_occurred(vm) ? MINIPY_NULL : minipy_none();
}
