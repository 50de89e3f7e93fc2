/* _crypt.c - the module _crypt: libcrypt's hashes of passwords, for crypt.
 */
#include <crypt.h>
#include <errno.h>

#include "common.h"

/* An argument's text. NULL: exception. */
static const char *text_of(MinipyVM *vm, MinipyValue v, int number)
{
    if (minipy_kind(v) == MINIPY_IS_STR)
        return plain_text(vm, v);
    minipy_raisef(vm, "TypeError", "crypt() argument %d must be str, not %s", number,
                  minipy_is_none(v) ? "None" : minipy_type_name(vm, v));
    return NULL;
}

/* Some methods take long on purpose: outside the vm. */
static METHOD(crypt_crypt)
{
    const char *word = text_of(vm, args[0], 1);
    const char *salt = word ? text_of(vm, args[1], 2) : NULL;
    struct crypt_data *data = salt ? library_alloc(vm, sizeof *data) : NULL;
    if (!data)
        return salt ? minipy_raise(vm, "MemoryError", NULL) : MINIPY_NULL;
    memset(data, 0, sizeof *data);
    MinipyThread *me = minipy_thread_leave(vm);
    const char *hash = crypt_r(word, salt, data);
    int number = errno;
    minipy_thread_enter(vm, me);
    MinipyValue r = hash ? minipy_str(vm, hash, strlen(hash))
                         : minipy_raise_errno(vm, number, NULL);
    explicit_bzero(data, sizeof *data);
    library_free(data);
    return r;
}

/* clang-format off */
static const MinipyMethod functions[] = {
    ROW("crypt", crypt_crypt, "(word, salt, /)", "The word hashed with the salt, whose beginning names the method."),
    {0}};
/* clang-format on */

MINIPY_MODULE(_crypt) = {MINIPY_MODULE_HEAD, .name = "_crypt", .functions = functions};
