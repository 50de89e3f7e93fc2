import csv, io
text = 'name;age;"quoted; text"\nAnn;3;"a ""b"""\nBob;4;\n'
dialect = csv.Sniffer().sniff(text)
print(dialect.delimiter, csv.Sniffer().has_header(text), list(csv.reader(io.StringIO(text), dialect)))
out = io.StringIO()
w = csv.DictWriter(out, ["a", "b"], restval="-", extrasaction="ignore")
w.writeheader()
w.writerows([{"a": 1, "c": 2}, {"a": "x,y", "b": 'q"'}])
print(out.getvalue(), list(csv.DictReader(io.StringIO("a,b\n1,2,3\n4\n"), restkey="rest")))
print(csv.list_dialects(), csv.get_dialect("excel").delimiter)
