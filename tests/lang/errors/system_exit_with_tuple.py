raise SystemExit("a", ["b"], 3)
