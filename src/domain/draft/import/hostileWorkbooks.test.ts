import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameRuns } from '#tests/support/propertyRuns.ts'
import { odsFiles, packed, xlsxFiles } from '#tests/support/rawWorkbooks.ts'
import { readWorkbook } from './readWorkbook.ts'

/** ms. A hostile file of a few kilobytes must not keep a worker busy. */
const LONGEST = 2_000

const xlsx = xlsxFiles({
  sheets: [
    '<cols><col min="1" max="3" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>x</t></is></c></row><row r="2" hidden="1"><c r="A2" s="1"><v>46353.5</v></c><c r="B2" s="2"><f>A1</f><v>75.5</v></c></row></sheetData>',
    '<sheetData><row r="9"><c r="CV9" t="e"><v>#N/A</v></c></row></sheetData>',
  ],
  states: ['', 'state="hidden"'],
  strings: '<si><r><t>Wallet</t></r></si>',
  styles:
    '<numFmts><numFmt numFmtId="164" formatCode="0.00 &quot;USDT&quot;"/></numFmts><fonts><font><strike/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>',
})
const ods = odsFiles(
  '<table:table table:name="S"><table:table-column table:number-columns-repeated="3" table:visibility="collapse"/><table:table-row table:number-rows-repeated="3" table:visibility="filter"><table:table-cell table:style-name="a" office:value-type="float" office:value="75.5"><text:p>75.50 USDT</text:p></table:table-cell></table:table-row></table:table>',
  '<style:style style:name="a" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>',
)

/** Texts that mean something to a reader of workbooks, or too much of it. */
const pieces = fc.oneof(
  fc.constantFrom(
    ...[
      '<',
      '>',
      '</',
      '/>',
      '"',
      '=',
      '&',
      '&lt;',
      '&#0;',
      '&x;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '<?x?>',
      '\0',
    ],
    ...[
      '<!DOCTYPE x [<!ENTITY x "y">]>',
      'xmlns:a="b"',
      '<row>',
      '<c>',
      '<v>',
      '</c>',
      '<si>',
      '<table:table>',
    ],
    ...[
      '-1',
      '0',
      '1e9',
      '1e999',
      'NaN',
      '16384',
      '1048576',
      '99999999999999999999',
      '__proto__',
      'constructor',
    ],
    ...['hidden="1"', 'r="XFD1"', 's="9"', 't="s"', '../../', '/', 'http://[', '%', 'table:display="false"'],
  ),
  fc.string({ maxLength: 5 }),
  fc.constantFrom('9', '<a>', 'x y="" ').map((text) => text.repeat(3_000)),
)

/** Where a text is cut, how much of it is removed there, and what comes in its place; in thousandths of its length. */
const change = fc.record({ at: fc.nat(999), removed: fc.nat({ max: 30 }), added: pieces })

const changed = (text: string, at: number, removed: number, added: string) => {
  const from = Math.floor((at * text.length) / 1000)
  return `${text.slice(0, from)}${added}${text.slice(from + removed)}`
}

/** A workbook whose XML is wrong in a few places, or which lacks a file. */
const wrongXml = fc
  .record({
    files: fc.constantFrom(xlsx, ods),
    changes: fc.array(fc.tuple(fc.nat(20), change), { minLength: 1, maxLength: 4 }),
    lost: fc.option(fc.nat(20), { freq: 10 }),
  })
  .map(({ files, changes, lost }) => {
    const entries = Object.entries(files)
    for (const [file, { at, removed, added }] of changes) {
      const entry = entries[file % entries.length]
      if (entry) entry[1] = changed(entry[1], at, removed, added)
    }
    return packed(Object.fromEntries(entries.filter((_, at) => at !== lost)))
  })

/** A workbook some of whose bytes are others, or which is cut. */
const wrongBytes = fc
  .record({
    whole: fc.constantFrom(packed(xlsx), packed(ods)),
    bytes: fc.array(fc.tuple(fc.nat(100_000), fc.nat(255)), { maxLength: 8 }),
    /** Near the end is the directory. */
    isNearEnd: fc.boolean(),
    length: fc.option(fc.nat(3_000), { freq: 4 }),
  })
  .map(({ whole, bytes, isNearEnd, length }) => {
    const copy = whole.slice(0, length ?? whole.length)
    for (const [at, byte] of bytes)
      if (copy.length > 0)
        copy[isNearEnd ? copy.length - 1 - (at % Math.min(600, copy.length)) : at % copy.length] = byte
    return copy
  })

test('behavior: reads any bytes as a sheet, a choice or a fault, at once', async () => {
  const seen = new Map<string, number>()
  const bytes = fc.oneof(
    wrongXml,
    wrongBytes,
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from(bytes)),
  )
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom(null, 'Sheet1', 'S'), async (file, sheet) => {
      const from = performance.now()
      const read = await readWorkbook(file, sheet)
      expect(performance.now() - from).toBeLessThan(LONGEST)
      const kind = read.kind === 'fault' ? read.fault : read.kind
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
      expect([
        'sheet',
        'sheets',
        'damaged',
        'encrypted',
        'no-rows',
        'too-many-rows',
        'unpacks-too-large',
      ]).toContain(kind)
      if (read.kind !== 'sheet') return
      const widths = new Set(
        read.text
          .split('\n')
          .slice(0, -1)
          .map((line) => line.split('","').length),
      )
      expect(widths.size).toBeLessThanOrEqual(1)
    }),
    sameRuns(250, 20_000),
  )
  expect(seen.get('sheet')).toBeGreaterThan(5)
  expect(seen.get('damaged')).toBeGreaterThan(20)
}, 300_000)
