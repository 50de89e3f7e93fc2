/* wordcode.h - a code object as CPython 3.11 shows it.
 *
 * Programs see co_code, co_linetable, co_exceptiontable and all offsets in CPython's
 * wordcode: words of two bytes, EXTENDED_ARG, CACHE. It is made when somebody asks, and
 * code that programs make of such bytes is translated back.
 * Implementation: wordcode.c (to words), wordcode_parse.c (from words), code_tables.c.
 */
#ifndef MINIPY_VM_CODE_WORDCODE_H
#define MINIPY_VM_CODE_WORDCODE_H

#include "vm/code/code.h"

enum {
#define WORD(name, number, caches) WORD_##name = number,
#define OWN_WORD(name, number, caches) WORD_##name = number,
#include "vm/code/wordcode.def"
#undef WORD
#undef OWN_WORD
    WORD_HAVE_ARGUMENT = 90,
};

struct Wordcode {
    Value code, linetable, exceptiontable; /* bytes */
    uint32_t count;                        /* words of co_code */
    int stacksize;                         /* cells that they need */
    /* For each unit, and one past the last: the word where a jump to it lands, and the
     * word that f_lasti names while it runs. */
    uint32_t *first, *lasti;
};

extern const uint8_t word_caches[256];
extern const uint8_t word_to_opcode[256]; /* our instruction; OP_NOP if it has none */
/* An instruction of CPython 3.11 that the translation knows? */
bool word_known(unsigned op);

/* The words of c, which keeps them. NULL: out of memory. */
const Wordcode *code_words(MinipyVM *vm, CodeObj *c);
Wordcode *wordcode_new(MinipyVM *vm, uint32_t nunits); /* with zeroed maps */
void wordcode_free(MinipyVM *vm, Wordcode *w);         /* NULL is fine */

/* What f_lasti and tb_lasti show for a unit: bytes of co_code; -1 on error. */
int64_t code_lasti(MinipyVM *vm, CodeObj *c, uint32_t unit);
/* The instructions of co_code that run when `unit` does, one by one: bytes of co_code,
 * of the first one's (from < 0) or the next one's EXTENDED_ARG or itself. WORDS_END
 * behind the last; -1 on error. */
enum { WORDS_END = -2 };
int64_t code_next_word(MinipyVM *vm, CodeObj *c, uint32_t unit, int64_t from);
/* The unit that a program means by such a number; -1: none, -2: error. */
int64_t code_unit_of_lasti(MinipyVM *vm, CodeObj *c, int64_t lasti);

/* Fills the instructions, runs and handlers of p, and its words, from the three bytes
 * objects. Code that could not run (operands out of range, an uneven stack) becomes
 * code that raises SystemError, and an instruction that may find what it cannot take
 * raises that then. -1: error. */
int wordcode_parse(MinipyVM *vm, Value code, Value linetable, Value exceptiontable,
                   CodeParts *p);

/* The same, but for what running it takes: code_translate() does that when a function
 * is made of it, or somebody asks for positions by instructions. */
int wordcode_keep(MinipyVM *vm, Value code, Value linetable, Value exceptiontable,
                  CodeParts *p);

/* Do c's instructions, as they are, run as well with the parameters, locals and
 * operands' tuples of p? */
bool wordcode_runs_with(const CodeObj *c, const CodeParts *p);
/* Then: the same for another code object with c's code and handlers, but p's operands'
 * tuples, and this linetable. */
int wordcode_copy(MinipyVM *vm, CodeObj *c, Value linetable, CodeParts *p);

/* Effect on the stack as CPython counts it; false: no such instruction. */
bool word_stack_effect(unsigned op, uint32_t arg, bool jump, int *effect);

#endif
