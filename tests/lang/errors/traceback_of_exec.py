exec("def f():\n    1 / 0\nf()")
