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

/* One step down: the element that was entered, borrowed of the steps; or, where the top
 * has no more children, what was left, in *left, new. MINIPY_NULL then, at the end, and
 * with an exception. */
static Element *step(MinipyVM *vm, Iterator *it, MinipyValue *left)
{
    Element *data = NULL;
    MinipyValue next = it->root;
    *left = it->root = MINIPY_NULL;
    if (!next && it->count) {
        Step *top = &it->steps[it->count - 1];
        size_t count;
        const MinipyValue *children = element_children(vm, top->data, &count);
        if (top->next >= count) {
            *left = it->steps[--it->count].element;
            return top->data;
        }
        next = minipy_retain(children[top->next++]);
        data = element_of_child(next, top->element, top->data);
    } else if (next && !(data = minipy_data(vm, next, &element_type))) {
        minipy_release(vm, next);
    }
    return data && push(vm, it, next, data) == 0 ? data : NULL;
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

static MinipyValue next_text(MinipyVM *vm, Iterator *it)
{
    MinipyValue left;
    for (Element *e; (e = step(vm, it, &left));) {
        /* The text behind the element that it began with is not in it. */
        bool outside = left && !it->count;
        MinipyValue v = outside ? MINIPY_NULL : text_of(vm, element_text(e, left));
        minipy_release(vm, left);
        if (v || minipy_error_occurred(vm))
            return v;
    }
    return MINIPY_NULL;
}

static MinipyValue next_element(MinipyVM *vm, Iterator *it)
{
    MinipyValue left;
    for (Element *e; (e = step(vm, it, &left));) {
        if (left) {
            minipy_release(vm, left);
            continue;
        }
        MinipyValue element = minipy_retain(it->steps[it->count - 1].element);
        int wanted = is_wanted(vm, it, e);
        if (wanted > 0)
            return element;
        minipy_release(vm, element);
        if (wanted < 0)
            return MINIPY_NULL;
    }
    return MINIPY_NULL;
}

static METHOD(iterator_next)
{
    Iterator *it = minipy_data(vm, args[0], &iterator_type);
    MinipyValue v = !it        ? MINIPY_NULL
                    : it->text ? next_text(vm, it)
                               : next_element(vm, it);
    return v || minipy_error_occurred(vm) ? v : minipy_raise(vm, "StopIteration", NULL);
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
    ROW("__next__", iterator_next, "(self, /)", NULL),
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
