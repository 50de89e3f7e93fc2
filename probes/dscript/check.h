/* The meaning of what was read: types, variables, functions, and what evaluates each
 * expression. */
#ifndef MINIPY_PROBES_DSCRIPT_CHECK_H
#define MINIPY_PROBES_DSCRIPT_CHECK_H

#include "probes/dscript/script.h"

/* Checks a clause that was read, and makes it ready to run. What is wrong is told. */
void dcheck_clause(DScript *script, DClause *clause);

/* The variable of that name, made without a type if there is none; never NULL. */
DVariable *dcheck_variable(DScript *script, DScope scope, DText name, const char *at);

/* ---- what the files of the checker share ---- */

typedef struct DChecker {
    DScript *script;
    DClause *clause;
    DStatement *statement;
} DChecker;

/* Gives an expression its type and what evaluates it; each of a list. */
void dcheck_expr(DChecker *checker, DExpr *expr);
void dcheck_list(DChecker *checker, DExpr *list);

/* Tells what is wrong at an expression. */
void dcheck_wrong(DChecker *checker, const DExpr *expr, const char *hint,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Tells it unless the expression is of that kind. `who` is what wants it. */
bool dcheck_kind(DChecker *checker, const DExpr *expr, DKind kind, const char *who);

int dcheck_count(const DExpr *list); /* how many are in a list */

const char *dcheck_kind_name(DKind kind); /* "a number" */

/* Calls: DEXPR_CALL, whose arguments are not checked yet. (functions.c) */
void dcheck_call(DChecker *checker, DExpr *expr);

/* Built-in variables: those that `expr` names, or false. (builtins.c) */
bool dcheck_builtin(DExpr *expr);

/* `@name[keys] = function(...)`. (check_aggregation.c) */
void dcheck_aggregate(DChecker *checker, DExpr *expr);

/* The aggregation that `expr` names, made if there is none; its keys are not looked at.
 */
DAggregation *dcheck_aggregation(DChecker *checker, const DExpr *expr);

#endif
