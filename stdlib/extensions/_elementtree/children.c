/* children.c - the elements below an element: an array of its own, which the vm looks
 * into, too (ITEMS_BEHIND_VALUES). Changed by methods, indices and slices. What a
 * change takes out may run code when it dies, so that it dies last.
 */
#include "elementtree.h"

/* Is v an element, as `self` is? Else TypeError, about the argument `which` or, NULL,
 * one of many. */
static bool must_be_element(MinipyVM *vm, MinipyValue self, MinipyValue v,
                            const char *which)
{
    if (class_of(v) == class_of(self) || data_if(vm, v, &element_type))
        return true;
    if (which)
        argument_error(vm, which, element_type.name, v);
    else
        minipy_raisef(vm, "TypeError", "expected an Element, not \"%.200s\"",
                      minipy_type_name(vm, v));
    return false;
}

/* ---- the array ------------------------------------------------------------------- */

/* Room for so many in all, and some more, as in CPython. -1: exception. */
static int reserve(MinipyVM *vm, Element *e, size_t count)
{
    size_t room =
        count <= FIRST_ROOM ? FIRST_ROOM : count + (count >> 3) + (count < 9 ? 3 : 6);
    if (room > SIZE_MAX / 2 / sizeof(MinipyValue)) {
        minipy_raise(vm, "MemoryError", NULL);
        return -1;
    }
    MinipyValue *children = minipy_resize(vm, e->children, room * sizeof *children);
    if (!children)
        return -1;
    e->children = children;
    e->room = room;
    return 0;
}

static inline int add(MinipyVM *vm, Element *e, MinipyValue child)
{
    if (e->count == e->room && reserve(vm, e, e->count + 1) < 0)
        return -1;
    e->children[e->count++] = ref(child);
    return 0;
}

/* Elements that are held: what was taken out, until it dies. */
typedef struct Held {
    MinipyValue few[8], *items;
} Held;

/* -1: exception. */
static int hold_room(MinipyVM *vm, Held *h, size_t n)
{
    enum { FEW = sizeof h->few / sizeof *h->few };
    h->items = n <= FEW ? h->few : minipy_resize(vm, NULL, n * sizeof *h->items);
    return h->items ? 0 : -1;
}

/* From the last on, as a list's die. */
static void held_release(MinipyVM *vm, Held *h, size_t n)
{
    for (size_t i = n; i > 0; i--)
        unref(vm, h->items[i - 1]);
    if (h->items != h->few)
        minipy_resize(vm, h->items, 0);
}

/* Puts n elements, which are retained, in the place of `less` from `at` on. -1:
 * exception; nothing has changed. */
static int splice(MinipyVM *vm, Element *e, size_t at, size_t less,
                  const MinipyValue *items, size_t n)
{
    Held gone;
    if ((n > less && e->count + n - less > e->room &&
         reserve(vm, e, e->count + n - less) < 0) ||
        hold_room(vm, &gone, less) < 0)
        return -1;
    if (e->children) {
        MinipyValue *place = e->children + at;
        memcpy(gone.items, place, less * sizeof *place);
        memmove(place + n, place + less, (e->count - at - less) * sizeof *place);
        for (size_t i = 0; i < n; i++)
            place[i] = ref(items[i]);
    }
    e->count += n - less;
    held_release(vm, &gone, less);
    return 0;
}

/* One more, at its place. -1: exception. */
static int put_one(MinipyVM *vm, Element *e, size_t at, MinipyValue child)
{
    if (e->count == e->room && reserve(vm, e, e->count + 1) < 0)
        return -1;
    for (size_t i = e->count; i > at; i--)
        e->children[i] = e->children[i - 1];
    e->children[at] = ref(child);
    e->count++;
    return 0;
}

/* One less, which may die. */
static void drop_one(MinipyVM *vm, Element *e, size_t at)
{
    MinipyValue child = e->children[at];
    e->count--;
    for (size_t i = at; i < e->count; i++)
        e->children[i] = e->children[i + 1];
    unref(vm, child);
}

void element_drop_children(MinipyVM *vm, Element *e)
{
    MinipyValue *children = e->children;
    size_t count = e->count;
    if (!children)
        return;
    e->children = NULL;
    e->count = e->room = 0;
    for (size_t i = 0; i < count; i++)
        unref(vm, children[i]);
    minipy_resize(vm, children, 0);
}

int element_copy_children(MinipyVM *vm, Element *to, const Element *from)
{
    if (from->count > to->room && reserve(vm, to, from->count) < 0)
        return -1;
    for (size_t i = 0; i < from->count; i++)
        to->children[i] = ref(from->children[i]);
    to->count = from->count;
    return 0;
}

int element_set_children(MinipyVM *vm, MinipyValue self, Element *e, MinipyValue list)
{
    size_t n = 0;
    const MinipyValue *items = list ? minipy_items(vm, list, &n) : NULL;
    for (size_t i = 0; i < n; i++)
        if (!must_be_element(vm, self, items[i], NULL))
            return -1;
    return list && !items ? -1 : splice(vm, e, 0, e->count, items, n);
}

