/* What evaluates expressions: a function for each operator and kind of operand, chosen
 * by check.c. A fault sets run->fault and gives 0 or NULL; nothing is stored after one.
 */
#ifndef MINIPY_PROBES_DSCRIPT_EVAL_H
#define MINIPY_PROBES_DSCRIPT_EVAL_H

#include "probes/dscript/script.h"

static inline int64_t deval_number(const DExpr *expr, DRun *run)
{
    return expr->number_of(expr, run);
}

static inline DText deval_text(const DExpr *expr, DRun *run)
{
    return expr->text_of(expr, run);
}

/* Is it what C calls true? A string is when it is not NULL. */
bool deval_is_true(const DExpr *expr, DRun *run);

/* `size` bytes for this event alone; NULL, and a fault, when there are none. */
char *deval_scratch(DRun *run, const DExpr *expr, size_t size);

/* Notes what went wrong, if nothing did before. `what` is static text. */
void deval_fault(DRun *run, const DExpr *expr, const char *what, int64_t value);

/* The key of an entry in a store: the thread, if it is a thread's own, and what the
 * keys are now, in scratch space. NULL bytes after a fault. */
DStoreKey deval_key(DRun *run, const DExpr *expr, uint32_t owner, bool of_thread,
                    const DExpr *keys);

/* ---- by kind, for check.c ---- */

DNumberOf deval_constant, deval_argument, deval_slot_number, deval_stored_number;
DNumberOf deval_assign_number, deval_step, deval_compare_null, deval_compare_texts;
DNumberOf deval_and, deval_or, deval_xor, deval_not, deval_negate, deval_invert;
DNumberOf deval_same, deval_cast, deval_condition_number, deval_comma_number;
DTextOf deval_string, deval_slot_text, deval_stored_text, deval_assign_text;
DTextOf deval_assign_null, deval_same_text, deval_condition_text, deval_comma_text;

/* That of an operator on two numbers. */
DNumberOf *deval_operator(uint32_t sign, bool is_unsigned);

#endif
