import os
import sys

sys.path.insert(0, os.path.abspath(".."))
project, author, release = "shop", "Somebody", "1.0"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx.ext.todo", "sphinx.ext.napoleon", "sphinx.ext.doctest"]
html_theme = "alabaster"
html_last_updated_fmt = None
