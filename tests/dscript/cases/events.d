#pragma D option quiet
minipy$target:::exception-raise { printf("raise %s %s:%d %s\n", copyinstr(arg0), basename(copyinstr(arg1)), arg3, arg5 ? copyinstr(arg5) : "-"); }
minipy$target:__main__::generator-yield { printf("yield %s\n", copyinstr(arg1)); }
python$target::start:gc-start, python$target:__main__:start:gc-done { printf("%s\n", probename); }
minipy$target::start:cfunction-entry /copyinstr(args[1]) == "collect"/ { printf("%s.%s\n", copyinstr(args[0]), copyinstr(arg1)); }
python$target:__main__:[a-e]*:function-entry { @[probefunc] = count(); }
