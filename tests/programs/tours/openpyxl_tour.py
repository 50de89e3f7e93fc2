"""Documents: spreadsheets by openpyxl and XlsxWriter, PDFs by ReportLab and PyPDF2, QR codes, tags of sound files, ODF."""
import datetime as dt
import io
import os
import zipfile

os.environ["OPENPYXL_LXML"] = "False"  # else it writes by lxml, in C, where there is one: in another order

import openpyxl
import qrcode
import qrcode.image.svg
import xlsxwriter
from openpyxl.chart import BarChart, Reference
from openpyxl.formula import Tokenizer
from openpyxl.formula.translate import Translator
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import cell, get_column_letter
from PyPDF2 import PdfMerger, PdfReader, PdfWriter

book = openpyxl.Workbook()
sheet = book.active
sheet.title = "First"
for row in [["n", "x", "when"], [1, 2.5, dt.datetime(2020, 1, 2, 3, 4)], [True, "=SUM(A1:B2)", None], ["ü <&>", -1e-10, dt.date(2021, 5, 6)]]:
    sheet.append(row)
sheet["A1"].font, sheet["B2"].fill, sheet["B2"].number_format = Font(bold=True, color="FF0000"), PatternFill("solid", fgColor="00FF00"), "0.00%"
sheet.merge_cells("D1:E2")
sheet.column_dimensions["A"].width = 20
sheet.freeze_panes = "B2"
chart = BarChart()
chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
sheet.add_chart(chart, "G1")
sheet.conditional_formatting.add("A1:A4", openpyxl.formatting.rule.CellIsRule(operator="lessThan", formula=["2"]))
book.create_sheet("Second", 0)["C3"] = "there"
out = io.BytesIO()
book.save(out)
with zipfile.ZipFile(io.BytesIO(out.getvalue())) as archive:
    for name in sorted(archive.namelist()):
        if "core.xml" not in name:
            print(name, archive.read(name).decode())
again = openpyxl.load_workbook(io.BytesIO(out.getvalue()))
print(again.sheetnames, [[c.value for c in row] for row in again["First"].iter_rows()], again["First"].merged_cells.ranges, again["First"].dimensions, again["First"]["A1"].font.b, again["Second"]["C3"].coordinate)
print(get_column_letter(703), cell.range_boundaries("B2:D5"), [(t.value, t.type) for t in Tokenizer('=IF(A1>2,"x""y",SUM($B$1:C3)*-1%)').items], Translator("=A1+$B$2", "A1").translate_formula("C5"))
out = io.BytesIO()
with xlsxwriter.Workbook(out, {"in_memory": True}) as made:
    made.set_properties({"created": dt.datetime(2020, 1, 1)})
    page = made.add_worksheet("W")
    bold = made.add_format({"bold": True, "num_format": "#,##0.00", "border": 2})
    page.write_row(0, 0, ["a", 1, 2.5, True], bold)
    page.write_formula("A2", "=SUM(B1:C1)", bold, 3.5)
    page.write_rich_string("A3", "plain ", bold, "bold")
    page.write_datetime(3, 0, dt.datetime(2020, 2, 29), made.add_format({"num_format": "yyyy-mm-dd"}))
    page.write_url("A5", "http://x", string="link")
    page.add_table("F1:G3", {"data": [[1, 2], [3, 4]], "columns": [{"header": "p"}, {"header": "q"}]})
    line = made.add_chart({"type": "line"})
    line.add_series({"values": "=W!$B$1:$C$1", "trendline": {"type": "linear"}})
    page.insert_chart("H8", line)
    page.data_validation("A9", {"validate": "list", "source": ["x", "y"]})
    page.set_column("A:B", 12.5)
with zipfile.ZipFile(io.BytesIO(out.getvalue())) as archive:
    for name in sorted(archive.namelist()):
        print(name, archive.read(name).decode())
writer = PdfWriter()
writer.add_blank_page(200, 300)
writer.add_blank_page(100, 100)
writer.add_metadata({"/Title": "Tour", "/Author": "Ü"})
writer.add_outline_item("mark", 1)
writer.add_js("app.alert('x');")
out = io.BytesIO()
writer.write(out)
reader = PdfReader(io.BytesIO(out.getvalue()))
print(len(reader.pages), reader.metadata, reader.pages[0].mediabox, [o.title for o in reader.outline], len(out.getvalue()), reader.pages[1].rotate(90)["/Rotate"], reader.trailer["/Size"])
merger = PdfMerger()
merger.append(io.BytesIO(out.getvalue()), pages=(0, 1))
merger.append(io.BytesIO(out.getvalue()))
merged = io.BytesIO()
merger.write(merged)
print(len(PdfReader(merged).pages))
try:
    PdfReader(io.BytesIO(b"%PDF-1.4 not"))
except Exception as error:
    print(type(error).__name__, error)
for text, level in (("HELLO", qrcode.constants.ERROR_CORRECT_H), ("12345678901234567890", qrcode.constants.ERROR_CORRECT_L), ("grüße " * 12, qrcode.constants.ERROR_CORRECT_M)):
    code = qrcode.QRCode(error_correction=level, border=1)
    code.add_data(text)
    code.make(fit=True)
    shown = io.StringIO()
    code.print_ascii(out=shown)
    print(code.version, shown.getvalue())
print(qrcode.make("svg", image_factory=qrcode.image.svg.SvgPathImage).to_string().decode()[:400])
