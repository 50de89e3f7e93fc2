x, _hidden = "x", "hidden"
