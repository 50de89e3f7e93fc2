/* Sampling and budgets (budget.h). Which of the events are taken is random, lest it
 * beats with what the program does, but the same in every run. */
#include "probes/views/budget.h"

#include <limits.h>
#include <stdlib.h>

#include "probes/clock.h"
#include "probes/views/view.h"

enum { SECOND = 1000000000 };

int budget_start(View *view)
{
    ViewBudget *budget = &view->budget;
    const char *rate = view_option_text(view, "rate", "1");
    long per_second = view_option_number(view, "budget", 1, 1000000000, 0);
    long most = view_option_number(view, "most", 1, LONG_MAX, 0);
    char *end;
    budget->rate = strtod(rate, &end);
    if (per_second < 0 || most < 0)
        return -1;
    if (end == rate || *end != 0 || !(budget->rate > 0 && budget->rate <= 1))
        return view_refuse(view, "rate=%s: it is a fraction above 0, at most 1", rate);
    budget->per_second = budget->tokens = (uint64_t)per_second;
    budget->most = (uint64_t)most;
    budget->random = UINT64_C(0x2545f4914f6cdd1d);
    budget->filled = probe_now();
    return 0;
}

bool budget_chooses(View *view)
{
    ViewBudget *budget = &view->budget;
    if (budget->rate == 1)
        return true;
    budget->random ^= budget->random << 13;
    budget->random ^= budget->random >> 7;
    budget->random ^= budget->random << 17;
    bool chosen = (double)(budget->random >> 11) < budget->rate * 0x1p53;
    budget->left_out += !chosen;
    return chosen;
}

/* A bucket that has at most a second's records, and is filled as time goes. */
static bool take_token(ViewBudget *budget)
{
    uint64_t now = probe_now(), passed = now - budget->filled;
    if (passed >= SECOND) {
        budget->tokens = budget->per_second;
        budget->filled = now;
    } else if (budget->tokens == 0) {
        uint64_t more =
            (uint64_t)((double)passed * (double)budget->per_second / SECOND);
        budget->tokens = more;
        budget->filled = more > 0 ? now : budget->filled;
    }
    if (budget->tokens == 0)
        return false;
    budget->tokens--;
    return true;
}

bool budget_allows(View *view)
{
    ViewBudget *budget = &view->budget;
    bool allowed = (budget->most == 0 ||
                    view_output_total(view->out) + budget->sent < budget->most) &&
                   (budget->per_second == 0 || take_token(budget));
    budget->left_out += !allowed;
    return allowed;
}

bool budget_takes(View *view)
{
    return budget_chooses(view) && budget_allows(view);
}

void budget_report(View *view)
{
    if (view->budget.left_out > 0)
        view_complain(view->out,
                      "%llu records were left out, as rate=, budget= and most= say",
                      (unsigned long long)view->budget.left_out);
}
