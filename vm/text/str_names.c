/* str_names.c - the strings that every vm has: the names that C code looks up, those of
 * one ASCII character, and others of ASCII that are interned while the image is open
 * (vm/memory/shared.h).
 */
#include <assert.h>
#include <string.h>

#include "vm/memory/shared.h"
#include "vm/text/str_private.h"

enum { HEADER = offsetof(StrObj, data) };

Value str_shared_find(const SharedImage *image, const void *text, size_t size,
                      int64_t hash)
{
    for (size_t at = (size_t)hash % SHARED_CELLS; image->cells[at];
         at = (at + 1) % SHARED_CELLS) {
        const StrObj *s = image->cells[at];
        if (s->hash == hash && (size_t)s->length == size &&
            memcmp(s->data, text, size) == 0)
            return value_from_obj(s);
    }
    return VALUE_NULL;
}

static StrObj *lay_out(SharedImage *image, const char *text, size_t size, int64_t hash)
{
    StrObj *s = shared_alloc(image, HEADER + size + 1);
    if (!s)
        return NULL;
    s->ob = shared_header(KIND_STR, &image->types[KIND_STR]);
    s->ob.flags = OBJ_INTERNED;
    s->hash = hash;
    s->length = (int64_t)size;
    s->width = s->ascii = 1;
    memcpy(s->data, text, size);
    return s;
}

Value str_shared_add(SharedImage *image, const char *text, size_t size, int64_t hash)
{
    bool room = image->used < SHARED_CELLS / 2;
    StrObj *s = room ? lay_out(image, text, size, hash) : NULL;
    if (!s)
        return VALUE_NULL;
    size_t at = (size_t)hash % SHARED_CELLS;
    while (image->cells[at])
        at = (at + 1) % SHARED_CELLS;
    image->cells[at] = s;
    image->used++;
    return value_from_obj(s);
}

Value str_shared(MinipyVM *vm, const char *text)
{
    size_t size = strlen(text);
    int64_t hash = hash_bytes(&vm->hash_key, text, size);
    Value v = str_shared_find(vm->shared, text, size, hash);
    if (!v)
        v = str_shared_add(vm->shared, text, size, hash);
    assert(v); /* the image has room for what the program itself brings along */
    return v;
}

static void make_names(MinipyVM *vm, SharedImage *image)
{
    static const char *const names[] = {
#define X(id) #id,
#include "vm/core/names.def"
#undef X
    };
    image->empty_str = str_shared(vm, "");
    image->ascii[0] = str_shared_add(image, "", 1, hash_bytes(&image->key, "", 1));
    for (int c = 1; c < 128; c++)
        image->ascii[c] = str_shared(vm, (char[2]){(char)c, 0});
    for (int i = 0; i < NAME_COUNT; i++)
        image->names[i] = str_shared(vm, names[i]);
}

void str_names_init(MinipyVM *vm)
{
    SharedImage *image = vm->shared;
    if (image->open)
        make_names(vm, image);
    vm->empty_str = image->empty_str;
    memcpy(vm->ascii, image->ascii, sizeof vm->ascii);
    memcpy(vm->names, image->names, sizeof vm->names);
}
