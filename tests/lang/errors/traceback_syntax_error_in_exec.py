exec("x = 1\ny = = 2\n")
