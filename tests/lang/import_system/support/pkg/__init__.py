value = "package value"
