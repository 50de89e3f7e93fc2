raise Exception("first line\nsecond line\n\tthird")
