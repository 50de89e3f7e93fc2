import traceback


def tabs():
	return	1	+	None
def accents():
    é = "ééé" + (1 + "ü")
def wide():
    名前 = "日本語" + (1 + "語")
def emoji():
    return "😀😀" + 1 + "x"
def combining():
    return "é" + len(1)


for call in tabs, accents, wide, emoji, combining:
    try:
        call()
    except TypeError:
        print(*traceback.format_exc().splitlines()[4:], sep="\n")
