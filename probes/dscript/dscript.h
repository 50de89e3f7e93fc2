/* D scripts inside the process: what the command's --dscript and minipy_dscript() are
 * made of. */
#ifndef MINIPY_PROBES_DSCRIPT_DSCRIPT_H
#define MINIPY_PROBES_DSCRIPT_DSCRIPT_H

#include "probes/consumer.h"

/* Takes text; must not fail. Buffering is the writer's. */
typedef void DScriptWrite(void *user, const char *text, size_t length);

enum {
    DSCRIPT_REFUSED = -1,   /* something is wrong with it, and told */
    DSCRIPT_NO_MEMORY = -2, /* nothing is told */
    DSCRIPT_OVER = 0, /* BEGIN called exit(): END is through, nothing is to be seen */
};

/* Reads the scripts that `words` name, as on dtrace's command line, and starts them:
 *
 *   -s FILE or FILE    a script
 *   -n TEXT            a script in itself
 *   -q, -Z             the options quiet and zdefs
 *   -x NAME[=VALUE]    an option
 *   -a TEXT            the next of $1, $2...
 *
 * BEGIN is through when this returns; END comes when the consumer is removed or the vm
 * ends. Returns the consumer's id (see probe_consumers_remove), or one of the above.
 * What the scripts print goes to `out`, messages go to `err`; both must live as long.
 */
int dscript_start(ProbeConsumers *consumers, const char *const *words,
                  DScriptWrite *out, void *out_user, DScriptWrite *err, void *err_user);

/* Writes what the scripts of this list have printed: another program comes (exec). */
void dscript_flush(const ProbeConsumers *consumers);

/* Ends the scripts of this list, as the vm's end does: the process ends without that.
 */
void dscript_end(const ProbeConsumers *consumers);

#endif
