import { describe, expect, test } from 'vitest'
import { openLeftovers } from '#domain/draft/payoutDraft.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { payees } from '#tests/support/pastedLists.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { readRows, type TextOptions } from './import/readRows.ts'
import { readPastedLines } from './struckText.ts'

const { A, B } = payees
const text = `Ann\t${A}\t5\nBen\t${B}\t6\nCem\t${A}\t7`
/** A clipboard with a text and the same as HTML. */
const pasted = (plain: string, html: string) =>
  readPastedLines({ getData: (type) => (type === 'text/html' ? html : plain) })
const cells = (rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((row) => `<tr>${row.join('')}</tr>`).join('')}</table>`
const td = (...texts: readonly string[]) => texts.map((one) => `<td>${one}</td>`)
const struck = (style: string, ...texts: readonly string[]) => texts.map((one) => `<td ${style}>${one}</td>`)

describe('a row that its author struck through', () => {
  test.each([
    [
      'Google Sheets',
      cells([td('Ann', A, '5'), struck('style="text-decoration:line-through;"', 'Ben', B, '6')]),
    ],
    [
      'Excel',
      `<style><!--\n.xl1 {color:black;}\n.xl65\n\t{text-decoration:line-through;}\n--></style>${cells([
        td('Ann', A, '5'),
        struck('class=xl65 width=80', 'Ben', B),
      ])}`,
    ],
    ['a document', `<p>Ann ${A} 5</p><p><span style="text-decoration:line-through">Ben</span>&nbsp;${B}</p>`],
    ['a chat', `Ann ${A} 5<br><del>Be<b>n</b></del> ${B} 6`],
    [
      'a hidden row',
      cells([td('Ann', A, '5'), [`<div style='display:none'>${td('Ben', B).join('')}</div>`]]),
    ],
  ])('error: is marked as %s says it, and no other row is', (_, html) => {
    expect(pasted(text, html)).toBe(text.replace('Ben', '~~Ben'))
  })

  test('error: is asked about', async () => {
    const html = cells([struck('style="text-decoration:line-through"', 'Ben', B, '6')])
    const options: TextOptions = { payer: SAFE, tokens: new Map(), token: usdt }
    const { leftovers } = await readRows(pasted(`Name\tWallet\tAmount\n${text}`, html), options)
    expect(openLeftovers(leftovers, {}).map(({ kind, values }) => [kind, values[0]?.lines])).toEqual([
      ['mark', [3]],
    ])
  })

  test('behavior: a text without one stays as it is', () => {
    expect(pasted(text, '')).toBe(text)
    expect(pasted(text, cells([td('Ann', A, '5')]))).toBe(text)
    expect(pasted(text, '<style>.x{text-decoration:line-through}</style><p class="y">Ann</p>')).toBe(text)
  })

  test('error: of more struck texts than are looked for, every line is marked', () => {
    const html = Array.from({ length: 1_001 }, (_, index) => `<s>x${index}</s><br>`).join('')
    expect(pasted('a 1\n\n"b" 2', html)).toBe('~~a 1\n\n"~~b" 2')
  })
})
