import { describe, expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import * as Token from '#chain/money/Token.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { item, paid, received, usdt } from '#tests/support/activityItems.ts'
import { OWNERS, PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { filtered, type HistoryFilter, noFilter, withDays } from './historyLines.ts'

const noon = new Date(2026, 10, 21, 12).getTime()
const HOUR = 3_600_000

describe('days', () => {
  const labels = (...ats: (number | null)[]) =>
    withDays(
      ats.map((at) => item({ at })),
      noon,
    ).map((line) => (line.kind === 'day' ? line.label : '·'))

  test('behavior: each day has one heading, with names for today and yesterday', () => {
    expect(labels(noon, noon - HOUR, noon - 24 * HOUR, noon - 72 * HOUR)).toEqual([
      'Today',
      '·',
      '·',
      'Yesterday',
      '·',
      '18 November 2026',
      '·',
    ])
  })

  test('behavior: items without a time have their own heading', () => {
    expect(labels(noon, null)).toEqual(['Today', '·', 'Time unknown', '·'])
  })

  test('behavior: every line has its own key, even if a day occurs twice', () => {
    const lines = withDays([item({ at: noon }), item({ at: null }), item({ at: noon })], noon)
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  })
})

describe('payouts', () => {
  const of = (payout: string | null, at = noon) => ({ ...item({ at }), note: payout })
  const linesOf = (...items: readonly ActivityItem[]) =>
    withDays(items, noon, ({ note }) => note).flatMap((line) => {
      if (line.kind === 'day') return [line.label]
      return [line.kind === 'item' ? `one ${line.item.note}` : `${line.items.length} of ${line.id}`]
    })

  test('behavior: several items of one payout are one line, where the newest is', () => {
    const yesterday = noon - 24 * HOUR
    expect(
      linesOf(
        of('a'),
        of(null),
        of('b'),
        of('a'),
        of('b', yesterday),
        of('c', yesterday),
        of('a', yesterday),
      ),
    ).toEqual(['Today', '3 of a', 'one null', '2 of b', 'Yesterday', 'one c'])
  })

  test('behavior: no item is lost or listed twice', () => {
    const items = Array.from({ length: 300 }, (_, index) => of(['a', 'b', null][index % 3] ?? null))
    const listed = withDays(items, noon, ({ note }) => note).flatMap((line) =>
      line.kind === 'day' ? [] : line.kind === 'item' ? [line.item] : line.items,
    )
    expect(new Set(listed)).toEqual(new Set(items))
    expect(listed).toHaveLength(300)
  })
})

describe('a filter', () => {
  const batch = item({ what: { kind: 'batch', count: 2 } })
  const transfer = (token: Token.Token, to: (typeof OWNERS)[number]) => ({
    path: '1',
    to,
    value: 0n,
    data: '0x' as const,
    operation: 0 as const,
    meaning: { kind: 'transfer' as const, to, amount: { token, value: 1n }, isPinned: true },
  })
  const content: ProposalContent = {
    rows: [transfer(usdt, OWNERS[0]), transfer(Token.BNB, OWNERS[1])],
    totals: [],
    others: 0,
  }
  const out = paid(PAYEE)
  const incoming = received(OWNERS[2], 1n, Token.BNB)
  const other = item({})
  const all = [batch, out, incoming, other]
  const through = (some: Partial<HistoryFilter>): ActivityItem[] => [
    ...filtered(all, { ...noFilter, ...some }, new Map([[batch.id, content]])),
  ]

  test('behavior: lets everything through if it is empty', () => {
    expect(through({})).toEqual(all)
    expect(through({ counterparty: '  ' })).toEqual(all)
  })

  test('behavior: checks token and direction, also inside batches', () => {
    expect(through({ token: Token.key(usdt) })).toEqual([batch, out])
    expect(through({ token: 'bnb' })).toEqual([batch, incoming])
    expect(through({ direction: 'in' })).toEqual([incoming])
    expect(through({ token: 'bnb', direction: 'out' })).toEqual([batch])
  })

  test('behavior: finds a counterparty by any part of the address, in any case and with a prefix', () => {
    expect(through({ counterparty: PAYEE.toLowerCase() })).toEqual([out])
    expect(through({ counterparty: `bnb:${PAYEE}` })).toEqual([out])
    expect(through({ counterparty: PAYEE.slice(-6).toUpperCase() })).toEqual([out])
    expect(through({ counterparty: SAFE })).toEqual([])
  })

  test('behavior: applies to one payment: two rows of a batch do not match together', () => {
    expect(through({ token: 'bnb', counterparty: OWNERS[1] })).toEqual([batch])
    expect(through({ token: 'bnb', counterparty: OWNERS[0] })).toEqual([])
  })
})
