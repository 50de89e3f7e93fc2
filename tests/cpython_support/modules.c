/* modules.c - the table of the modules in C for the test interpreter: all of minipy's
 * and those that CPython's own tests import. It takes the place of stdlib/modules.c.
 */
#include "vm/import/import.h"
#include "vm/objects/module.h"

#undef MODULE /* module.h's cast */

#define MODULE(name, spec) extern const ModuleSpec spec;
#include "stdlib/modules.def"
MODULE(_testcapi, testcapi_module_spec)
MODULE(_testinternalcapi, testinternalcapi_module_spec)
MODULE(xxsubtype, xxsubtype_module_spec)
#undef MODULE

const ModuleSpec *const import_builtin_table[] = {
#define MODULE(name, spec) &spec,
#include "stdlib/modules.def"
#undef MODULE
    &testcapi_module_spec,
    &testinternalcapi_module_spec,
    &xxsubtype_module_spec,
    NULL,
};
