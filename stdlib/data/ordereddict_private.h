/* ordereddict_private.h - an OrderedDict and the order of its keys (odict_order.c).
 *
 * The order is a ring of nodes beside the dict's table, as CPython has it: what the
 * methods of dict do to an OrderedDict changes the table alone, and iteration tells. A
 * ring apart also makes moving a key to either end a change of four links. Nodes are
 * cells of one block that name each other by number, so that code which runs while a
 * node is at hand (__eq__, __hash__) can make it the wrong one but never a stale
 * pointer.
 */
#ifndef MINIPY_STDLIB_DATA_ORDEREDDICT_PRIVATE_H
#define MINIPY_STDLIB_DATA_ORDEREDDICT_PRIVATE_H

#include "stdlib/data/collections_private.h"

typedef struct OdictNode {
    int64_t hash;
    Value key; /* strong; VALUE_NULL: a free cell */
    uint32_t prev, next;
    uint32_t slot; /* the cell of slots[] that named it last */
} OdictNode;

typedef struct OrderedDictObj {
    DictObj dict;
    InstHead head;
    OdictNode *nodes;   /* nodes[0] closes the ring; NULL: never had a key */
    uint32_t nnodes;    /* cells of nodes[] that were ever used, the first included */
    uint32_t capacity;  /* cells of nodes[] */
    uint32_t free_node; /* the last one freed, which names the one before; 0: none */
    uint32_t nslots;
    uint32_t *slots; /* the node of the entry at the same place of the table, or 0 */
    const void *slots_of; /* the table that slots[] was made for */
    uint64_t state;  /* counts what changes the order, but clear(): so does CPython */
    uint64_t clears; /* counts that */
} OrderedDictObj;
#define ODICT(v) ((OrderedDictObj *)(uintptr_t)(v))

/* The node after or before that one (0: the first, the last); 0 at the end. */
static inline uint32_t odict_step(const OrderedDictObj *od, uint32_t node, bool back)
{
    if (!od->nodes)
        return 0;
    return back ? od->nodes[node].prev : od->nodes[node].next;
}
static inline bool odict_no_order(const OrderedDictObj *od)
{
    return odict_step(od, 0, false) == 0;
}

/* As long as this is the same the nodes are. */
static inline uint64_t odict_moment(const OrderedDictObj *od)
{
    return od->state + od->clears;
}

/* The key's node; 0: it has none, or an exception. Can run Python code. */
uint32_t odict_find_node(MinipyVM *vm, OrderedDictObj *od, Value key, int64_t hash);
/* The same for the key of `node`, where the order has not changed since: mostly found
 * at once. */
uint32_t odict_find_node_at(MinipyVM *vm, OrderedDictObj *od, uint32_t node, Value key);
/* Puts a key of the table at the end of the order, unless it is there. 0, or -1. */
int odict_add_node(MinipyVM *vm, OrderedDictObj *od, Value key, int64_t hash);
/* Takes the key out of the order, if it is there. 0, or -1. */
int odict_drop_node(MinipyVM *vm, OrderedDictObj *od, Value key, int64_t hash);
/* To the end of the order, or to its start. */
void odict_move_node(OrderedDictObj *od, uint32_t node, bool last);
void odict_clear_order(MinipyVM *vm, OrderedDictObj *od);

#endif
