e = ValueError("with notes")
e.add_note("a note\nof two lines")
e.add_note("another")
raise e
