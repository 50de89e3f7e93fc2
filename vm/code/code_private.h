/* code_private.h - between code*.c and wordcode*.c. */
#ifndef MINIPY_VM_CODE_CODE_PRIVATE_H
#define MINIPY_VM_CODE_CODE_PRIVATE_H

#include "vm/code/code.h"

/* Of the type code. */
void code_dealloc(MinipyVM *vm, Object *o);

/* ---- code_tables.c: the bytes of positions and handlers, counted in words -------- */

typedef struct TableBuf {
    MinipyVM *vm;
    uint8_t *data;
    size_t len, capacity;
    bool failed;
} TableBuf;

typedef struct LocationWriter {
    TableBuf buf;
    int line;
} LocationWriter;
/* Positions are added in the order of the code, each for the next words; want of
 * memory shows when it is finished (VALUE_NULL). */
void location_writer_init(LocationWriter *w, MinipyVM *vm, int firstlineno);
void location_writer_add(LocationWriter *w, const CodePosition *pos, uint32_t words);
Value location_writer_finish(LocationWriter *w); /* new bytes */

typedef struct TableReader {
    const uint8_t *at, *end;
} TableReader;

typedef struct LocationReader {
    TableReader table;
    int line;
    CodePosition pos; /* of words [start, end) */
    uint32_t start, end;
} LocationReader;
/* Reads co_linetable (bytes, borrowed: it must outlive l); location_next() steps. */
void location_reader_init(LocationReader *l, Value linetable, int firstlineno);
bool location_next(LocationReader *l); /* false: the end */

/* first[unit]: its first word. */
Value code_exceptiontable(MinipyVM *vm, const CodeObj *c, const uint32_t *first);
void handler_reader_init(TableReader *r, Value exceptiontable);
bool handler_next(TableReader *r, CodeHandler *h); /* in words; false: the end */
Value code_lnotab(MinipyVM *vm, Value linetable, int firstlineno); /* of Python 3.9 */

/* ---- code_pack_order.c ----------------------------------------------------------- */

/* The items of a frozenset, borrowed, in the order of CPython's .pyc files; false:
 * there is no memory. */
bool code_pack_order(Value set, Value *items);

#endif
