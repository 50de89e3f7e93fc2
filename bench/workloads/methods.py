"""Methods that call methods, on instances of two classes."""

N = 83000


class Account:
    def __init__(self, balance):
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount
        return self

    def fee(self):
        return 1

    def settle(self):
        self.balance -= self.fee()


class Premium(Account):
    def fee(self):
        return 0


def run(n):
    a, b = Account(0), Premium(0)
    for i in range(n):
        a.deposit(i).settle()
        b.deposit(1).settle()
    return a.balance, b.balance
