s = “hello”
