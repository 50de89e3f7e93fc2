"""Methods that call methods, on instances of two classes."""
import sys


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


n = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
a, b = Account(0), Premium(0)
for i in range(n):
    a.deposit(i).settle()
    b.deposit(1).settle()
print(a.balance, b.balance)
