"""Spreadsheets as programs that are not ours read and write them: openpyxl, odfpy and xlrd.

    spreadsheets.py read FILE      the only sheet as JSON: its name, and rows of [kind, value, link]
    spreadsheets.py write FOLDER   people.xlsx and people.ods, each with the kinds of cells that there are
"""
import datetime
import json
import os
import sys


def read_xlsx(path):
    import openpyxl

    sheet = openpyxl.load_workbook(path).active
    kinds = {"n": "number", "s": "text", "inlineStr": "text", "b": "boolean", "d": "date", "f": "formula", "e": "error"}

    def cell_of(cell):
        if cell.value is None:
            return None
        if cell.data_type == "d":
            return ["date", cell.value.isoformat(), None]
        link = cell.hyperlink.target if cell.hyperlink else None
        return [kinds[cell.data_type], cell.value, link]

    return {"name": sheet.title, "rows": [[cell_of(cell) for cell in row] for row in sheet.iter_rows()]}


def read_xls(path):
    import xlrd

    book = xlrd.open_workbook(path)
    sheet = book.sheet_by_index(0)

    def cell_of(cell):
        if cell.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
            return None
        if cell.ctype == xlrd.XL_CELL_DATE:
            return ["date", xlrd.xldate_as_datetime(cell.value, book.datemode).isoformat(), None]
        if cell.ctype == xlrd.XL_CELL_BOOLEAN:
            return ["boolean", bool(cell.value), None]
        return ["number" if cell.ctype == xlrd.XL_CELL_NUMBER else "text", cell.value, None]

    return {"name": sheet.name, "rows": [[cell_of(cell) for cell in row] for row in sheet.get_rows()]}


def read_ods(path):
    from odf import opendocument, table, teletype, text
    from odf.namespaces import OFFICENS, TABLENS, XLINKNS

    sheet = opendocument.load(path).spreadsheet.getElementsByType(table.Table)[0]

    def cell_of(cell):
        kind = cell.attributes.get((OFFICENS, "value-type"))
        if cell.attributes.get((TABLENS, "formula")):
            return ["formula", cell.attributes[(TABLENS, "formula")], None]
        if kind is None:
            return None
        if kind == "float":
            return ["number", float(cell.attributes[(OFFICENS, "value")]), None]
        if kind == "boolean":
            return ["boolean", cell.attributes[(OFFICENS, "boolean-value")] == "true", None]
        if kind == "date":
            return ["date", cell.attributes[(OFFICENS, "date-value")], None]
        links = cell.getElementsByType(text.A)
        lines = [teletype.extractText(line) for line in cell.getElementsByType(text.P)]
        return ["text", "\n".join(lines), links[0].attributes[(XLINKNS, "href")] if links else None]

    rows = [[cell_of(cell) for cell in row.getElementsByType(table.TableCell)] for row in sheet.getElementsByType(table.TableRow)]
    return {"name": sheet.attributes[(TABLENS, "name")], "rows": rows}


HEADER = ["name", "number", "yes", "moment", "sum"]
MOMENT = datetime.datetime(2020, 1, 2, 12, 30)


def write(folder):
    import openpyxl
    from odf import opendocument, table, text

    book = openpyxl.Workbook()
    book.active.append(HEADER)
    book.active.append(["Zoë & co", 6, True, MOMENT, "=B2+1"])
    book.active.append(["00123", 2.5, False, None, None])
    book.save(os.path.join(folder, "people.xlsx"))

    document = opendocument.OpenDocumentSpreadsheet()
    sheet = table.Table(name="people")
    document.spreadsheet.addElement(sheet)

    def add_row(cells):
        row = table.TableRow()
        sheet.addElement(row)
        for attributes, shown in cells:
            cell = table.TableCell(**attributes)
            row.addElement(cell)
            if shown:
                cell.addElement(text.P(text=shown))

    add_row([({"valuetype": "string"}, name) for name in HEADER])
    add_row(
        [
            ({"valuetype": "string"}, "Zoë & co"),
            ({"valuetype": "float", "value": 6}, "6"),
            ({"valuetype": "boolean", "booleanvalue": "true"}, "TRUE"),
            ({"valuetype": "date", "datevalue": MOMENT.isoformat()}, "2020"),
            ({"valuetype": "float", "value": 7, "formula": "of:=[.B2]+1"}, "7"),
        ]
    )
    add_row([({"valuetype": "string"}, "00123"), ({"valuetype": "float", "value": 2.5}, "2.5"), ({"valuetype": "boolean", "booleanvalue": "false"}, "FALSE")])
    document.save(os.path.join(folder, "people.ods"))


if __name__ == "__main__":
    task, target = sys.argv[1:]
    if task == "write":
        write(target)
    else:
        readers = {".xlsx": read_xlsx, ".xls": read_xls, ".ods": read_ods}
        json.dump(readers[os.path.splitext(target)[1]](target), sys.stdout)
