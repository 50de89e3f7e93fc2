/* odict_order.c - the order of an OrderedDict: a ring of nodes, and the way from a key
 * to its node.
 *
 * A key is looked up in the dict's table; slots[] has the node for each place of it.
 * When the table was made anew since, slots[] is made again, from the ring. A key of
 * the ring that the table has no more is then taken for the next entry of the table: so
 * is it in CPython, and programs can see it. Read next: ordereddict.c.
 */
#include "stdlib/data/ordereddict_private.h"

/* ---- from a key to its node ------------------------------------------------------ */

/* As many as CPython has: __sizeof__() tells of them. */
static uint32_t slots_wanted(const OrderedDictObj *od)
{
    return (uint32_t)1 << dict_cpythons_log2(&od->dict);
}

static bool slots_fit(const OrderedDictObj *od)
{
    return od->slots_of == od->dict.entries && od->nslots == slots_wanted(od);
}

/* The key's place in the table, or that of the entry to come. -1: exception. */
static int64_t place_of(MinipyVM *vm, OrderedDictObj *od, Value key, int64_t hash)
{
    int64_t at = dict_find(vm, &od->dict, key, hash);
    return at == DICT_ABSENT ? od->dict.nentries : at < 0 ? -1 : at;
}

/* 1: all nodes are in slots[], 0: what a look-up ran has changed the dict, -1. */
static int fill_slots(MinipyVM *vm, OrderedDictObj *od)
{
    uint64_t moment = odict_moment(od);
    for (uint32_t n = odict_step(od, 0, false); n; n = od->nodes[n].next) {
        Value key = value_incref(od->nodes[n].key);
        int64_t at = place_of(vm, od, key, od->nodes[n].hash);
        value_decref(vm, key);
        if (at < 0)
            return -1;
        if (odict_moment(od) != moment || !slots_fit(od))
            return 0;
        od->slots[at] = n;
        od->nodes[n].slot = (uint32_t)at;
    }
    return 1;
}

static int make_slots(MinipyVM *vm, OrderedDictObj *od)
{
    int r = 0;
    while (r == 0) {
        uint32_t n = slots_wanted(od);
        uint32_t *slots = mem_calloc(vm, n * sizeof *slots);
        if (!slots)
            return -1;
        mem_free(vm, od->slots);
        od->slots = slots;
        od->nslots = n;
        od->slots_of = od->dict.entries;
        r = fill_slots(vm, od);
    }
    if (r < 0)
        od->nslots = 0; /* half of them are missing: not to be used */
    return r;
}

/* The key's cell of slots[]; -1: exception. */
static int64_t slot_of(MinipyVM *vm, OrderedDictObj *od, Value key, int64_t hash)
{
    int64_t at = 0;
    do {
        if (!slots_fit(od) && make_slots(vm, od) < 0)
            return -1;
        at = place_of(vm, od, key, hash);
    } while (at >= 0 && !slots_fit(od));
    return at;
}

uint32_t odict_find_node(MinipyVM *vm, OrderedDictObj *od, Value key, int64_t hash)
{
    int64_t at = odict_no_order(od) ? -1 : slot_of(vm, od, key, hash);
    return at < 0 ? 0 : od->slots[at];
}

uint32_t odict_find_node_at(MinipyVM *vm, OrderedDictObj *od, uint32_t node, Value key)
{
    if (od->dict.str_keys && value_is_exact(vm, key, KIND_STR) && slots_fit(od) &&
        node < od->nnodes) {
        uint32_t at = od->nodes[node].slot;
        if (at < od->dict.nentries && od->slots[at] == node &&
            dict_entry(&od->dict, at)->key == key)
            return node; /* the look-up would run no code and end here */
    }
    int64_t hash = odict_no_order(od) ? -1 : dict_hash_key(vm, key);
    return hash == -1 ? 0 : odict_find_node(vm, od, key, hash);
}

/* ---- the ring -------------------------------------------------------------------- */

static void link_node(OrderedDictObj *od, uint32_t n, uint32_t prev, uint32_t next)
{
    OdictNode *nodes = od->nodes;
    nodes[n].prev = prev;
    nodes[n].next = next;
    nodes[prev].next = nodes[next].prev = n;
    od->state++;
}

static void unlink_node(OrderedDictObj *od, uint32_t n)
{
    OdictNode *nodes = od->nodes;
    nodes[nodes[n].prev].next = nodes[n].next;
    nodes[nodes[n].next].prev = nodes[n].prev;
    od->state++;
}

void odict_move_node(OrderedDictObj *od, uint32_t n, bool last)
{
    if (odict_step(od, 0, last) == n)
        return;
    unlink_node(od, n);
    if (last)
        link_node(od, n, od->nodes[0].prev, 0);
    else
        link_node(od, n, 0, od->nodes[0].next);
}

/* A cell of nodes[]; 0: out of memory. */
static uint32_t new_node(MinipyVM *vm, OrderedDictObj *od)
{
    uint32_t n = od->free_node;
    if (n) {
        od->free_node = od->nodes[n].next;
        return n;
    }
    if (od->nnodes >= od->capacity) {
        uint32_t capacity = od->capacity ? od->capacity * 2 : 8;
        OdictNode *nodes = mem_realloc_array(vm, od->nodes, capacity, sizeof *nodes);
        if (!nodes)
            return 0;
        if (!od->nodes)
            nodes[od->nnodes++] = (OdictNode){0};
        od->nodes = nodes;
        od->capacity = capacity;
    }
    return od->nnodes++;
}

int odict_add_node(MinipyVM *vm, OrderedDictObj *od, Value key, int64_t hash)
{
    int64_t at = slot_of(vm, od, key, hash);
    if (at < 0)
        return -1;
    if (od->slots[at])
        return 0;
    uint32_t n = new_node(vm, od);
    if (!n)
        return -1;
    od->nodes[n].key = value_incref(key);
    od->nodes[n].hash = hash;
    od->nodes[n].slot = (uint32_t)at;
    od->slots[at] = n;
    link_node(od, n, od->nodes[0].prev, 0);
    return 0;
}

int odict_drop_node(MinipyVM *vm, OrderedDictObj *od, Value key, int64_t hash)
{
    if (odict_no_order(od))
        return 0;
    int64_t at = slot_of(vm, od, key, hash);
    uint32_t n = at < 0 ? 0 : od->slots[at];
    if (!n)
        return at < 0 ? -1 : 0;
    Value old = od->nodes[n].key;
    od->slots[at] = 0;
    unlink_node(od, n);
    od->nodes[n].key = VALUE_NULL;
    od->nodes[n].next = od->free_node;
    od->free_node = n;
    value_decref(vm, old);
    return 0;
}

void odict_clear_order(MinipyVM *vm, OrderedDictObj *od)
{
    OdictNode *nodes = od->nodes;
    uint32_t *slots = od->slots;
    od->nodes = NULL;
    od->slots = NULL;
    od->slots_of = NULL;
    od->nnodes = od->capacity = od->free_node = od->nslots = 0;
    od->clears++;
    for (uint32_t n = nodes ? nodes[0].next : 0; n; n = nodes[n].next)
        value_decref(vm, nodes[n].key);
    mem_free(vm, nodes);
    mem_free(vm, slots);
}
