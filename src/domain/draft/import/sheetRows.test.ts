import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openLeftovers } from '#domain/draft/payoutDraft.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { readRows } from './readRows.ts'
import { readWorkbook } from './readWorkbook.ts'

test('error: a row that a filter hides in a workbook is not paid without a decision (N3)', async () => {
  const bytes = Uint8Array.from(readFileSync('tests/fixtures/lists/hiddenByFilter.xlsx'))
  const sheet = await readWorkbook(bytes, null)
  if (sheet.kind !== 'sheet') throw new Error(sheet.kind)
  const read = await readRows(sheet.text, { payer: SAFE, tokens: new Map(), token: usdt })
  const asked = openLeftovers(read.leftovers, {})
  const hidden = asked.find(({ values }) => values.some(({ text }) => text === 'hidden in the sheet'))
  expect(hidden?.values.map(({ text, isDoubtful }) => [text, isDoubtful])).toEqual(
    expect.arrayContaining([
      ['', false],
      ['hidden in the sheet', true],
    ]),
  )
  expect(read.records.every((row) => row.read.ok)).toBe(true)
})
