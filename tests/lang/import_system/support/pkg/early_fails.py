import support.pkg.early_fails
support.pkg.early_fails
