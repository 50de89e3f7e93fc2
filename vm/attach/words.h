/* words.h - a text that grows, in memory that is not the vm's: an observer must not
 * bring a program to its limit. */
#ifndef MINIPY_VM_ATTACH_WORDS_H
#define MINIPY_VM_ATTACH_WORDS_H

#include "vm/core/vm.h"

typedef struct Words {
    char *bytes; /* owned; no NUL at the end */
    size_t used, room;
    bool cut; /* there was no memory for all of it */
} Words;

/* These cannot fail: what finds no room is left out, and the text is `cut`. */
void words_put_bytes(Words *words, const void *bytes, size_t size);
void words_put(Words *words, const char *text);
void words_putf(Words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A str's characters as UTF-8, "?" for what is none. */
void words_put_str(Words *words, Value str);
/* What repr() says of numbers, texts and containers, cut where it gets long; of other
 * objects the class and the address. Runs no code, and takes nothing of the vm's
 * memory. */
void words_put_value(Words *words, MinipyVM *vm, Value value);
/* "module.Name", "Name" of the built-in ones. */
void words_put_type(Words *words, MinipyVM *vm, const TypeObj *type);
void words_free(Words *words);

#endif
