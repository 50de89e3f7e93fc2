x = "\N{no such character}"
