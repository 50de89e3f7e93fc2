/* str_names.c - the strings that every vm has: the names that C code looks up, and
 * those of one ASCII character.
 *
 * They lie in one block that is laid out once in a process, hashes included, and copied
 * for each vm. They die with the vm and not before: their count of references starts so
 * high that it never reaches zero, and the block is freed last of all.
 */
#include <pthread.h>
#include <string.h>

#include "vm/text/str_private.h"

enum { HEADER = offsetof(StrObj, data), COUNT_FOREVER = UINT32_MAX / 2 };
#define BLOCK_SIZE(length) (((size_t)HEADER + (length) + 1 + 15) & ~(size_t)15)

enum {
    ASCII_SIZE = 128 * BLOCK_SIZE(1),
    IMAGE_SIZE = ASCII_SIZE
#define X(id) +BLOCK_SIZE(sizeof #id - 1)
#include "vm/core/names.def"
#undef X
};

static struct {
    HashKey key; /* that the hashes were made with */
    _Alignas(16) char block[IMAGE_SIZE];
} image;

static StrObj *at(void *block, size_t offset)
{
    return (StrObj *)(void *)((char *)block + offset);
}

static size_t size_of(const StrObj *s)
{
    return BLOCK_SIZE((size_t)s->length);
}

static size_t lay_out(size_t offset, const char *text, size_t length)
{
    StrObj *s = at(image.block, offset);
    s->ob = (Object){.refs = COUNT_FOREVER, .kind = KIND_STR};
    s->hash = hash_bytes(&image.key, text, length);
    s->length = (int64_t)length;
    s->width = s->ascii = 1;
    memcpy(s->data, text, length);
    return offset + size_of(s);
}

static void make_image(const HashKey *key)
{
    image.key = *key;
    size_t offset = 0;
    for (int c = 0; c < 128; c++)
        offset = lay_out(offset, &(char){(char)c}, 1);
#define X(id) offset = lay_out(offset, #id, sizeof #id - 1);
#include "vm/core/names.def"
#undef X
}

/* The first vm's key is that of the image; another one hashes its strings itself. */
static bool image_has_key(const HashKey *key)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool made;
    pthread_mutex_lock(&lock);
    if (!made)
        make_image(key);
    made = true;
    pthread_mutex_unlock(&lock);
    return image.key.k0 == key->k0 && image.key.k1 == key->k1;
}

int str_names_init(MinipyVM *vm)
{
    bool hashed = image_has_key(&vm->hash_key);
    char *block = vm->names_block = mem_alloc(vm, IMAGE_SIZE);
    if (!block)
        return -1;
    memcpy(block, image.block, IMAGE_SIZE);
    size_t offset = 0;
    for (int i = 0; i < 128 + NAME_COUNT; i++) {
        StrObj *s = at(block, offset);
        Value v = value_from_obj(s);
        s->ob.type = vm->types[KIND_STR];
        if (!hashed) {
            s->hash = -1;
            str_hash(vm, v);
        }
        if (str_intern_new(vm, s) < 0)
            return -1;
        *(i < 128 ? &vm->ascii[i] : &vm->names[i - 128]) = v;
        offset += size_of(s);
    }
    return 0;
}

void str_names_fini(MinipyVM *vm)
{
    mem_free(vm, vm->names_block);
    vm->names_block = NULL;
    memset(vm->names, 0, sizeof vm->names);
    memset(vm->ascii, 0, sizeof vm->ascii);
}
