import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usdt } from '#tests/support/activityItems.ts'
import { anyMutations } from '#tests/support/listMutations.ts'
import { pastedLists } from '#tests/support/pastedLists.ts'
import { sameRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { unitOf } from './amountUnit.ts'
import { readRows } from './readRows.ts'

const signsOf = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]/gu) ?? []

/** Letters and digits of a line that are not in its cells, each as often. An address and a unit may be repeated. */
function missing(line: string, cells: readonly string[]): string {
  const [payee = '', amount = ''] = cells
  const left = cells.flatMap(signsOf)
  const [first = '', ...others] = line.toLowerCase().split(payee.toLowerCase())
  const once = payee === '' || others.length < 2 ? line : `${first}${payee}${others.join(' ')}`
  const isRepeated = (word: string) => amount !== '' && unitOf(word.toUpperCase()) !== null
  const rest = once
    .split(/(?<=[\s,;:()!?])/)
    .filter((word) => !isRepeated(word.replace(/[^\p{L}\p{N}\p{Sc}₮-]/gu, '')))
    .join('')
  return signsOf(rest)
    .filter((sign) => {
      const at = left.indexOf(sign)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    .join('')
}

/** In front of a free line: the time of a message, a number, a bullet or a ticked box. */
const AHEAD =
  /^[\s\p{C}"'“‘]*(?:\[?[0-9./-]+,? [0-9:]+(?:[ \u202f][ap]m)?\]?(?: [-–] | |: ))?(?:\[[^\]]?\]|\(?[0-9]{1,4}[.)]|#[0-9]{1,4}[.):]?(?=\s))?/iu

async function expectAccounted(text: string): Promise<void> {
  const read = await readRows(text, { payer: SAFE, tokens: new Map(), token: usdt })
  const { account, columns, counts, leftovers, mapping, records, separator } = read
  const accounted = [account.titles, account.headers, account.totals, account.rows].flat()
  const lines = accounted.reduce((sum, one) => sum + one.lines, counts.blank + counts.comment)
  expect(lines, 'every line is in one place').toBe(read.lines)
  const used = Object.values(mapping).filter((column) => column !== null)
  expect(new Set(used).size, 'no column has two uses').toBe(used.length)
  if (separator.state === 'ambiguous') return
  const isFree = separator.separator === 'text'
  expect(account.rows.map(({ line }) => line)).toEqual(records.map(({ line }) => line))
  const rows = account.rows.flatMap((one, index) =>
    one.kind === 'cells' && records[index]?.raw === null ? [one] : [],
  )
  for (const { cells } of rows) expect(cells.length).toBeLessThanOrEqual(columns.length)
  const plain = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  for (const { line, cells } of isFree ? rows : []) {
    const own = (plain[line - 1] ?? '').replace(AHEAD, '')
    expect(missing(own, cells), JSON.stringify([own, cells])).toBe('')
  }
  for (const [index, { title, place }] of columns.entries()) {
    if (isFree || place !== 'left over') continue
    const found = leftovers.filter((one) => one.kind === 'column' && one.title === title)
    expect(found.length, `column ${index} is asked about or named`).toBeGreaterThan(0)
    for (const { values } of found) {
      const said = values.flatMap((value) => value.lines)
      expect(new Set(said).size, 'no row has two values').toBe(said.length)
      for (const { line } of rows) expect(said).toContain(line)
    }
  }
}

test.each(pastedLists)('behavior: every cell and word of $name ($from) is in one place', async ({ text }) => {
  await expectAccounted(text)
})

test('behavior: of two spreadsheet errors in a line, one stands for the amount and the other stays a word', async () => {
  const A = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
  const B = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
  await expectAccounted(`#REF! ${A} 45988\t#REF!\n${B} 300`)
})

test('behavior: every cell and word of a changed list is in one place', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pastedLists), anyMutations, (list, change) =>
      expectAccounted(change(list.text)),
    ),
    sameRuns(250, 100_000),
  )
}, 1_800_000)
