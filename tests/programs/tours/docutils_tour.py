"""reStructuredText by every writer that needs nothing else, with directives, roles, errors and transforms."""
import docutils
from docutils import core, nodes
from docutils.parsers.rst import Directive, directives, roles

TEXT = """
=====
Title
=====
Subtitle
--------

:Author: Me
:Version: 1.0
:Date: $Date: 2020/01/02 $

.. contents::
.. sectnum::

One
===
Some *emphasis*, **strong**, ``literal``, `ref <http://a.example/>`_, a_, |sub|, [1]_, [#auto]_, [CIT]_, :sup:`2`, :math:`x^2`, ``a\\b``.

.. _a: http://b.example
.. |sub| replace:: substituted *text*
.. [1] foot
.. [#auto] auto foot
.. [CIT] citation

- a

  1. b
  #. c
- d

term : class
  definition

-o FILE, --out=FILE  option text
--quiet              more

| line
|   block

>>> 1 + 1
2

+-----+-----+
| a   | b   |
+=====+=====+
| c       d |
+-----+-----+

===  ===
x    y
===  ===
1    2
===  ===

.. note:: A note.
.. warning::

   A *warning*.

.. code:: python

   def f(): return "x"

.. figure:: image.png
   :width: 50%
   :alt: alt

   Caption

.. list-table:: L
   :header-rows: 1

   * - h
     - i
   * - 1
     - 2

.. csv-table:: C
   :header: "p", "q"

   "a, b", 2

.. math:: \\sum_{i=0}^n i

.. twice:: word

.. raw:: html

   <b>raw</b>

Two
===
See `One`_ and :kbd2:`Ctrl`. Unknown `missing`_ and |nosub|.

.. nosuch:: x

*unclosed

Bad
==

----

.. class:: special

Para ::

    literal block

.. comment
"""


class Twice(Directive):
    required_arguments = 1
    option_spec = {"n": directives.nonnegative_int}

    def run(self):
        return [nodes.paragraph(text=self.arguments[0] * 2)]


directives.register_directive("twice", Twice)
roles.register_local_role("kbd2", lambda name, raw, text, line, inliner, options={}, content=[]: ([nodes.literal(raw, text, classes=["kbd"])], []))
SETTINGS = {"report_level": 2, "halt_level": 5, "warning_stream": None, "datestamp": None, "generator": None, "source_link": None, "stylesheet_path": "", "embed_stylesheet": False, "_disable_config": True, "output_encoding": "unicode", "syntax_highlight": "short"}
for writer in ("pseudoxml", "html4", "html5", "latex", "xetex", "xml", "manpage", "s5"):
    text = core.publish_string(TEXT, writer_name=writer, settings_overrides={**SETTINGS, **({"theme": "default", "overwrite_theme_files": False} if writer == "s5" else {})})
    print("==", writer, text, sep="\n")
parts = core.publish_parts(TEXT, writer_name="html5", settings_overrides=SETTINGS)
print(sorted(parts), parts["title"], parts["subtitle"])
tree = core.publish_doctree("Hello *world*.\n\n.. image:: a.png\n", settings_overrides=SETTINGS)
print(tree.pformat(), tree.asdom().toxml(), [n.astext() for n in tree.findall(nodes.emphasis)], docutils.__version__)
for text in ("*bad", ".. image::\n", "`x`_", "a\n==\nb\n--\nc\n~~\nd\n==", "+--+\n|a|\n+--+\n"):
    print(core.publish_string(text, writer_name="pseudoxml", settings_overrides=SETTINGS))
