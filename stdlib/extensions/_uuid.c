/* _uuid.c - the module _uuid: the one function of libuuid that uuid.uuid1() asks.
 */
#include <uuid/uuid.h>

#include "common.h"

/* Also whether no other process can have made the same: 0, or -1 (nobody kept watch).
 */
static METHOD(uuid_time_safe)
{
    uuid_t id;
    int safe = uuid_generate_time_safe(id);
    const MinipyValue pair[] = {minipy_bytes(vm, id, sizeof id), minipy_int(vm, safe)};
    MinipyValue r = pair[0] && pair[1] ? minipy_tuple(vm, pair, 2) : MINIPY_NULL;
    minipy_release(vm, pair[0]);
    minipy_release(vm, pair[1]);
    return r;
}

/* clang-format off */
static const MinipyMethod functions[] = {ROW("generate_time_safe", uuid_time_safe, "()", NULL), {0}};
/* clang-format on */
static const Number numbers[] = {{"has_uuid_generate_time_safe", 1}, {0}};

static int fill(MinipyVM *vm, MinipyValue module)
{
    return add_numbers(vm, module, numbers);
}

MINIPY_MODULE(_uuid) = {MINIPY_MODULE_HEAD, .name = "_uuid", .functions = functions,
                        .exec = fill};
