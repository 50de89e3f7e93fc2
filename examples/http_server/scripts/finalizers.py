class Endless:
    def __del__(self):
        while True:
            pass


kept = [Endless() for _ in range(100)]
del kept
