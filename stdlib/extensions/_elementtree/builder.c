/* builder.c - the class TreeBuilder: elements from a parser's events. Text waits until
 * something else comes, and is put behind what came last: into it, or after its end.
 */
#include "elementtree.h"

/* ---- events ---------------------------------------------------------------------- */

int builder_report(MinipyVM *vm, Builder *b, int event, MinipyValue what)
{
    const MinipyValue pair[] = {b->events[event], what};
    MinipyValue append = ref(b->append), tuple = minipy_tuple(vm, pair, 2);
    MinipyValue r = tuple ? minipy_call(vm, append, &tuple, 1) : MINIPY_NULL;
    unref(vm, tuple);
    unref(vm, append);
    unref(vm, r);
    return r ? 0 : -1;
}

/* ---- text ------------------------------------------------------------------------ */

/* What waits, as one; new. Nothing waits any more. */
static MinipyValue take_text(MinipyVM *vm, Builder *b)
{
    MinipyValue data = b->data;
    b->data = MINIPY_NULL;
    if (minipy_kind(data) != MINIPY_IS_LIST)
        return data;
    MinipyValue empty = minipy_str(vm, "", 0);
    MinipyValue r =
        empty ? minipy_call_method(vm, empty, "join", &data, 1) : MINIPY_NULL;
    unref(vm, empty);
    unref(vm, data);
    return r;
}

/* before + text, where there is something before; takes text over. */
static MinipyValue joined(MinipyVM *vm, MinipyValue before, MinipyValue text)
{
    if (!before || minipy_is_none(before))
        return text;
    MinipyValue r = minipy_operate(vm, before, "+", text);
    unref(vm, text);
    return r;
}

/* Puts text, which it takes over, into the element or behind it. -1: exception. */
static int put_text(MinipyVM *vm, MinipyValue element, bool tail, MinipyValue text)
{
    Element *e = element_if_plain(vm, element);
    if (e) {
        text = joined(vm, element_text(e, tail), text);
        if (!text)
            return -1;
        replace(vm, tail ? &e->tail : &e->text, text);
        return 0;
    }
    const char *name = tail ? "tail" : "text";
    MinipyValue before = minipy_getattr(vm, element, name);
    text = before ? joined(vm, before, text) : (unref(vm, text), MINIPY_NULL);
    int r = text ? minipy_setattr(vm, element, name, text) : -1;
    unref(vm, before);
    unref(vm, text);
    return r;
}

static int flush(MinipyVM *vm, Builder *b)
{
    if (!b->data)
        return 0;
    bool tail = b->tail_of != MINIPY_NULL;
    MinipyValue element = tail ? b->tail_of : b->last;
    MinipyValue text = take_text(vm, b);
    if (!text || !element) {
        unref(vm, text);
        return text ? 0 : -1;
    }
    ref(element);
    int r = put_text(vm, element, tail, text);
    unref(vm, element);
    return r;
}

MinipyValue builder_data(MinipyVM *vm, Builder *b, MinipyValue data)
{
    if (!b->data) {
        if (b->last) /* what comes before the first element is nobody's */
            b->data = ref(data);
        return minipy_none();
    }
    if (minipy_kind(b->data) != MINIPY_IS_LIST) {
        MinipyValue list = minipy_list(vm, &b->data, 1);
        if (!list)
            return MINIPY_NULL;
        replace(vm, &b->data, list);
    }
    return minipy_list_append(vm, b->data, data) == 0 ? minipy_none() : MINIPY_NULL;
}

/* ---- elements -------------------------------------------------------------------- */

/* parent.append(child) */
static int add_child(MinipyVM *vm, MinipyValue parent, MinipyValue child)
{
    Element *e = element_if_plain(vm, parent);
    if (e)
        return element_append(vm, parent, e, child);
    MinipyValue r = minipy_call_method(vm, parent, "append", &child, 1);
    unref(vm, r);
    return r ? 0 : -1;
}

