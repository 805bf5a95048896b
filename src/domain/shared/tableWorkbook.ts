import writeExcelFile from 'write-excel-file/browser'

/** Digits that a spreadsheet keeps of a number. */
const DIGITS = 15

/**
 * A table as a workbook (.xlsx), its first row being the titles. No cell of it is a formula.
 * @param numbers titles of the columns that a spreadsheet adds up; a number that a double cannot hold stays a text
 */
export function tableWorkbook(
  table: readonly (readonly string[])[],
  sheet: string,
  numbers: ReadonlySet<string>,
): Promise<Blob> {
  const [titles = [], ...rows] = table
  const cells = rows.map((row) =>
    row.map((text, column) => (numbers.has(titles[column] ?? '') ? numberOr(text) : textCell(text))),
  )
  return writeExcelFile([titles.map(textCell), ...cells], { sheet }).toBlob()
}

const textCell = (text: string) => (text === '' ? null : { value: text, type: String })

function numberOr(text: string) {
  const isExact =
    /^[0-9]+(?:\.[0-9]+)?$/.test(text) && text.replace('.', '').replace(/^0+/, '').length <= DIGITS
  return isExact ? { value: Number(text), type: Number } : textCell(text)
}
