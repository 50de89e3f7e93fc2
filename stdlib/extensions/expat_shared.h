/* expat_shared.h - what the modules over libexpat share: memory that is the vm's, and
 * the encodings that libexpat does not know but Python does. */
#ifndef MINIPY_EXTENSIONS_EXPAT_SHARED_H
#define MINIPY_EXTENSIONS_EXPAT_SHARED_H

#include <expat.h>

#include "common.h"

/* The vm in which this thread calls libexpat, whose functions of memory are told
 * nothing. */
static THREAD_LOCAL MinipyVM *calling;

#define CALL(vm, r, expr)                                                              \
    do {                                                                               \
        MinipyVM *outer_ = calling;                                                    \
        calling = (vm);                                                                \
        r = (expr);                                                                    \
        calling = outer_;                                                              \
    } while (0)

/* While an exception is pending nothing can be charged, and libexpat reads on: what it
 * takes then, which the rest of a chunk bounds, is not counted. */
static MinipyVM *charged(void)
{
    return calling && !minipy_error_occurred(calling) ? calling : NULL;
}

static void *expat_alloc(size_t size)
{
    return library_alloc(charged(), size);
}

static void *expat_realloc(void *block, size_t size)
{
    void *to = library_alloc(charged(), size);
    if (to && block) {
        size_t old = ((Block *)block - 1)->size;
        memcpy(to, block, old < size ? old : size);
        library_free(block);
    }
    return to;
}

static const XML_Memory_Handling_Suite expat_memory = {expat_alloc, expat_realloc,
                                                       library_free};

/* Keys the parser's tables as the vm's own are keyed; without that libexpat asks the
 * system for numbers, for each parser. */
static inline void key_tables(MinipyVM *vm, XML_Parser expat)
{
    int64_t hash = 0;
    MinipyValue text = minipy_str(vm, "libexpat", 8);
    if (!text || minipy_hash(vm, text, &hash) < 0 ||
        !XML_SetHashSalt(expat, (unsigned long)hash))
        minipy_error_clear(vm); /* then it asks */
    minipy_release(vm, text);
}

/* What the 256 bytes are in an encoding: a str, of 256 characters; MINIPY_NULL:
 * exception. */
static inline MinipyValue all_bytes_decoded(MinipyVM *vm, const char *encoding)
{
    unsigned char all[256];
    for (int i = 0; i < 256; i++)
        all[i] = (unsigned char)i;
    MinipyValue bytes = minipy_bytes(vm, all, 256);
    MinipyValue args[] = {minipy_str(vm, encoding, strlen(encoding)),
                          minipy_str(vm, "replace", 7)};
    MinipyValue text = bytes && args[0] && args[1]
                           ? minipy_call_method(vm, bytes, "decode", args, 2)
                           : MINIPY_NULL;
    minipy_release(vm, args[0]);
    minipy_release(vm, args[1]);
    minipy_release(vm, bytes);
    if (text && minipy_length(vm, text) != 256) {
        minipy_raise(vm, "ValueError", "multi-byte encodings are not supported");
        replace(vm, &text, MINIPY_NULL);
    }
    return text;
}

/* What libexpat wants of a byte's character: its number; -1: there is none. */
static inline int encoding_code(const unsigned char *c)
{
    int code = c[0] < 0x80   ? c[0]
               : c[0] < 0xe0 ? (c[0] & 0x1f) << 6 | (c[1] & 0x3f)
                             : (c[0] & 0x0f) << 12 | (c[1] & 0x3f) << 6 | (c[2] & 0x3f);
    return code == 0xfffd ? -1 : code;
}

/* An encoding that libexpat does not know, if it is one byte a character. */
static inline int expat_encoding(MinipyVM *vm, const char *name, XML_Encoding *info)
{
    if (minipy_error_occurred(vm))
        return XML_STATUS_ERROR;
    MinipyValue text = all_bytes_decoded(vm, name);
    for (int i = 0; text && i < 256 && !minipy_error_occurred(vm); i++) {
        MinipyValue one = minipy_getitem_at(vm, text, i);
        const char *c = one ? minipy_as_str(vm, one, NULL) : NULL;
        if (c)
            info->map[i] = encoding_code((const unsigned char *)c);
        minipy_release(vm, one);
    }
    minipy_release(vm, text);
    info->data = NULL;
    info->convert = NULL;
    info->release = NULL;
    return minipy_error_occurred(vm) ? XML_STATUS_ERROR : XML_STATUS_OK;
}

#endif
