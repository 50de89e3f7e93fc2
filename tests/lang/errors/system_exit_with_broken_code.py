class Own(SystemExit):
    @property
    def code(self):
        raise ValueError


raise Own("the exception itself is shown")
