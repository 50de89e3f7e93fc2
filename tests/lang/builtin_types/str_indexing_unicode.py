s = "aé€🐍z"
print(len(s), s[3], s[-1], s[1:4], s[::-1], s.encode(), [hex(ord(c)) for c in s], s.find("🐍"), "🐍" in s, s.upper())
print("ß".upper(), "ǆ".title(), "İ".lower() == "i̇", "ﬃ".upper(), "Σας".lower(), "ſ".casefold(), "straße".casefold() == "STRASSE".casefold())
print("\ud800" == "\ud800", ascii("\ud800"), repr("\x00\x7f\x80\xad\u200b\u2028\U000e0001"), "e\u0301" == "é", len("e\u0301"))
