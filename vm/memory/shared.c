/* shared.c - the images of shared.h: where they lie, and who uses them.
 *
 * An image is one mapping: a page that says who uses it, then its struct, then objects
 * one after the other, each 8 bytes past a multiple of 16. Read next: types_init() in
 * type.c, which fills it.
 */
#include "vm/memory/shared.h"

#include <pthread.h>
#include <sys/mman.h>

/* MAPPING is address space; pages that are not reached are never there. */
enum { MAPPING = 1 << 20, PAGE = 4096, COUNT_FOREVER = UINT32_MAX / 2 };

/* The page before an image. */
typedef struct Users {
    struct Users *next;
    int count;  /* vms */
    bool whole; /* others may take it */
} Users;

/* Guards the list, and is held while an image is open. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Users *images; /* one without users may be among them */

static SharedImage *image_of(Users *u)
{
    return (SharedImage *)(void *)((char *)u + PAGE);
}

static Users *users_of(SharedImage *image)
{
    return (Users *)(void *)((char *)image - PAGE);
}

static Users *image_new(const HashKey *key)
{
    char *p = mmap(NULL, MAPPING, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    Users *u = (Users *)(void *)p;
    SharedImage *image = image_of(u);
    image->key = *key;
    image->open = true;
    image->top = (char *)image + ((sizeof *image + 15) & ~(size_t)15) + 8;
    image->end = p + MAPPING;
    _Static_assert(sizeof(TypeObj) % 16 == 0, "types lie one behind the other");
    image->types = shared_alloc(image, SHARED_TYPES * sizeof(TypeObj));
    u->next = images;
    images = u;
    return u;
}

static Users *find(const HashKey *key)
{
    for (Users *u = images; u; u = u->next)
        if (u->whole && image_of(u)->key.k0 == key->k0 &&
            image_of(u)->key.k1 == key->k1)
            return u;
    return NULL;
}

SharedImage *shared_take(const HashKey *key)
{
    pthread_mutex_lock(&lock);
    Users *u = find(key);
    if (!u)
        u = image_new(key);
    if (u)
        u->count++;
    if (!u || !image_of(u)->open)
        pthread_mutex_unlock(&lock);
    return u ? image_of(u) : NULL;
}

void shared_close(SharedImage *image, bool whole)
{
    image->open = false;
    users_of(image)->whole = whole;
#ifdef MINIPY_CHECK_MEMORY
    mprotect(image, MAPPING - PAGE, PROT_READ);
#endif
    pthread_mutex_unlock(&lock);
}

static void drop_unused(void)
{
    for (Users **at = &images; *at; at = &(*at)->next) {
        Users *u = *at;
        if (u->count == 0) {
            *at = u->next;
            munmap(u, MAPPING);
            return;
        }
    }
}

void shared_leave(SharedImage *image)
{
    Users *u = users_of(image);
    pthread_mutex_lock(&lock);
    if (u->count == 1)
        drop_unused();
    u->count--;
    pthread_mutex_unlock(&lock);
}

void *shared_alloc(SharedImage *image, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (size > (size_t)(image->end - image->top))
        return NULL;
    void *p = image->top;
    image->top += size;
    return p;
}

Object shared_header(Kind kind, TypeObj *type)
{
    return (Object){.refs = COUNT_FOREVER, .kind = (uint8_t)kind, .type = type};
}
