/* How much of what happens a view tells: a fraction of it, so many records a second, so
 * many bytes in all. What is left out for that is counted, and told at the end. */
#ifndef MINIPY_PROBES_VIEWS_BUDGET_H
#define MINIPY_PROBES_VIEWS_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct View View;

typedef struct ViewBudget {
    double rate;             /* of what happens, 0 to 1; 1: all */
    uint64_t per_second;     /* records; 0: any number */
    uint64_t most;           /* bytes; 0: any number */
    uint64_t random;         /* the state of the choice */
    uint64_t tokens, filled; /* records that may come now; when that was (ns) */
    uint64_t sent;           /* bytes that did not go through the view's output */
    uint64_t left_out;
} ViewBudget;

/* The options, for the rows of views.def whose kinds ask this. */
#define BUDGET_OPTIONS "rate=FRACTION budget=RECORDS_A_SECOND most=BYTES"

/* Takes them. 0, or -1 (refused). */
int budget_start(View *view);
/* Is this one of the fraction? What is not counts as left out. */
bool budget_chooses(View *view);
/* May one more be told now? If not, it counts as left out. */
bool budget_allows(View *view);
/* Both: for records that stand for themselves. */
bool budget_takes(View *view);
/* Says what was left out, if anything was. */
void budget_report(View *view);

#endif
