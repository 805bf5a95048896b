import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guardStorage } from '#boot/storage.ts'
import { withTicks } from '#domain/payee/checkPayee.ts'
import { planPayout } from '#domain/payout/Payout.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { readRows } from './import/readRows.ts'
import {
  draftText,
  draftToRepeat,
  forgetDraft,
  hasDraft,
  keepAnswers,
  keepDraft,
  MAX_DOCUMENT,
  parseDraft,
  readAnswers,
  readDraft,
} from './keptDraft.ts'
import { readDraftRows } from './parsedDraft.ts'
import { newDraft, type PayoutDraft, withEdit, withSkip, withToken } from './payoutDraft.ts'
import { draftOfPayout } from './payoutText.ts'

function memoryStorage() {
  const kept = new Map<string, string>()
  return guardStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }))
}

const cells = fc.record({ payee: fc.string(), amount: fc.string(), token: fc.string() }, { requiredKeys: [] })
const lines = fc.integer({ min: 1, max: 1_000_000 })
const drafts: fc.Arbitrary<PayoutDraft> = fc
  .record({
    text: anyUnicode(),
    source: fc.option(fc.string()),
    options: fc.record({
      separator: fc.option(fc.constantFrom('\t' as const, ';' as const, ',' as const, 'none' as const)),
      style: fc.option(fc.constantFrom('plain' as const, 'point-comma' as const)),
      header: fc.option(fc.boolean()),
      mapping: fc.constantFrom(null, {
        payee: 0,
        amount: 3,
        token: null,
        tokenType: 1,
        name: null,
        reference: null,
        handle: null,
        note: null,
      }),
      token: fc.constantFrom(null, 'bnb', usdt.address?.toLowerCase() ?? ''),
    }),
    tokens: fc.uniqueArray(fc.nat({ max: 50 })),
    names: fc.array(
      fc.record({
        name: fc.stringMatching(/^[a-z0-9]{1,20}\.bnb$/),
        address: fc.nat({ max: 50 }).map(payeeAt),
        at: fc.nat(),
      }),
    ),
    requests: fc.array(
      fc.record({
        id: fc.stringMatching(/^[0-9a-f]{32}$/),
        since: fc.integer(),
        until: fc.integer(),
        payee: fc.nat({ max: 50 }).map(payeeAt),
        token: fc.constantFrom(null, payeeAt(51)),
      }),
    ),
    run: fc.constantFrom(null, { template: 'a-1', due: '2026-01-31' }),
    tag: fc.constantFrom(null, 'spring 2026', 'Spring 2026', 'ÄRA'),
    title: fc.constantFrom(null, 'Autumn reels', 'שלום 🎤'),
    added: fc.uniqueArray(lines).map((all) => all.sort((a, b) => a - b)),
    fill: fc.array(fc.tuple(lines, fc.record({ amount: fc.string(), token: fc.string() }))),
    edits: fc.array(fc.tuple(lines, cells)),
    skips: fc.array(fc.tuple(lines, fc.string())),
    answers: fc.dictionary(
      fc.stringMatching(/^column\/[a-z]{1,9}$/),
      fc.oneof(
        fc.constant('nothing' as const),
        fc.dictionary(
          fc.stringMatching(/^(?:[0-9 ]{0,9}|open|paid)$/),
          fc.constantFrom('pay' as const, 'leave' as const),
          {
            noNullPrototype: true,
          },
        ),
      ),
      { noNullPrototype: true },
    ),
    ticks: fc.array(fc.string()),
  })
  .map(({ tokens, ...read }) => {
    const draft: PayoutDraft = {
      ...read,
      tokens: [],
      before: null,
      fill: new Map(read.fill),
      edits: new Map(read.edits),
      skips: new Map(read.skips),
      ticks: new Set(read.ticks.filter((id) => !id.startsWith('unread/'))),
    }
    return tokens.reduce((all, index) => withToken(all, payeeAt(index), index % 37), draft)
  })

