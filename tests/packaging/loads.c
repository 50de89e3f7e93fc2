/* loads.c - an application that knows nothing of minipy and loads a plugin. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *plugin = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int (*plugin_main)(void) =
        plugin ? (int (*)(void))dlsym(plugin, "plugin_main") : NULL;
    if (plugin_main)
        return plugin_main();
    fputs(dlerror(), stderr);
    return 1;
}
