f = lambda x: x.missing
(lambda: f(5))()
