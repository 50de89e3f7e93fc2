/* memory.c - SQLite's memory counts as the vm's.
 *
 * SQLite has one allocator for the process (SQLITE_CONFIG_MALLOC), so each block says
 * for which vm it was taken: the one that this thread called SQLite for. While the
 * thread is in that vm what was noted is charged as soon as it is a page, so that the
 * vm's limit makes SQLite run out of memory; while the vm's lock is given up, it is
 * noted and charged when the lock is back. Rejected: differences of
 * sqlite3_memory_used(), which all vms of a process share, and which a limit sees when
 * it is too late.
 *
 * Where a host has used SQLite before, its allocator stays, and nothing is counted.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "sqlite.h"

/* Of a vm. It stays when the vm goes, as SQLite may keep blocks, and is another vm's
 * when none is left. */
struct Account {
    MinipyVM *vm; /* NULL: the vm is gone */
    atomic_long uncharged;
    long charged; /* by a thread that is in the vm */
    Account *next;
};

static pthread_mutex_t accounts_lock = PTHREAD_MUTEX_INITIALIZER;
static Account *accounts; /* all of the process */

typedef struct Head {
    Account *account; /* NULL: nobody's */
    size_t size;
} Head;

static THREAD_LOCAL struct {
    Account *account;
    bool inside; /* the thread is in the vm */
    long kept;   /* of the account, not noted yet: less than KEPT_STEP */
    struct Spare *spare;
} now;

/* Most blocks are small and go soon: the vm is told of their sum now and then, and the
 * account, which other threads write to as well, when some came together. */
enum { CHARGE_STEP = 4096, KEPT_STEP = 512 };

/* Charges what was noted; false: the limit does not have it, and it stays noted. */
static bool charge_noted(Account *a)
{
    long bytes = atomic_exchange(&a->uncharged, 0);
    if (minipy_charge(a->vm, bytes) == 0)
        return a->charged += bytes, true;
    minipy_error_clear(a->vm);
    atomic_fetch_add(&a->uncharged, bytes);
    return false;
}

static void note_kept(void)
{
    if (now.kept)
        atomic_fetch_add(&now.account->uncharged, now.kept);
    now.kept = 0;
}

/* False: the limit does not have more. */
static bool charge_now(Account *a, long more)
{
    long add = more;
    if (a == now.account) { /* it has grown by more already */
        add = now.kept;
        now.kept = 0;
    }
    long bytes = atomic_fetch_add(&a->uncharged, add) + add;
    if (labs(bytes) < CHARGE_STEP || now.account != a || !now.inside || !a->vm ||
        minipy_error_occurred(a->vm) || charge_noted(a) || more < 0)
        return true;
    atomic_fetch_add(&a->uncharged, -more);
    return false;
}

static inline bool charge(Account *a, long more)
{
    if (!a)
        return true;
    if (a == now.account) {
        now.kept += more;
        if (labs(now.kept) < KEPT_STEP)
            return true;
    }
    return charge_now(a, more);
}

/* ---- small blocks ---------------------------------------------------------------- */

/* A thread keeps what it gives back for the next block of that size: SQLite, as Debian
 * builds it, has no lookaside memory of its own and takes each value it copies from
 * here, so that malloc() had a tenth of the time of programs with small rows. */
enum { GRAIN = 16, GRAINS = 40, KEPT_BYTES = 4096 }; /* sizes; bytes of each */

typedef struct Spare {
    Head *first[GRAINS + 1]; /* chained by the word behind the head */
    int bytes[GRAINS + 1];
} Spare;

static pthread_key_t spare_key; /* so that it goes with the thread */
static bool spares_kept;

static void spare_free(void *of_thread)
{
    Spare *spare = of_thread;
    now.spare = NULL;
    for (int i = 0; i <= GRAINS; i++)
        for (Head *h; (h = spare->first[i]);) {
            spare->first[i] = *(Head **)(h + 1);
            free(h);
        }
    free(spare);
}

static Spare *spare_of_thread(void)
{
    if (now.spare || !spares_kept)
        return now.spare;
    Spare *spare = calloc(1, sizeof *spare);
    if (spare && pthread_setspecific(spare_key, spare) == 0)
        now.spare = spare;
    else
        free(spare);
    return now.spare;
}

/* Which of the sizes a block of so many bytes has; more than GRAINS: none. */
static inline size_t grain_of(size_t size)
{
    return (size + GRAIN - 1) / GRAIN;
}

