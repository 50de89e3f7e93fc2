/* iterators.c - iter() and itertext(): through a tree in document order. The way down
 * from the root is a stack, so that no tree is too deep. */
#include "elementtree.h"

typedef struct Step {
    MinipyValue element; /* strong */
    Element *data;       /* its */
    size_t next;         /* its child to visit */
} Step;

typedef struct Iterator {
    MinipyValue root; /* until it has been visited; then MINIPY_NULL */
    MinipyValue tag;  /* what is looked for; MINIPY_NULL: all */
    /* The one that was entered last, and its data: it gets a step only if it has
     * children when the way goes on, which leaves have not. MINIPY_NULL: none waits. */
    MinipyValue entered;
    Element *data;
    bool text;   /* it gives texts, not elements */
    Step *steps; /* owned */
    size_t count, room;
} Iterator;

/* Makes room for a step. -1: exception. */
static int more_room(MinipyVM *vm, Iterator *it)
{
    size_t room = it->room ? it->room * 2 : 16;
    Step *steps = realloc(it->steps, room * sizeof *steps);
    if (!steps) {
        minipy_raise(vm, "MemoryError", NULL);
        return -1;
    }
    it->steps = steps;
    it->room = room;
    return 0;
}

/* Goes on below the one that was entered last, which has children. -1: exception. */
static inline int go_down(MinipyVM *vm, Iterator *it)
{
    if (it->count == it->room && more_room(vm, it) < 0)
        return -1;
    it->steps[it->count++] = (Step){it->entered, it->data, 0};
    it->entered = MINIPY_NULL;
    return 0;
}

static inline Element *enter(Iterator *it, MinipyValue element, Element *data)
{
    it->entered = ref(element);
    return it->data = data;
}

/* Enters the child of the step on top that comes next. NULL: it has no more. */
static inline Element *enter_child(Iterator *it)
{
    Step *top = &it->steps[it->count - 1];
    if (top->next >= top->data->count)
        return NULL;
    MinipyValue child = top->data->children[top->next++];
    return enter(it, child, element_of_child(child, top->element, top->data));
}

/* Enters the element that all begins with. NULL: exception. */
static Element *enter_root(MinipyVM *vm, Iterator *it)
{
    MinipyValue root = it->root;
    Element *data = minipy_data(vm, root, &element_type);
    it->root = MINIPY_NULL;
    if (data)
        enter(it, root, data);
    unref(vm, root);
    return data;
}

/* 1, 0, -1. Most tags are the very str that is looked for, or another: only a
 * comparison of Python's can take something away. */
static int is_wanted(MinipyVM *vm, Iterator *it, const Element *e)
{
    if (!it->tag || it->tag == e->tag)
        return 1;
    MinipyValue its = ref(e->tag ? e->tag : minipy_none());
    int r = minipy_compare(vm, its, "==", it->tag);
    unref(vm, its);
    return r;
}

/* Leaves the innermost, which the caller releases: that may be nobody else's, and run
 * code when it dies, which may go on with the iterator. */
static inline Step leave(Iterator *it)
{
    Step left = {it->entered, it->data, 0};
    if (!left.element)
        return it->steps[--it->count];
    it->entered = MINIPY_NULL;
    return left;
}

/* What an iterator of texts gives for one, new, in *out. 1; 0: nothing; -1: exception.
 */
static int text_of(MinipyVM *vm, MinipyValue text, MinipyValue *out)
{
    if (!text || text == minipy_none())
        return 0;
    ref(text);
    int r = minipy_truth(vm, text);
    if (r > 0)
        *out = text;
    else
        unref(vm, text);
    return r;
}

/* Leaves the innermost for the text behind it; what is behind the element that all
 * began with is not in it. */
static int text_behind(MinipyVM *vm, Iterator *it, MinipyValue *out)
{
    Step left = leave(it);
    int r = it->count ? text_of(vm, left.data->tail, out) : 0;
    unref(vm, left.element);
    return r;
}