static MinipyValue make_element(MinipyVM *vm, Builder *b, MinipyValue tag,
                                MinipyValue attrib)
{
    if (!b->element_factory)
        return element_new(vm, tag, attrib);
    MinipyValue args[] = {tag, attrib ? ref(attrib) : minipy_dict(vm)};
    MinipyValue v =
        args[1] ? minipy_call(vm, b->element_factory, args, 2) : MINIPY_NULL;
    unref(vm, args[1]);
    return v;
}

/* Hangs a new element where it belongs. */
static int place(MinipyVM *vm, Builder *b, MinipyValue element)
{
    if (b->current)
        return add_child(vm, b->current, element);
    if (b->root) {
        State *s = state_of(vm);
        if (s)
            raise_of(vm, s->parse_error, "multiple elements on top level");
        return -1;
    }
    b->root = ref(element);
    return 0;
}

/* Room for twice as many open elements. -1: exception. */
static int deepen(MinipyVM *vm, Builder *b)
{
    size_t room = b->room ? b->room * 2 : 16;
    MinipyValue *outer = library_alloc(vm, room * sizeof *outer);
    if (!outer) {
        if (!minipy_error_occurred(vm))
            minipy_raise(vm, "MemoryError", NULL);
        return -1;
    }
    if (b->depth)
        memcpy(outer, b->outer, b->depth * sizeof *outer);
    library_free(b->outer);
    b->outer = outer;
    b->room = room;
    return 0;
}

/* The element becomes the one that others are put into. */
static int open_element(MinipyVM *vm, Builder *b, MinipyValue element)
{
    if (b->depth == b->room && deepen(vm, b) < 0)
        return -1;
    b->outer[b->depth++] = b->current;
    b->current = ref(element);
    replace(vm, &b->last, ref(element));
    return 0;
}

MinipyValue builder_start(MinipyVM *vm, Builder *b, MinipyValue tag, MinipyValue attrib)
{
    MinipyValue element =
        flush(vm, b) == 0 ? make_element(vm, b, tag, attrib) : MINIPY_NULL;
    if (!element)
        return MINIPY_NULL;
    replace(vm, &b->tail_of, MINIPY_NULL);
    if (place(vm, b, element) == 0 && open_element(vm, b, element) == 0 &&
        builder_event(vm, b, EVENT_START, element) == 0)
        return element;
    unref(vm, element);
    return MINIPY_NULL;
}

MinipyValue builder_end(MinipyVM *vm, Builder *b)
{
    if (flush(vm, b) < 0)
        return MINIPY_NULL;
    if (!b->current || !b->depth)
        return minipy_raise(vm, "IndexError", "pop from empty stack");
    MinipyValue ended = b->current;
    b->current = b->outer[--b->depth];
    replace(vm, &b->last, ref(ended));
    replace(vm, &b->tail_of, ref(ended));
    if (builder_event(vm, b, EVENT_END, ended) < 0)
        replace(vm, &ended, MINIPY_NULL);
    return ended;
}

/* A comment or an instruction that `made` is; the tree gets it where it is wanted. */
static MinipyValue single(MinipyVM *vm, Builder *b, MinipyValue made, bool insert,
                          int event)
{
    if (!made)
        return MINIPY_NULL;
    int r = 0;
    if (insert && b->current) {
        r = add_child(vm, b->current, made);
        if (r == 0)
            replace(vm, &b->tail_of, ref(made));
    }
    if (r == 0 && builder_event(vm, b, event, made) == 0)
        return made;
    unref(vm, made);
    return MINIPY_NULL;
}

MinipyValue builder_comment(MinipyVM *vm, Builder *b, MinipyValue text)
{
    if (flush(vm, b) < 0)
        return MINIPY_NULL;
    if (!b->comment_factory)
        return single(vm, b, ref(text), false, EVENT_COMMENT);
    return single(vm, b, minipy_call(vm, b->comment_factory, &text, 1),
                  b->insert_comments, EVENT_COMMENT);
}

