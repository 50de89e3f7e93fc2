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
provider minipy {
    probe cfunction__entry(char *module, char *name, void *frame);
    probe cfunction__return(char *module, char *name, int raised, void *frame);
    probe exception__raise(char *type, char *filename, char *funcname, int lineno, void *frame, char *message);
    probe exception__handled(char *type, char *filename, char *funcname, int lineno, void *frame);
    probe exception__unwind(char *type, char *filename, char *funcname, int lineno, void *frame);
    probe generator__resume(char *filename, char *funcname, int lineno, void *frame);
    probe generator__yield(char *filename, char *funcname, int lineno, void *frame);
    probe function__latency(char *filename, char *funcname, int lineno, long ns, void *frame);
    probe object__alloc(char *type, long size, void *object);
    probe object__free(char *type, long size, void *object);
    probe gc__phase__start(int generation, char *phase);
    probe gc__phase__done(int generation, char *phase);
    probe gc__stats(int generation, long collected, long uncollectable, long live);
    probe thread__start(long ident, int native_id);
    probe thread__stop(long ident, int native_id);
    probe lock__wait(void *lock, char *kind);
    probe lock__acquired(void *lock, char *kind, long ns, int got);
    probe gil__acquired(long ident, long ns);
    probe compile__start(char *filename, char *mode);
    probe compile__done(char *filename, int ok);
    probe module__exec__start(char *name);
    probe module__exec__done(char *name, int ok);
    probe process__start(char *program);
    probe process__end(int status);
    probe mark(char *name, char *text, long first, long second, long third);
};