test('behavior: any stored draft is read back unchanged', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      expect(parseDraft(draftText(draft, 5))).toEqual({ draft, at: 5 })
    }),
    propertyRuns(100),
  )
})

describe('a stored draft', () => {
  const draft = withSkip(withEdit(newDraft('a,b'), 1, { amount: '1' }), 2, 'no')

  test('error: is rejected as a whole if any part was changed', () => {
    const document = JSON.parse(draftText(draft, 5)) as Record<string, unknown>
    const wrong: readonly Record<string, unknown>[] = [
      { version: 2 },
      { at: '5' },
      { text: null },
      { edits: [[0, { payee: null, amount: null, token: null }]] },
      { edits: [[1, { payee: 1, amount: null, token: null }]] },
      { skips: [[1]] },
      { added: [2, 2] },
      { options: { ...(document.options as object), separator: '/' } },
      { options: { ...(document.options as object), currencies: { $: 'USDT' } } },
      { options: { ...(document.options as object), token: 'USDT' } },
      { tokens: [[usdt.address, 6]] },
      { tokens: [[payeeAt(1), 37]] },
      { names: [['Ada.bnb', payeeAt(1), 5]] },
      { names: [['d\u0430na.bnb', payeeAt(1), 5]] },
      { names: [['ada.bnb', payeeAt(1).slice(0, -1), 5]] },
      { names: [['ada.bnb', payeeAt(1), -5]] },
      { names: [['ada.bnb', payeeAt(1)]] },
    ]
    for (const change of wrong) expect(parseDraft(JSON.stringify({ ...document, ...change }))).toBeNull()
    expect(parseDraft('{')).toBeNull()
    expect(parseDraft(JSON.stringify(document))).not.toBeNull()
  })

  test('behavior: belongs to one account, and is unreadable, present or missing', () => {
    const storage = memoryStorage()
    expect(readDraft(storage, SAFE)).toBeNull()
    expect(keepDraft(storage, SAFE, draft, 5)).toBe(true)
    expect(readDraft(storage, SAFE)).toEqual({ draft, at: 5 })
    expect(hasDraft(storage, payeeAt(1))).toBe(false)
    storage.setItem(`portal.draft.56.${SAFE.toLowerCase()}`, 'x')
    expect(readDraft(storage, SAFE)).toBe('unreadable')
    forgetDraft(storage, SAFE)
    expect(hasDraft(storage, SAFE)).toBe(false)
  })

  test('error: is removed if the new one is too large to store', () => {
    const storage = memoryStorage()
    keepDraft(storage, SAFE, draft, 5)
    expect(keepDraft(storage, SAFE, newDraft('x'.repeat(MAX_DOCUMENT)), 6)).toBe(false)
    expect(hasDraft(storage, SAFE)).toBe(false)
  })

  test('behavior: loses the confirmations for unread data', () => {
    const ticked = withTicks(draft, ['unread/code', 'contract/0x'], true)
    expect(parseDraft(draftText(ticked, 5))?.draft.ticks).toEqual(new Set(['contract/0x']))
  })
})

test('behavior: of a payout’s rows is read back as the same payments, with any texts', async () => {
  const words = fc.option(fc.stringMatching(/^[!-~]{1,12}$/))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ value: fc.bigInt({ min: 1n, max: 10n ** 30n }), note: words, reference: words }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (made) => {
        const rows = made.map(({ value, note, reference }, index) => ({
          payee: payeeAt(index),
          amount: { token: usdt, value },
          note,
          reference,
        }))
        const table = await readDraftRows(draftOfPayout({ rows }), SAFE)
        const read = table.rows.map((row) =>
          row.read.ok ? { ...row.read.payment, note: row.note, reference: row.reference } : row.read,
        )
        expect(read).toEqual(rows)
      },
    ),
    propertyRuns(50),
  )
})

