/* modules.c - the table of the modules in C that the import system looks into. The rows
 * are modules.def's; builtins and sys come first because every vm makes them at its
 * start.
 */
#include "vm/import/import.h"
#include "vm/objects/module.h"

#undef MODULE /* module.h's cast */

#define MODULE(name, spec) extern const ModuleSpec spec;
#include "stdlib/modules.def"
#undef MODULE

const ModuleSpec *const import_builtin_table[] = {
#define MODULE(name, spec) &spec,
#include "stdlib/modules.def"
#undef MODULE
    NULL,
};