MinipyValue builder_pi(MinipyVM *vm, Builder *b, MinipyValue target, MinipyValue text)
{
    const MinipyValue args[] = {target, text};
    if (flush(vm, b) < 0)
        return MINIPY_NULL;
    if (!b->pi_factory)
        return single(vm, b, minipy_tuple(vm, args, 2), false, EVENT_PI);
    return single(vm, b, minipy_call(vm, b->pi_factory, args, 2), b->insert_pis,
                  EVENT_PI);
}

MinipyValue builder_close(const Builder *b)
{
    return b->root ? ref(b->root) : minipy_none();
}

/* ---- methods --------------------------------------------------------------------- */

/* A factory argument; None or nothing: what stands for it, or MINIPY_NULL. */
static MinipyValue factory(MinipyValue given, MinipyValue otherwise)
{
    MinipyValue v = given && !minipy_is_none(given) ? given : otherwise;
    return v ? ref(v) : MINIPY_NULL;
}

/* __init__(self, element_factory=None, *, comment_factory=None, pi_factory=None,
 *          insert_comments=False, insert_pis=False) */
static METHOD(init)
{
    Builder *b = user;
    State *s = state_of(vm);
    int comments = args[4] ? minipy_truth(vm, args[4]) : 0;
    int pis = args[5] ? minipy_truth(vm, args[5]) : 0;
    if (!s || comments < 0 || pis < 0)
        return MINIPY_NULL;
    replace(vm, &b->element_factory, factory(args[1], MINIPY_NULL));
    replace(vm, &b->comment_factory, factory(args[2], s->comment_factory));
    replace(vm, &b->pi_factory, factory(args[3], s->pi_factory));
    b->insert_comments = comments && b->comment_factory;
    b->insert_pis = pis && b->pi_factory;
    return minipy_none();
}

static METHOD(method_start)
{
    if (minipy_kind(args[2]) != MINIPY_IS_DICT)
        return argument_error(vm, "start() argument 2", "dict", args[2]);
    return builder_start(vm, user, args[1], args[2]);
}

static METHOD(method_end)
{
    return builder_end(vm, user);
}

static METHOD(method_data)
{
    return builder_data(vm, user, args[1]);
}

static METHOD(method_comment)
{
    return builder_comment(vm, user, args[1]);
}

static METHOD(method_pi)
{
    return builder_pi(vm, user, args[1], args[2] ? args[2] : minipy_none());
}

static METHOD(method_close)
{
    return builder_close(user);
}

/* ---- the class ------------------------------------------------------------------- */

static DESTROY(builder_clear)
{
    Builder *b = data;
    MinipyValue *outer = b->outer;
    size_t depth = b->depth;
    b->outer = NULL;
    b->depth = b->room = 0;
    while (depth)
        unref(vm, outer[--depth]);
    library_free(outer);
}

static int builder_traverse(void *data, int (*visit)(MinipyValue v, void *arg),
                            void *arg)
{
    Builder *b = data;
    int r = 0;
    for (size_t i = 0; r == 0 && i < b->depth; i++)
        r = b->outer[i] ? visit(b->outer[i], arg) : 0;
    return r;
}

/* clang-format off */
static const MinipyMethod builder_methods[] = {
    DATA_ROW("__init__", init, "(self, element_factory=None, *, comment_factory=None, pi_factory=None, "
        "insert_comments=False, insert_pis=False)", NULL),
    DATA_ROW("start", method_start, "(self, tag, attrs, /)", NULL),
    DATA_ROW("end", method_end, "(self, tag, /)", NULL),
    DATA_ROW("data", method_data, "(self, data, /)", NULL),
    DATA_ROW("comment", method_comment, "(self, text, /)", NULL),
    DATA_ROW("pi", method_pi, "(self, target, text=None, /)", NULL),
    DATA_ROW("close", method_close, "(self, /)", NULL),
    {0}};
/* clang-format on */

const MinipyType builder_type = {
    .name = "xml.etree.ElementTree.TreeBuilder",
    .flags = MINIPY_IMMUTABLE | MINIPY_NO_WEAKREFS,
    .size = sizeof(Builder),
    .values = BUILDER_VALUES,
    .methods = builder_methods,
    .destroy = builder_clear,
    .traverse = builder_traverse,
    .clear = builder_clear,
};
