import sys
import support.pkg

names = ["support.pkg.early" in sys.modules, hasattr(support.pkg, "early")]
