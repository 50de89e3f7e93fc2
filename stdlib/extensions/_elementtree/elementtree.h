/* elementtree.h - what the files of the module _elementtree share: element.c the class
 * Element, children.c what is below one, copies.c copies and pickles of it, find.c and
 * iterators.c the ways through a tree, builder.c TreeBuilder, parser.c XMLParser,
 * module.c the rest. */
#ifndef MINIPY_EXTENSIONS_ELEMENTTREE_H
#define MINIPY_EXTENSIONS_ELEMENTTREE_H

#include "../common.h"

extern const MinipyModule minipy_module__elementtree;

/* ---- the module ------------------------------------------------------------------ */

typedef struct State {
    MinipyValue element, iterator, builder, parser, parse_error; /* classes */
    MinipyValue comment_factory, pi_factory;                     /* or MINIPY_NULL */
    MinipyValue deepcopy;                                        /* of copy */
    MinipyValue list, tuple, dict, str, dict_copy; /* classes, and dict.copy */
    MinipyValue element_path; /* of Python, MINIPY_NULL until asked for */
    MinipyVM *vm;
    struct State *next; /* of the process's */
} State;
enum { STATE_VALUES = offsetof(State, vm) / sizeof(MinipyValue) };

/* NULL: exception. */
State *state_of(MinipyVM *vm);
/* The data of v if it is of a class of that type; NULL without an exception: it is not.
 */
void *data_if(MinipyVM *vm, MinipyValue v, const MinipyType *type);
/* ... if it is of the class itself, not of one that derives from it. */
void *data_if_exactly(MinipyVM *vm, MinipyValue v, MinipyValue cls,
                      const MinipyType *type);
/* TypeError "start() argument 2 must be dict, not int"; MINIPY_NULL. which may be "".
 */
MinipyValue argument_error(MinipyVM *vm, const char *which, const char *wanted,
                           MinipyValue got);

/* ---- elements -------------------------------------------------------------------- */

typedef struct Element {
    MinipyValue tag, text, tail; /* text and tail MINIPY_NULL: None */
    MinipyValue attrib;          /* a dict; MINIPY_NULL: empty */
    /* ITEMS_BEHIND_VALUES: strong, owned; NULL: there was none yet. */
    MinipyValue *children;
    size_t count, room;
    bool plain; /* made by element_new, so that no class of Python has its methods */
} Element;
enum { ELEMENT_VALUES = offsetof(Element, children) / sizeof(MinipyValue) };

extern const MinipyType element_type;
/* A copy of a dict, as PyDict_Copy makes it. */
MinipyValue dict_copied(MinipyVM *vm, MinipyValue dict);
/* A plain element that holds attrib itself (MINIPY_NULL: none). */
MinipyValue element_new(MinipyVM *vm, MinipyValue tag, MinipyValue attrib);
/* Its data if v is an Element without methods of Python; NULL: ask by them. */
Element *element_if_plain(MinipyVM *vm, MinipyValue v);
/* The data of another element, be it a child (as all in its list are): it lies as far
 * behind the value as its parent's does, whatever class it is of. */
static inline Element *element_of_child(MinipyValue child, MinipyValue parent,
                                        Element *data)
{
    return (Element *)(void *)((uintptr_t)child +
                               ((uintptr_t)data - (uintptr_t)parent));
}
/* Its dict, borrowed, made now if there was none; MINIPY_NULL: exception. */
MinipyValue element_attrib(MinipyVM *vm, Element *e);
/* Borrowed; MINIPY_NULL: there is none. */
static inline MinipyValue element_text(const Element *e, bool tail)
{
    return tail ? e->tail : e->text;
}
/* SubElement(parent, tag, attrib={}, **extra) */
METHOD(sub_element);

/* children.c */
enum { FIRST_ROOM = 4 }; /* what an element has room for when it gets a child */
/* -1: exception. */
int element_append(MinipyVM *vm, MinipyValue self, Element *e, MinipyValue child);
int element_copy_children(MinipyVM *vm, Element *to, const Element *from);
/* In the place of those it has, what is in a list (MINIPY_NULL: nothing). */
int element_set_children(MinipyVM *vm, MinipyValue self, Element *e, MinipyValue list);
void element_drop_children(MinipyVM *vm, Element *e);
MinipyValue element_children_list(MinipyVM *vm, const Element *e); /* new */
/* Rows of the class. */
METHOD(element_append_method);
METHOD(element_extend);
METHOD(element_insert);
METHOD(element_remove);
METHOD(element_length);
METHOD(element_getitem);
METHOD(element_setitem);
METHOD(element_delitem);

/* copies.c; rows of the class. */
METHOD(element_copy);
METHOD(element_deepcopy);
METHOD(element_getstate);
METHOD(element_setstate);

/* find.c; rows of the class. */
METHOD(element_find);
METHOD(element_findtext);
METHOD(element_findall);
METHOD(element_iterfind);

/* iterators.c; rows of the class, and the class of what they return. */
extern const MinipyType iterator_type;
METHOD(element_iter);
METHOD(element_itertext);

/* ---- the builder ----------------------------------------------------------------- */

enum { EVENT_START, EVENT_END, EVENT_START_NS, EVENT_END_NS, EVENT_COMMENT, EVENT_PI };
enum { EVENTS = 6 };

typedef struct Builder {
    MinipyValue element_factory, comment_factory, pi_factory; /* or MINIPY_NULL */
    MinipyValue root, current, last; /* MINIPY_NULL: none yet */
    MinipyValue tail_of; /* the text that comes is this one's tail; or MINIPY_NULL */
    MinipyValue data;    /* text that waits: a str, or a list; or MINIPY_NULL */
    MinipyValue append;  /* where events go; or MINIPY_NULL */
    MinipyValue events[EVENTS]; /* their names; MINIPY_NULL: not reported */
    /* Owned: what was `current` before each element that is open; strong, and
     * MINIPY_NULL for the outermost. */
    MinipyValue *outer;
    size_t depth, room;
    bool insert_comments, insert_pis;
} Builder;
enum { BUILDER_VALUES = offsetof(Builder, outer) / sizeof(MinipyValue) };

extern const MinipyType builder_type;
/* Arguments are borrowed; results are new, MINIPY_NULL an exception. */
MinipyValue builder_start(MinipyVM *vm, Builder *b, MinipyValue tag,
                          MinipyValue attrib);
MinipyValue builder_end(MinipyVM *vm, Builder *b);
MinipyValue builder_data(MinipyVM *vm, Builder *b, MinipyValue data);
MinipyValue builder_comment(MinipyVM *vm, Builder *b, MinipyValue text);
MinipyValue builder_pi(MinipyVM *vm, Builder *b, MinipyValue target, MinipyValue text);
MinipyValue builder_close(const Builder *b);
/* (name, what) goes where events go, if that event is reported. -1: exception. */
int builder_report(MinipyVM *vm, Builder *b, int event, MinipyValue what);
static inline int builder_event(MinipyVM *vm, Builder *b, int event, MinipyValue what)
{
    return b->append && b->events[event] ? builder_report(vm, b, event, what) : 0;
}

/* ---- the parser ------------------------------------------------------------------ */

extern const MinipyType parser_type;

#endif
