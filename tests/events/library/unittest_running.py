import os  # which has a subclass of MutableMapping
import io, unittest, unittest.mock


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.n = 0

    def setUp(self):
        self.addCleanup(lambda: None)

    def test_ok(self):
        self.assertEqual([1, 2], [1, 2])
        self.assertAlmostEqual(1.00000001, 1)
        with self.assertRaisesRegex(ValueError, "x"):
            raise ValueError("x")
        self.assertCountEqual([1, 2], [2, 1])

    def test_fail(self):
        self.assertEqual({"a": 1}, {"a": 2}, "message")

    def test_multi(self):
        self.assertMultiLineEqual("a\nb\n", "a\nc\n")

    def test_error(self):
        1 / 0

    @unittest.skip("why")
    def test_skip(self): ...

    @unittest.expectedFailure
    def test_expected(self):
        self.assertTrue(0)

    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertNotEqual(i, 1)

    def test_mock(self):
        m = unittest.mock.Mock(return_value=3, side_effect=[1, ValueError])
        self.assertEqual(m(1, a=2), 1)
        m.assert_called_once_with(1, a=2)
        with unittest.mock.patch("io.open", m):
            self.assertRaises(ValueError, io.open)
        magic = unittest.mock.MagicMock()
        magic.__len__.return_value = 4
        self.assertEqual(len(magic), 4)


out = io.StringIO()
result = unittest.TextTestRunner(out, verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(Case))
print(result.testsRun, len(result.failures), len(result.errors), len(result.skipped))