static Head *head_alloc(size_t size)
{
    size_t grain = grain_of(size);
    Spare *spare = now.spare;
    if (grain > GRAINS)
        return malloc(sizeof(Head) + grain * GRAIN);
    Head *h = spare ? spare->first[grain] : NULL;
    if (!h)
        return malloc(sizeof *h + grain * GRAIN);
    spare->first[grain] = *(Head **)(h + 1);
    spare->bytes[grain] -= (int)grain * GRAIN;
    return h;
}

static void head_free(Head *h)
{
    size_t grain = grain_of(h->size);
    Spare *spare = grain > GRAINS ? NULL : spare_of_thread();
    if (!spare || spare->bytes[grain] >= KEPT_BYTES) {
        free(h);
        return;
    }
    *(Head **)(h + 1) = spare->first[grain];
    spare->first[grain] = h;
    spare->bytes[grain] += (int)grain * GRAIN;
}

static void *take(int size)
{
    if (size <= 0 || !charge(now.account, size))
        return NULL;
    Head *h = head_alloc((size_t)size);
    if (!h) {
        charge(now.account, -size);
        return NULL;
    }
    *h = (Head){now.account, (size_t)size};
    return h + 1;
}

static void give_back(void *block)
{
    Head *h = (Head *)block - 1;
    charge(h->account, -(long)h->size);
    head_free(h);
}

/* It stays the account's that it is. */
static void *resize(void *block, int size)
{
    Head *h = (Head *)block - 1;
    Account *a = h->account;
    long more = size - (long)h->size;
    if (size <= 0 || !charge(a, more))
        return NULL;
    if (grain_of((size_t)size) != grain_of(h->size)) {
        size_t grain = grain_of((size_t)size);
        Head *grown = realloc(h, sizeof *h + grain * GRAIN);
        if (!grown) {
            charge(a, -more);
            return NULL;
        }
        h = grown;
    }
    h->size = (size_t)size;
    return h + 1;
}

static int size_of(void *block)
{
    return block ? (int)((Head *)block - 1)->size : 0;
}

static int round_up(int size)
{
    return (size + 7) & ~7;
}

static int nothing(void *unused)
{
    (void)unused;
    return SQLITE_OK;
}

static void no_shutdown(void *unused)
{
    (void)unused;
}

void memory_init(void)
{
    static const sqlite3_mem_methods methods = {
        take, give_back, resize, size_of, round_up, nothing, no_shutdown, NULL};
    static atomic_bool done;
    /* SQLite's own sums stay, though they take a mutex at each block (a tenth of a
     * program of many rows): PRAGMA hard_heap_limit works by them. */
    if (atomic_exchange(&done, true))
        return;
    spares_kept = pthread_key_create(&spare_key, spare_free) == 0;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
    sqlite3_config(SQLITE_CONFIG_MUTEX, &sqlite_mutexes);
}

void memory_begin(MemoryScope *scope, Account *account, bool inside)
{
    note_kept();
    scope->account = now.account;
    scope->inside = now.inside;
    now.account = account;
    now.inside = inside;
}

void memory_end(const MemoryScope *scope)
{
    note_kept();
    now.account = scope->account;
    now.inside = scope->inside;
}

/* What goes past the limit stays noted: the next block that is charged at once meets
 * it. NULL: of a connection that outlives the module. */
void memory_settle(Account *a)
{
    if (a && a->vm && labs(atomic_load(&a->uncharged)) >= CHARGE_STEP &&
        !minipy_error_occurred(a->vm))
        charge_noted(a);
}

/* An account that nobody has and no block names; NULL: there is none. */
static Account *left_account(void)
{
    Account *a = accounts;
    while (a && (a->vm || atomic_load(&a->uncharged)))
        a = a->next;
    return a;
}

Account *memory_account(MinipyVM *vm)
{
    pthread_mutex_lock(&accounts_lock);
    Account *a = left_account();
    if (!a && (a = calloc(1, sizeof *a))) {
        a->next = accounts;
        accounts = a;
    }
    if (a)
        a->vm = vm;
    pthread_mutex_unlock(&accounts_lock);
    return a;
}

/* What is left is noted, and goes from there block by block. */
void memory_forget(Account *a)
{
    if (!a)
        return;
    minipy_charge(a->vm, -a->charged);
    pthread_mutex_lock(&accounts_lock);
    atomic_fetch_add(&a->uncharged, a->charged);
    a->charged = 0;
    a->vm = NULL;
    pthread_mutex_unlock(&accounts_lock);
}
