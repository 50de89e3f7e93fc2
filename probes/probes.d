/* The markers as a D provider. Made by probes/markers.sh from markers.def. */
provider python {
    probe function__entry(char *filename, char *funcname, int lineno, void *frame);
    probe function__return(char *filename, char *funcname, int lineno, void *frame);
    probe line(char *filename, char *funcname, int lineno, void *frame);
    probe gc__start(int generation);
    probe gc__done(long collected);
    probe import__find__load__start(char *name);
    probe import__find__load__done(char *name, int found);
    probe audit(char *event, void *args);
};
