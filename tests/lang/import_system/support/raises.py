raise ValueError("while importing")
