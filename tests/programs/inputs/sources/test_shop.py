import unittest

import pytest

from shop.money import Money, Wallet, parse


@pytest.fixture
def wallet(tmp_path):
    made = Wallet()
    yield made
    print("torn down")


@pytest.mark.parametrize("text, cents", [("1.5", 150), ("2 USD", 200), ("0.01", 2)])
def test_parse(text, cents):
    assert parse(text).cents == cents


def test_order(wallet, capsys):
    assert parse("1") < parse("2")
    with pytest.raises(TypeError, match="mixed"):
        parse("1") < parse("2 USD")
    print("captured")
    assert capsys.readouterr().out == "captured\n"
    assert {"a": [1, 2, {"b": 3}], "c": "text"} == {"a": [1, 2, {"b": 4}], "c": "text!"}


@pytest.mark.skip(reason="not now")
def test_skipped():
    pass


@pytest.mark.xfail(strict=True)
def test_expected():
    assert [n for n in range(3)] == []


class Old(unittest.TestCase):
    def setUp(self):
        self.money = parse("3")

    def test_sub(self):
        for n in range(3):
            with self.subTest(n=n):
                self.assertLess(n, 2)

    def test_error(self):
        self.money + 3


def helper(a, b):
    assert a in b, f"{a} is missing"


def test_helper():
    helper("x", ["y" * 10, "z" * 20] * 3)