test.each([
  ['please send on Polygon', {}],
  ['already paid', {}],
  ['Reel 3', { 'column/note': 'nothing' }],
])(
  'error: a note of the next list, “%s”, is covered by an older “nothing” only if it leaves no doubt',
  async (note, known) => {
    const storage = memoryStorage()
    const read = (last: string) =>
      readRows(`address,amount,note\n${payeeAt(1)},5,one reel\n${payeeAt(2)},6,${last}`, {
        payer: SAFE,
        tokens: new Map(),
        token: usdt,
      })
    keepAnswers(storage, await read('Story'), { 'column/note': 'nothing' })
    expect(readAnswers(storage, await read(note))).toEqual(known)
  },
)

test('behavior: of a payout’s rows asks for the amount of a row that was dollars at an old rate', async () => {
  const amount = { token: usdt, value: 1n }
  const row = { payee: payeeAt(1), amount, note: null, reference: null }
  const price = { value: 1n, at: 1 }
  const rate = { cents: 1n, tolerance: 0, madeAt: 1, until: 2, price, readAt: 1, link: 'x' }
  const table = await readDraftRows(
    draftOfPayout({
      rows: [
        { ...row, rate },
        { ...row, payee: payeeAt(2) },
      ],
    }),
    SAFE,
  )
  expect(table.rows.map(({ read }) => (read.ok ? 'read' : Object.keys(read.faults)))).toEqual([
    ['amount'],
    'read',
  ])
})

test('behavior: of a payout’s rows shows the names that were entered, and pays the same addresses', async () => {
  const entered = { name: 'ada.bnb', at: 5 }
  const row = { amount: { token: usdt, value: 1n }, note: null, reference: null }
  // The name led elsewhere between the two.
  const rows = [
    { ...row, payee: payeeAt(1), entered },
    { ...row, payee: payeeAt(2), entered },
    { ...row, payee: payeeAt(3) },
  ]
  const draft = draftOfPayout({ rows })
  const table = await readDraftRows(draft, SAFE)
  const paid = table.rows.map(({ read }) => read.ok && [read.payment.payee, read.payment.entered])
  expect(paid).toEqual([
    [payeeAt(1), undefined],
    [payeeAt(2), entered],
    [payeeAt(3), undefined],
  ])
  const unknown = await readDraftRows({ ...draft, names: [] }, SAFE)
  expect(unknown.rows.map(({ read }) => !read.ok && read.bnbName)).toEqual([false, 'ada.bnb', false])
})

test('behavior: of a payout’s rows keeps its title and campaign, and gives each label its own column', () => {
  const row = { amount: { token: usdt, value: 1n }, payee: payeeAt(1), note: 'Two reels', reference: 'INV-1' }
  const rows = [{ ...row, name: 'Anna', handle: '@anna.makes' }]
  const payout = planPayout({ address: SAFE, kind: 'safe' }, rows, 1, 5, [], {
    title: 'Autumn reels',
    tag: 'Herbst',
  })
  const draft = draftToRepeat(payout)
  expect([draft.title, draft.tag]).toEqual(['Autumn reels', 'Herbst'])
  // The apostrophe keeps a spreadsheet from running the cell, and is not part of it.
  expect(draft.text.split('\r\n').slice(0, 2)).toEqual([
    '"receiver","amount","token","reference","name","handle","note"',
    expect.stringMatching(/"INV-1","Anna","'@anna\.makes","Two reels"$/),
  ])
})

test('error: the rows of a payout from a file decide nothing about its notes and bring no decimals', async () => {
  const token = unverifiedToken(payeeAt(9), 0)
  const rows = [{ payee: payeeAt(1), amount: { token, value: 5n }, note: 'paid', reference: null }]
  const payout = { ...planPayout({ address: SAFE, kind: 'safe' }, rows, 1, 5, []), restored: true }
  const draft = draftToRepeat(payout)
  expect([draft.answers, draft.tokens]).toEqual([{}, []])
  const { rows: read } = await readDraftRows(draft, SAFE)
  expect(read.map((row) => !row.read.ok && row.read.unknownToken)).toEqual([token.address])
})
