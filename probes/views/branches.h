/* Which ways from one line to the next were taken, for coverage.
 *
 * A line branches if control can leave it for two lines or more, or for one and out of
 * the function; where to is known from the code. Which way it took shows in the lines
 * that run one after the other in a frame. A line need be heard of as long as it is
 * such a line of which a way is missing, or lies at the end of a way from one: else the
 * line before it would seem to go to the line behind it. */
#ifndef MINIPY_PROBES_VIEWS_BRANCHES_H
#define MINIPY_PROBES_VIEWS_BRANCHES_H

#include "probes/views/view.h"

typedef struct BranchWay {
    int to; /* a line; 0: out of the function */
    uint64_t count;
    struct BranchWay *next; /* of the same line, in the order of `to` */
} BranchWay;

typedef struct BranchLine {
    int line;
    unsigned missing; /* ways that were never taken */
    BranchWay *ways;  /* owned */
    struct BranchLine *next;
} BranchLine;

/* Of a function, or of a module's body. */
typedef struct BranchCode {
    BranchLine *lines; /* owned; in the order of lines once it is sealed */
    ViewMap places;    /* (line, 0) -> BranchPlace, owned */
    size_t missing;    /* lines of which a way is missing */
    bool sealed;
    struct BranchCode *next; /* of the same file */
} BranchCode;

typedef struct Branches {
    ViewMap last; /* (frame, code's id) -> the line that ran last in it */
} Branches;

/* Control can go from one line to another (0: out). False: no memory. */
bool branches_add(BranchCode *code, int line, int to);
/* All have been added. False: no memory. */
bool branches_seal(BranchCode *code);
/* A frame of code enters, begins a line, or leaves. Whether it need be told when that
 * happens again there; `always`: it must, for who counts. */
bool branches_happen(Branches *branches, BranchCode *code, const ProbeEvent *event,
                     bool always);
void branches_free_code(BranchCode *code);
void branches_free(Branches *branches);

#endif
