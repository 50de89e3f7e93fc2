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
    bool text;        /* it gives texts, not elements */
    Step *steps;      /* owned */
    size_t count, room;
} Iterator;

/* Takes the element, whose data that is, over. -1: exception. */
static int push(MinipyVM *vm, Iterator *it, MinipyValue element, Element *data)
{
    if (it->count == it->room) {
        size_t room = it->room ? it->room * 2 : 16;
        Step *steps = realloc(it->steps, room * sizeof *steps);
        if (!steps) {
            minipy_release(vm, element);
            minipy_raise(vm, "MemoryError", NULL);
            return -1;
        }
        it->steps = steps;
        it->room = room;
    }
    it->steps[it->count++] = (Step){element, data, 0};
    return 0;
}

/* The child of the step on top that comes next, new; MINIPY_NULL: it has no more. */
static inline MinipyValue next_child(MinipyVM *vm, Step *top)
{
    size_t count;
    const MinipyValue *children = element_children(vm, top->data, &count);
    return top->next < count ? minipy_retain(children[top->next++]) : MINIPY_NULL;
}

/* Enters a child, which it takes over, of the element that parent's step is of: its
 * data. NULL: exception. */
static inline Element *enter(MinipyVM *vm, Iterator *it, const Step *parent,
                             MinipyValue child)
{
    Element *data = element_of_child(child, parent->element, parent->data);
    return push(vm, it, child, data) == 0 ? data : NULL;
}

/* Enters the element that all begins with. NULL: exception. */
static Element *enter_root(MinipyVM *vm, Iterator *it)
{
    MinipyValue root = it->root;
    Element *data = minipy_data(vm, root, &element_type);
    it->root = MINIPY_NULL;
    if (!data)
        minipy_release(vm, root);
    return data && push(vm, it, root, data) == 0 ? data : NULL;
}

/* 1, 0, -1. Most tags are the very str that is looked for, or another: only a
 * comparison of Python's can take something away. */
static int is_wanted(MinipyVM *vm, Iterator *it, Element *e)
{
    if (!it->tag || it->tag == e->tag)
        return 1;
    MinipyValue its = minipy_retain(e->tag ? e->tag : minipy_none());
    int r = minipy_compare(vm, its, "==", it->tag);
    minipy_release(vm, its);
    return r;
}

/* What an iterator of texts gives for a step, new; MINIPY_NULL: nothing, or an
 * exception. */
static MinipyValue text_of(MinipyVM *vm, MinipyValue text)
{
    if (!text || text == minipy_none())
        return MINIPY_NULL;
    minipy_retain(text);
    if (minipy_truth(vm, text) > 0)
        return text;
    minipy_release(vm, text);
    return MINIPY_NULL;
}

/* Each element has its text when it is entered, its tail when it is left. */
static MinipyValue next_text(MinipyVM *vm, Iterator *it)
{
    MinipyValue v = MINIPY_NULL;
    while (!v && (it->root || it->count)) {
        Step *top = it->count ? &it->steps[it->count - 1] : NULL;
        MinipyValue child = it->root ? MINIPY_NULL : next_child(vm, top);
        if (child || it->root) {
            Element *e = child ? enter(vm, it, top, child) : enter_root(vm, it);
            v = e ? text_of(vm, e->text) : MINIPY_NULL;
        } else {
            /* The text behind the element that it began with is not in it. */
            MinipyValue left = top->element;
            if (--it->count)
                v = text_of(vm, top->data->tail);
            minipy_release(vm, left);
        }
        if (!v && minipy_error_occurred(vm))
            break;
    }
    return v;
}

/* The next one that is entered, wanted or not; MINIPY_NULL: the end, or an exception.
 * What is left on the way may be nobody else's and run code when it dies. */
static inline Element *next_entered(MinipyVM *vm, Iterator *it)
{
    if (it->root)
        return enter_root(vm, it);
    while (it->count) {
        Step *top = &it->steps[it->count - 1];
        MinipyValue child = next_child(vm, top);
        if (child)
            return enter(vm, it, top, child);
        it->count--;
        minipy_release(vm, top->element);
    }
    return NULL;
}

static MinipyValue next_element(MinipyVM *vm, Iterator *it)
{
    for (Element *e; (e = next_entered(vm, it));) {
        MinipyValue element = minipy_retain(it->steps[it->count - 1].element);
        int wanted = is_wanted(vm, it, e);
        if (wanted > 0)
            return element;
        minipy_release(vm, element);
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
    return minipy_retain(args[0]);
}

static MinipyValue iterator_new(MinipyVM *vm, MinipyValue root, MinipyValue tag,
                                bool text)
{
    State *s = state_of(vm);
    Iterator *it;
    MinipyValue v =
        s ? minipy_instance(vm, s->iterator, (void **)(void *)&it) : MINIPY_NULL;
    if (v) {
        it->root = minipy_retain(root);
        it->tag = tag ? minipy_retain(tag) : MINIPY_NULL;
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
        minipy_release(vm, steps[--count].element);
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
    .values = 2,
    .methods = iterator_methods,
    .flags = MINIPY_FINAL | MINIPY_NO_NEW,
    .destroy = iterator_clear,
    .traverse = iterator_traverse,
    .clear = iterator_clear,
};
