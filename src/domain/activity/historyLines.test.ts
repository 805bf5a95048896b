import { getAddress, type Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import type { TransferLog } from '#chain/logs/logs.ts'
import type { BnbScan } from '#chain/logs/scanBnb.ts'
import { startLogScan } from '#chain/logs/scanLogs.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { item, paid, received, usdt } from '#tests/support/activityItems.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { OWNERS, PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { asItem, filtered, type HistoryFilter, noFilter, receivedItems, withDays } from './historyLines.ts'
import type { Incoming } from './incoming.ts'
import { receivedWords } from './paymentWords.ts'

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

  // Only a machine whose time zone has summer time can fail here.
  test('error: the short day on which summer time begins is yesterday on the next one, too', () => {
    for (let day = 2; day <= 366; day++) {
      const [before, midnight] = [day - 1, day].map((of) => new Date(2026, 0, of).getTime())
      const lines = withDays([item({ at: before ?? 0 })], midnight ?? 0)
      expect(lines[0], `day ${day}`).toMatchObject({ label: 'Yesterday' })
    }
  })

  test('behavior: items without a time have their own heading', () => {
    expect(labels(noon, null)).toEqual(['Today', '·', 'Time unknown', '·'])
  })

  test('error: the heading of a payment whose time is still being read does not call it unknown', () => {
    const [heading] = withDays([{ ...item({ at: null }), isDating: true }], noon)
    expect(heading).toMatchObject({ label: 'Reading the time…' })
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

const log = (blockNumber: bigint, from: Address, value: bigint, logIndex = 0n): TransferLog => ({
  token: usdt.address ?? PAYEE,
  from,
  to: PAYEE,
  value,
  blockNumber,
  transactionHash: word(blockNumber) as Hash,
  logIndex,
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

  test('error: finds the payments of a wallet’s batch, and hides no batch that was not read', () => {
    const status = { kind: 'judged', status: { kind: 'pending', hash: null } } as const
    const amount = { token: usdt, value: 1n }
    const payments = ([PAYEE, OWNERS[0]] as const).map((to) => ({ to, amount, status: status.status }))
    const [whole, part] = [2, 3].map((count) => item({ what: { kind: 'batch', count, payments }, status }))
    const unread = item({ what: { kind: 'batch', count: null } })
    const unpinned = item({ what: { kind: 'other', label: 'Contract call' }, status })
    const sent = [whole, part, unread, unpinned]
    const among = (some: Partial<HistoryFilter>) =>
      filtered(sent as ActivityItem[], { ...noFilter, ...some }, new Map())
    expect(among({ direction: 'out' })).toEqual(sent)
    expect(among({ direction: 'in' })).toEqual([])
    expect(among({ token: Token.key(usdt), counterparty: PAYEE })).toEqual(sent)
    expect(among({ token: 'bnb' })).toEqual([part, unread, unpinned])
    expect(among({ counterparty: SAFE })).toEqual([part, unread, unpinned])
  })

  test('behavior: applies to one payment: two rows of a batch do not match together', () => {
    expect(through({ token: 'bnb', counterparty: OWNERS[1] })).toEqual([batch])
    expect(through({ token: 'bnb', counterparty: OWNERS[0] })).toEqual([])
  })
})

const [PAID, STRANGER] = OWNERS
const COPY = getAddress(`${PAID.slice(0, 6)}${'0'.repeat(32)}${PAID.slice(-4)}`)

function incoming(
  transfers: readonly ReturnType<typeof log>[],
  arrivals: BnbScan['arrivals'] = [],
): Incoming {
  const tokens = { ...startLogScan<TransferLog>(100n), transfers }
  return { tokens, bnb: { arrivals } as unknown as BnbScan, looking: false }
}

describe('received items', () => {
  test('behavior: are listed newest first, tokens and BNB together, each with its own id', () => {
    const arrivals = [
      { blockNumber: 8n, value: 3n, from: null, transactionHash: null },
      { blockNumber: 5n, value: 4n, from: STRANGER, transactionHash: word(55) as Hash },
    ]
    const found = receivedItems(incoming([log(9n, PAID, 1n), log(6n, PAID, 2n, 1n)], arrivals), PAYEE, [])
    expect(found.map(({ block, value }) => [block, value])).toEqual([
      [9n, 1n],
      [8n, 3n],
      [6n, 2n],
      [5n, 4n],
    ])
    expect(new Set(found.map(({ id }) => id)).size).toBe(4)
    expect(found.map(asItem).map(({ what }) => what.kind)).toEqual([
      'transfer-in',
      'transfer-in',
      'transfer-in',
      'transfer-in',
    ])
  })

  test('error: that are equal and in one transaction each need a log of their own, or one node could invent the second', () => {
    const one = log(9n, PAID, 1n, 1n)
    const again = { ...one, logIndex: 2n }
    const found = receivedItems(incoming([one, again, log(8n, PAID, 1n)]), PAYEE, [])
    expect(found.map((item) => asItem(item).twins ?? 0)).toEqual([0, 1, 0])
  })

  test('error: are not what the account sent to itself', () => {
    const own = { blockNumber: 5n, value: 4n, from: PAYEE as Address, transactionHash: word(55) as Hash }
    const found = receivedItems(incoming([log(9n, PAYEE, 1n), log(6n, PAID, 2n)], [own]), PAYEE, [])
    expect(found.map(({ from }) => from)).toEqual([PAID])
  })

  test('error: flags zero transfers and senders that look like an earlier payee', () => {
    const of = incoming([log(9n, COPY, 1n), log(8n, STRANGER, 0n), log(7n, PAID, 1n)])
    expect(receivedItems(of, PAYEE, [PAID]).map(({ suspicion }) => suspicion)).toEqual([
      'look-alike',
      'zero-value',
      null,
    ])
  })
})

test('behavior: needs two nodes for "Received", and shows a contradiction', () => {
  const hash = word(1) as Hash
  expect(receivedWords(hash, { kind: 'paid', hash })).toEqual({ tone: 'good', title: 'Received', text: '' })
  for (const lacks of ['finality', 'second-operator'] as const) {
    expect(receivedWords(hash, { kind: 'confirming', hash, lacks }).title).toBe('Received · confirming')
  }
  expect(receivedWords(hash, undefined).title).toBe('Received · confirming')
  expect(receivedWords(null, undefined).title).toBe('Received, not verified')
  const otherwise = [
    { kind: 'pending', hash },
    { kind: 'mismatch', differences: ['The network says otherwise.'] },
    { kind: 'not-paid', why: 'failed', hash },
  ] as const
  for (const status of otherwise) expect(receivedWords(hash, status).tone, status.kind).toBe('bad')
})
