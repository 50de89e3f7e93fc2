import sys
sys.exit("not the server's end")