/* ---- methods --------------------------------------------------------------------- */

int element_append(MinipyVM *vm, MinipyValue self, Element *e, MinipyValue child)
{
    return must_be_element(vm, self, child, NULL) ? add(vm, e, child) : -1;
}

METHOD(element_append_method)
{
    return must_be_element(vm, args[0], args[1], "append() argument") &&
                   add(vm, user, args[1]) == 0
               ? minipy_none()
               : MINIPY_NULL;
}

/* What v has, as a list or a tuple. MINIPY_NULL: exception. */
static MinipyValue sequence(MinipyVM *vm, MinipyValue v)
{
    State *s = state_of(vm);
    MinipyKind kind = minipy_kind(v);
    if ((kind == MINIPY_IS_LIST && s && class_of(v) == s->list) ||
        (kind == MINIPY_IS_TUPLE && s && class_of(v) == s->tuple))
        return ref(v);
    MinipyValue iterator = minipy_iter(vm, v);
    MinipyValue list =
        iterator && s ? minipy_call(vm, s->list, &iterator, 1) : MINIPY_NULL;
    unref(vm, iterator);
    if (!list && !minipy_error_matches(vm, "MemoryError"))
        minipy_raisef(vm, "TypeError", "expected sequence, not \"%.200s\"",
                      minipy_type_name(vm, v)); /* whatever else it was */
    return list;
}

METHOD(element_extend)
{
    MinipyValue all = sequence(vm, args[1]);
    const MinipyValue *items;
    size_t count;
    int r = all ? 0 : -1;
    for (size_t i = 0; r == 0 && (items = minipy_items(vm, all, &count)) && i < count;
         i++)
        r = element_append(vm, args[0], user, items[i]);
    unref(vm, all);
    return r == 0 ? minipy_none() : MINIPY_NULL;
}

METHOD(element_insert)
{
    int64_t at;
    Element *e = user;
    if (as_size(vm, args[1], &at) < 0 ||
        !must_be_element(vm, args[0], args[2], "insert() argument 2"))
        return MINIPY_NULL;
    int64_t count = (int64_t)e->count;
    if (at < 0)
        at = at + count > 0 ? at + count : 0;
    if (at > count)
        at = count;
    return put_one(vm, e, (size_t)at, args[2]) == 0 ? minipy_none() : MINIPY_NULL;
}

/* Is the child the element, or does it say that it is equal? 1, 0, -1. Elements that no
 * class of Python's has made are equal to themselves alone. */
static int is_same(MinipyVM *vm, MinipyValue child, MinipyValue element)
{
    if (child == element)
        return 1;
    if (element_if_plain(vm, child) && element_if_plain(vm, element))
        return 0;
    ref(child);
    int r = minipy_compare(vm, child, "==", element);
    unref(vm, child);
    return r;
}

METHOD(element_remove)
{
    Element *e = user;
    if (!must_be_element(vm, args[0], args[1], "remove() argument"))
        return MINIPY_NULL;
    int same = 0;
    size_t i = 0;
    for (; i < e->count; i++)
        if ((same = is_same(vm, e->children[i], args[1])) != 0)
            break;
    if (same < 0)
        return MINIPY_NULL;
    if (i >= e->count)
        return minipy_raise(vm, "ValueError", "list.remove(x): x not in list");
    drop_one(vm, e, i);
    return minipy_none();
}

/* ---- as a sequence --------------------------------------------------------------- */

METHOD(element_length)
{
    const Element *e = user;
    return minipy_int(vm, (int64_t)e->count);
}

/* What an index chooses: one, or those of a slice. */
typedef struct Choice {
    bool one;
    size_t at;    /* of the one, or the first */
    int64_t step; /* from one to the next */
    size_t n;
} Choice;

static int no_index(MinipyVM *vm, MinipyValue v)
{
    int has = has_special(vm, v, "__index__");
    if (has == 0)
        minipy_raise(vm, "TypeError", "element indices must be integers");
    return has > 0 ? 0 : -1;
}

/* The index of one child; -1: exception, of one that is not there with that text. */
static int choose_one(MinipyVM *vm, const Element *e, MinipyValue index,
                      const char *none, Choice *c)
{
    int64_t i;
    if (minipy_kind(index) != MINIPY_IS_INT && no_index(vm, index) < 0)
        return -1;
    if (minipy_as_int(vm, index, &i) < 0) {
        if (minipy_error_matches(vm, "OverflowError"))
            minipy_raisef(vm, "IndexError",
                          "cannot fit '%s' into an index-sized integer",
                          minipy_type_name(vm, index));
        return -1;
    }
    if (i < 0)
        i += (int64_t)e->count;
    if (i < 0 || i >= (int64_t)e->count) {
        minipy_raise(vm, "IndexError", none);
        return -1;
    }
    *c = (Choice){true, (size_t)i, 1, 1};
    return 0;
}

static Choice chosen(const Element *e, int64_t start, int64_t stop, int64_t step)
{
    int64_t n = minipy_slice_fit((int64_t)e->count, &start, &stop, step);
    return (Choice){false, (size_t)start, step, (size_t)n};
}

