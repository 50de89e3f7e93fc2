import unittest, warnings, sys
def setUpModule(): print("setUpModule")
def tearDownModule(): print("tearDownModule")
class One(unittest.TestCase):
    @classmethod
    def setUpClass(cls): print("class up")
    def setUp(self): self.addCleanup(print, "cleanup")
    def test_ok(self):
        "A docstring."
        print("in ok"); self.assertEqual(1, 1)
    def test_fail(self):
        print("in fail"); print("err", file=sys.stderr)
        self.assertEqual({"a": [1, 2, 3], "b": "x" * 50}, {"a": [1, 2, 4], "b": "x" * 50}, "the message")
    def test_error(self):
        raise KeyError("boom")
    @unittest.skip("not now")
    def test_skip(self): pass
    @unittest.expectedFailure
    def test_xfail(self): self.fail("expected")
    @unittest.expectedFailure
    def test_xpass(self): pass
    def test_sub(self):
        for i in range(4):
            with self.subTest("sub", i=i):
                self.assertNotEqual(i % 2, 1)
    def test_sub_skip(self):
        for i in range(3):
            with self.subTest(i=i):
                if i == 1: self.skipTest("one")
    def test_multi(self):
        self.assertMultiLineEqual("a\nb\nc\n", "a\nB\nc\n")
    def test_raises(self):
        with self.assertRaisesRegex(ValueError, "x.z"): raise ValueError("abc")
    def test_not_raised(self):
        with self.assertRaises(ValueError): pass
    def test_warn(self):
        warnings.warn("careful", DeprecationWarning)
    def test_logs(self):
        import logging
        with self.assertLogs("a", "INFO") as cm: logging.getLogger("a").info("hello")
        self.assertEqual(cm.output, ["INFO:a:hello"])
        with self.assertNoLogs(): logging.getLogger("b").error("bad")
    def test_seq(self): self.assertSequenceEqual([1,2,3],(1,2))
    def test_count(self): self.assertCountEqual("aab", "abb")
    def test_almost(self): self.assertAlmostEqual(1.0, 1.1, places=2)
class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise RuntimeError("no")
    def test_a(self): pass
