import { describe, expect, test } from 'vitest'
import { leftOut, openLeftovers } from '#domain/draft/payoutDraft.ts'
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
    [
      'LibreOffice, by the name of a letter,',
      cells([td('Ann', A, '5'), struck('style="text-decoration:line-through"', 'B&eacute;n'), td(B, '6')]),
    ],
    [
      'a sheet with a formula',
      cells([
        td('Ann', A, '5'),
        struck('data-formula="=IF(A1<2;1;A2>1)" style="text-decoration:line-through"', 'Ben', B),
      ]),
    ],
    ['a comment in the HTML', `<del>Ben<!--EndFragment--></del> ${B}`],
    ['a hidden element', cells([td('Ann', A, '5'), struck('hidden', 'Ben', B)])],
    ['capitals of a style', `<del style="text-transform:uppercase">bEN</del> ${B}`],
  ])('error: is marked as %s says it, and no other row is', (_, html) => {
    const said = html.includes('eacute') ? text.replace('Ben', 'Bén') : text
    expect(pasted(said, html)).toBe(said.replace(/B[eé]n/, '~~$&'))
  })

  test.each([
    ['without a space', '300250', '<s>300</s>250', '~~300~~250'],
    ['with a space', '300 250', '<span style="text-decoration:line-through">300</span> 250', '~~300~~ 250'],
    ['behind the new one', '250300', '250<s>300</s>', '250~~300~~'],
  ])('error: a price that is struck through %s is no part of the new one', async (_, plain, html, shown) => {
    const list = pasted(`Ann\t${A}\t5\nBen\t${B}\t${plain}`, cells([td('Ann', A, '5'), td('Ben', B, html)]))
    expect(list).toBe(`Ann\t${A}\t5\n~~Ben\t${B}\t${shown}`)
    const { records } = await readRows(list, { payer: SAFE, tokens: new Map(), token: usdt })
    expect(records.map(({ read }) => read.ok)).toEqual([true, false])
  })

  test('error: 200,000 characters of HTML are read at once, however wrong they are', () => {
    for (const wrong of ['<p></x>', '<p>', '</p>', '<a b="', '<', '<!--', '<s>a', "<a '>"]) {
      const html = `<p><s>Ben</s></p>${wrong.repeat(200_000 / wrong.length)}`
      const started = performance.now()
      expect(pasted(text, html)).toContain('~~Ben')
      expect(performance.now() - started).toBeLessThan(3_000)
    }
    const nested = `<p><s>Ben</s></p>${'<p>'.repeat(30_000)}${'</x>'.repeat(30_000)}`
    const started = performance.now()
    expect(pasted(text, nested)).toContain('~~Ben')
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  test('error: is asked about', async () => {
    const html = cells([struck('style="text-decoration:line-through"', 'Ben', B, '6')])
    const options: TextOptions = { payer: SAFE, tokens: new Map(), token: usdt }
    const { leftovers } = await readRows(pasted(`Name\tWallet\tAmount\n${text}`, html), options)
    expect(openLeftovers(leftovers, {}).map(({ kind, values }) => [kind, values[0]?.lines])).toEqual([
      ['mark', [3]],
    ])
    // Its author never saw the `~~`.
    const left = leftOut(leftovers, { 'mark/': { '~~': 'leave' } })
    expect([...left]).toEqual([[3, 'struck through']])
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