/* What makes the index a number runs before the children are looked at, which it may
 * take away. -1: exception. */
static int choose(MinipyVM *vm, const Element *e, MinipyValue index, const char *none,
                  Choice *c)
{
    int64_t start, stop, step;
    int slice = minipy_kind(index) == MINIPY_IS_INT
                    ? 0
                    : minipy_slice(vm, index, &start, &stop, &step);
    if (slice <= 0)
        return slice < 0 ? -1 : choose_one(vm, e, index, none, c);
    *c = chosen(e, start, stop, step);
    return 0;
}

/* The i-th of them. */
static inline size_t place_of(const Choice *c, size_t i)
{
    return c->at + i * (size_t)c->step;
}

/* A list of them. They are held before it is made, as a collection may run then, and
 * take children away. */
static MinipyValue chosen_list(MinipyVM *vm, const Element *e, const Choice *c)
{
    Held held;
    if (hold_room(vm, &held, c->n) < 0)
        return MINIPY_NULL;
    for (size_t i = 0; i < c->n; i++)
        held.items[i] = ref(e->children[place_of(c, i)]);
    MinipyValue list = minipy_list(vm, held.items, c->n);
    held_release(vm, &held, c->n);
    return list;
}

METHOD(element_getitem)
{
    const Element *e = user;
    Choice c;
    if (choose(vm, e, args[1], "child index out of range", &c) < 0)
        return MINIPY_NULL;
    if (c.one)
        return ref(e->children[c.at]);
    return chosen_list(vm, e, &c);
}

MinipyValue element_children_list(MinipyVM *vm, const Element *e)
{
    const Choice all = {false, 0, 1, e->count};
    return chosen_list(vm, e, &all);
}

/* Puts as many elements in the places of a slice with a step. -1: exception. */
static int put_apart(MinipyVM *vm, Element *e, const Choice *c,
                     const MinipyValue *items)
{
    Held gone;
    if (hold_room(vm, &gone, c->n) < 0)
        return -1;
    for (size_t i = 0; i < c->n; i++) {
        MinipyValue *place = &e->children[place_of(c, i)];
        gone.items[i] = *place;
        *place = ref(items[i]);
    }
    held_release(vm, &gone, c->n);
    return 0;
}

/* Takes those of a slice with a step away. -1: exception. */
static int take_apart(MinipyVM *vm, Element *e, const Choice *c)
{
    Held gone;
    size_t step = (size_t)(c->step < 0 ? -c->step : c->step);
    size_t first = c->step < 0 ? place_of(c, c->n - 1) : c->at, kept = first, taken = 0;
    if (hold_room(vm, &gone, c->n) < 0)
        return -1;
    for (size_t i = first; i < e->count; i++)
        if (taken < c->n && (i - first) % step == 0)
            gone.items[taken++] = e->children[i];
        else
            e->children[kept++] = e->children[i];
    e->count = kept;
    held_release(vm, &gone, taken);
    return 0;
}

/* Puts what a list or a tuple has in the place of a slice. */
static int put_slice(MinipyVM *vm, MinipyValue self, Element *e, const Choice *c,
                     MinipyValue v)
{
    size_t n;
    const MinipyValue *items = minipy_items(vm, v, &n);
    if (items && c->step != 1 && n != c->n) {
        minipy_raisef(vm, "ValueError",
                      "attempt to assign sequence of size %zu to extended slice of "
                      "size %zu",
                      n, c->n);
        return -1;
    }
    for (size_t i = 0; items && i < n; i++)
        if (!must_be_element(vm, self, items[i], NULL))
            return -1;
    return !items         ? -1
           : c->step == 1 ? splice(vm, e, c->at, c->n, items, n)
                          : put_apart(vm, e, c, items);
}

static const char no_place[] = "child assignment index out of range";

/* The sequence is made before the children are looked at, which that may change. */
METHOD(element_setitem)
{
    Element *e = user;
    int64_t start, stop, step;
    Choice c;
    int r = -1, slice = minipy_slice(vm, args[1], &start, &stop, &step);
    if (slice > 0) {
        MinipyValue v = sequence(vm, args[2]);
        c = chosen(e, start, stop, step);
        r = v ? put_slice(vm, args[0], e, &c, v) : -1;
        unref(vm, v);
    } else if (slice == 0 && choose_one(vm, e, args[1], no_place, &c) == 0 &&
               must_be_element(vm, args[0], args[2], NULL)) {
        replace(vm, &e->children[c.at], ref(args[2]));
        r = 0;
    }
    return r < 0 ? MINIPY_NULL : minipy_none();
}

METHOD(element_delitem)
{
    Element *e = user;
    Choice c;
    if (choose(vm, e, args[1], no_place, &c) < 0)
        return MINIPY_NULL;
    int r = 0;
    if (c.one)
        drop_one(vm, e, c.at);
    else if (c.step == 1)
        r = splice(vm, e, c.at, c.n, NULL, 0);
    else if (c.n)
        r = take_apart(vm, e, &c);
    return r < 0 ? MINIPY_NULL : minipy_none();
}
