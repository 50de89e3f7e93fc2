/* Memory and maps of views (view.h).
 *
 * Maps are open-addressed, at most half full, and nothing is taken out of them. */
#include <stdlib.h>
#include <string.h>

#include "probes/views/view.h"

void *view_alloc(size_t size)
{
    return calloc(1, size);
}

void view_free(void *block)
{
    free(block);
}

char *view_copy(const char *text)
{
    return strdup(text);
}

void *view_grow(void *items, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0 || (count > 0 && count < 8))
        return items;
    return realloc(items, (count < 8 ? 8 : count * 2) * size);
}

/* ---- bytes ----------------------------------------------------------------------- */

void view_bytes_add(ViewBytes *to, const void *bytes, size_t length)
{
    if (length == 0)
        return;
    if (length > to->room - to->length) {
        size_t room = (to->length + length) * 2;
        char *more = to->failed ? NULL : realloc(to->bytes, room);
        if (more == NULL) {
            to->failed = true;
            return;
        }
        to->bytes = more;
        to->room = room;
    }
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

static void add_bytes(void *to, const char *bytes, size_t length)
{
    view_bytes_add(to, bytes, length);
}

bool view_bytes_put(ViewBytes *to, void (*put)(void *user, ViewOutput *out), void *user)
{
    ViewTarget target = {.write = add_bytes, .user = to};
    ViewOutput *out = view_output_new(&target);
    if (out == NULL)
        return to->failed = true, false;
    put(user, out);
    view_output_close(out);
    return !to->failed;
}

/* ---- maps ------------------------------------------------------------------------ */

static size_t hash_of(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ (b << 32 | b >> 32)) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(h ^ h >> 29);
}

static ViewSlot *find(const ViewMap *map, uint64_t a, uint64_t b)
{
    size_t i = hash_of(a, b) & (map->room - 1);
    while (map->slots[i].a != 0 && (map->slots[i].a != a || map->slots[i].b != b))
        i = (i + 1) & (map->room - 1);
    return &map->slots[i];
}

static bool widen(ViewMap *map)
{
    ViewMap wider = {.count = map->count, .room = map->room ? map->room * 2 : 32};
    wider.slots = calloc(wider.room, sizeof *wider.slots);
    if (wider.slots == NULL)
        return false;
    for (size_t i = 0; i < map->room; i++)
        if (map->slots[i].a != 0)
            *find(&wider, map->slots[i].a, map->slots[i].b) = map->slots[i];
    free(map->slots);
    *map = wider;
    return true;
}

void **view_map_at(ViewMap *map, uint64_t a, uint64_t b)
{
    if (map->room > 0) {
        ViewSlot *slot = find(map, a, b);
        if (slot->a != 0)
            return &slot->value;
    }
    if (map->count * 2 >= map->room && !widen(map))
        return NULL;
    ViewSlot *slot = find(map, a, b);
    *slot = (ViewSlot){.a = a, .b = b};
    map->count++;
    return &slot->value;
}

void *view_row_at(ViewMap *map, uint64_t a, uint64_t b, size_t size)
{
    void **place = view_map_at(map, a, b);
    if (place != NULL && *place == NULL)
        *place = view_alloc(size);
    return place != NULL ? *place : NULL;
}

void view_map_free(ViewMap *map, void (*release)(void *value))
{
    for (size_t i = 0; release != NULL && i < map->room; i++)
        if (map->slots[i].a != 0 && map->slots[i].value != NULL)
            release(map->slots[i].value);
    free(map->slots);
    *map = (ViewMap){0};
}

/* ---- texts ----------------------------------------------------------------------- */

static uint64_t hash_text(const char *text)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return h | 1;
}

const char *view_intern(ViewMap *texts, const char *text)
{
    uint64_t hash = hash_text(text);
    for (uint64_t turn = 0;; turn++) { /* another text may have the same hash */
        void **place = view_map_at(texts, hash, turn);
        if (place == NULL)
            return NULL;
        if (*place == NULL)
            return *place = view_copy(text);
        if (strcmp(*place, text) == 0)
            return *place;
    }
}

void view_texts_free(ViewMap *texts)
{
    view_map_free(texts, free);
}