/* Each element has its text when it is entered, its tail when it is left. */
static MinipyValue next_text(MinipyVM *vm, Iterator *it)
{
    MinipyValue text = MINIPY_NULL;
    for (int r = 0; r == 0 && (it->root || it->entered || it->count);) {
        const Element *e = NULL;
        if (it->root)
            r = (e = enter_root(vm, it)) ? 0 : -1;
        else if (it->entered && it->data->count)
            r = go_down(vm, it);
        else if (it->entered || !(e = enter_child(it)))
            r = text_behind(vm, it, &text);
        if (e)
            r = text_of(vm, e->text, &text);
    }
    return text;
}

/* The next one that is entered, wanted or not; NULL: the end, or an exception. */
static inline const Element *next_entered(MinipyVM *vm, Iterator *it)
{
    if (it->root)
        return enter_root(vm, it);
    const Element *e = NULL;
    while (!e && (it->entered || it->count)) {
        if (it->entered && it->data->count) {
            if (go_down(vm, it) < 0)
                break;
        } else if (it->entered || !(e = enter_child(it))) {
            unref(vm, leave(it).element);
        }
    }
    return e;
}

static MinipyValue next_element(MinipyVM *vm, Iterator *it)
{
    for (const Element *e; (e = next_entered(vm, it));) {
        MinipyValue element = ref(it->entered);
        int wanted = is_wanted(vm, it, e);
        if (wanted > 0)
            return element;
        unref(vm, element);
        if (wanted < 0)
            break;
    }
    return MINIPY_NULL;
}

static METHOD(iterator_next)
{
    Iterator *it = user;
    return it->text ? next_text(vm, it) : next_element(vm, it);
}

static METHOD(iterator_self)
{
    return ref(args[0]);
}

static MinipyValue iterator_new(MinipyVM *vm, MinipyValue root, MinipyValue tag,
                                bool text)
{
    State *s = state_of(vm);
    Iterator *it;
    MinipyValue v =
        s ? minipy_instance(vm, s->iterator, (void **)(void *)&it) : MINIPY_NULL;
    if (v) {
        it->root = ref(root);
        it->tag = tag ? ref(tag) : MINIPY_NULL;
        it->text = text;
    }
    return v;
}

/* "*" and None stand for all tags. */
static bool is_any(MinipyVM *vm, MinipyValue tag)
{
    size_t size = 0;
    const char *text = NULL;
    if (minipy_kind(tag) == MINIPY_IS_STR)
        text = minipy_as_str(vm, tag, &size);
    else if (minipy_kind(tag) == MINIPY_IS_BYTES)
        text = minipy_as_bytes(vm, tag, &size);
    if (!text)
        minipy_error_clear(vm);
    return minipy_is_none(tag) || (text && size == 1 && *text == '*');
}

METHOD(element_iter)
{
    bool all = !args[1] || is_any(vm, args[1]);
    return iterator_new(vm, args[0], all ? MINIPY_NULL : args[1], false);
}

METHOD(element_itertext)
{
    return iterator_new(vm, args[0], MINIPY_NULL, true);
}

/* ---- the class ------------------------------------------------------------------- */

static DESTROY(iterator_clear)
{
    Iterator *it = data;
    Step *steps = it->steps;
    size_t count = it->count;
    it->steps = NULL;
    it->count = it->room = 0;
    while (count)
        unref(vm, steps[--count].element);
    free(steps);
}

static int iterator_traverse(void *data, int (*visit)(MinipyValue v, void *arg),
                             void *arg)
{
    Iterator *it = data;
    int r = 0;
    for (size_t i = 0; r == 0 && i < it->count; i++)
        r = visit(it->steps[i].element, arg);
    return r;
}

static const MinipyMethod iterator_methods[] = {
    ROW("__iter__", iterator_self, "(self, /)", NULL),
    NEXT_ROW(iterator_next),
    {0},
};

const MinipyType iterator_type = {
    .name = "_elementtree._element_iterator",
    .size = sizeof(Iterator),
    .values = 3,
    .methods = iterator_methods,
    .flags = MINIPY_FINAL | MINIPY_NO_NEW,
    .destroy = iterator_clear,
    .traverse = iterator_traverse,
    .clear = iterator_clear,
};
