"""Module.

>>> add(1, 2)
3
>>> add(1, 2)
4
>>> 1/0
Traceback (most recent call last):
  ...
ZeroDivisionError: division by zero
>>> print("a\\n\\nb")
a
<BLANKLINE>
b
>>> list(range(20)) # doctest: +ELLIPSIS
[0, 1, ..., 19]
>>> list(range(20)) # doctest: +NORMALIZE_WHITESPACE
[0,   1,  2,  3,  4,  5,  6,  7,  8,  9,
10,  11, 12, 13, 14, 15, 16, 17, 18, 19]
>>> raise ValueError("other")
Traceback (most recent call last):
    ...
TypeError: what
>>> nosuch
>>> print("x") # doctest: +SKIP
y
"""
def add(a, b):
    """
    >>> add(2, 3)
    5
    >>> for i in range(2):
    ...     print(i)
    0
    1
    """
    return a + b
class C:
    """
    >>> C().m()
    'x'
    """
    def m(self):
        """
        >>> C().m()
        'm'
        """
        return 'm'
    @property
    def p(self):
        """
        >>> C().p
        7
        """
        return 7
    @staticmethod
    def s():
        """>>> C.s()
        8"""
        return 8
if __name__ == "__main__":
    import doctest, sys
    print(doctest.testmod(verbose='-v' in sys.argv, optionflags=doctest.REPORT_NDIFF if '-n' in sys.argv else 0))
