import { QueryClient } from '@tanstack/react-query'
import type { Hash, Hex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import type { BnbScan } from '#chain/logs/scanBnb.ts'
import { startLogScan } from '#chain/logs/scanLogs.ts'
import { BNB } from '#chain/money/Token.ts'
import { feeds } from '#chain/prices/feeds.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { getFee } from '#chain/rpc/rpcMethods.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type AccountingFile, type AccountingRow, rowTitles } from '#domain/accounting/AccountingFile.ts'
import { statementTotals } from '#domain/accounting/statement.ts'
import { accountingTable } from '#domain/accounting/writeAccounting.ts'
import { asItem, receivedItems } from '#domain/activity/historyLines.ts'
import type { Incoming } from '#domain/activity/incoming.ts'
import { refreshed } from '#domain/activity/pagedList.ts'
import { type Payment, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { row } from '#tests/support/accountingFiles.ts'
import { paid, usdt } from '#tests/support/activityItems.ts'
import { hashOf, memoryStorage, requested, threeRows } from '#tests/support/backupWorld.ts'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { answeringFeeds, honestFeed, PHASE } from '#tests/support/fakeFeeds.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { usualRequest } from '#tests/support/requests.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { walletFile, withKept, withNetworkFees, withoutPrices, withPrices } from './accountingFiles.ts'
import { blockTimeQuery, feeQuery, finalTimeQuery, itemStatusQuery } from './activity.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 9, 1)
const bnb = { address: null, symbol: 'BNB', decimals: 18 }
const file = (rows: readonly AccountingRow[]): AccountingFile => ({
  account: SAFE,
  writtenAt: 0,
  partial: [],
  notes: ['First.'],
  rows,
})

/** For a file that has every payment. */
const always = () => 0

/** A node with a price of BNB for each hour of October, that counts its calls. */
function bnbNode(): { readonly rpc: Rpc; readonly calls: () => number } {
  const rounds = Array.from({ length: 744 }, (_, index) => [BigInt(index + 1), START + index * HOUR] as const)
  const node = answeringFeeds(
    new Map(feeds.slice(0, 1).map(({ address }) => [address, honestFeed(BNB, rounds)])),
  )
  let calls = 0
  const rpc: Rpc = (...question) => {
    calls++
    return node(...question)
  }
  return { rpc, calls: () => calls }
}

test('behavior: each payment has the price of its own time; without a feed, a time or a price it has none', async () => {
  const { rpc } = bnbNode()
  const rows = [
    row({ token: bnb, at: START + 99.5 * HOUR }),
    row({ token: bnb, at: START + 700 * HOUR }),
    row({ token: bnb, at: START - 1 }),
    row({ token: bnb, at: null }),
    row({ token: { ...bnb, address: '0x55d3980000000000000000000000000000007955' }, at: START + HOUR }),
    row({ at: START + HOUR }),
  ]
  const { rows: priced, notes } = await withPrices(new QueryClient(), rpc, file(rows))
  expect(priced.map(({ price }) => price)).toEqual([
    { value: 100n, at: START + 99 * HOUR, round: PHASE + 100n },
    { value: 701n, at: START + 700 * HOUR, round: PHASE + 701n },
    null,
    null,
    null,
    null,
  ])
  expect(priced.map((one) => ({ ...one, price: null }))).toEqual(rows)
  expect(notes).toEqual(['First.', expect.stringMatching(/^USD values are estimates/)])
})

test('behavior: a hundred payments share what they read, payments of one transaction everything', async () => {
  const times = Array.from({ length: 100 }, (_, index) => START + index * 7 * HOUR)
  const { rpc, calls } = bnbNode()
  const left: number[] = []
  const rows = [...times, ...times].map((at) => row({ token: bnb, at }))
  const { rows: priced } = await withPrices(new QueryClient(), rpc, file(rows), (number) => left.push(number))
  expect(priced.every(({ price, at }) => price?.at === at)).toBe(true)
  expect(left).toEqual(Array.from({ length: 101 }, (_, index) => 100 - index))
  // All rounds and the three facts of the feed, once.
  expect(calls()).toBeLessThanOrEqual(744 + 3)
})

test('error: prices that could not be read are counted, and the file is made', async () => {
  const down = async () => {
    throw new Error('connection refused')
  }
  const rows = [1, 2, 3].map((hours) => row({ token: bnb, at: START + hours * HOUR }))
  const made = await withPrices(new QueryClient(), down, file(rows))
  expect(made.rows).toEqual(rows)
  expect(made.notes.at(-1)).toBe('Prices that could not be read: 3. Export again to read them.')
})

test('behavior: a file without prices says so', () => {
  expect(withoutPrices(file([])).notes).toEqual(['First.', expect.stringContaining('off in Settings')])
})

test('behavior: a received payment has the memo and the reference of the request that it answers', () => {
  const { storage } = memoryStorage()
  const asked = { kind: 'exact', value: 12n } as const
  const request: PaymentRequest = {
    ...usualRequest,
    payee: SAFE,
    asked,
    madeAt: 1_700_000_000,
    memo: 'Reels',
    reference: 'INV-7',
  }
  keptRequests.keep(storage, [{ request, signature: null, proof: null, claimed: [] }])
  const { rows } = withKept(storage, file([row({ value: 12n }), row({ value: 13n, hash: word(8) })]), always)
  expect(rows.map(({ memo, reference }) => [memo, reference])).toEqual([
    ['Reels', 'INV-7'],
    ['', ''],
  ])
})

test('error: a payment has no words of a request from before the file begins, unless that claims it', () => {
  const { storage } = memoryStorage()
  const asked = { kind: 'exact', value: 12n } as const
  const request: PaymentRequest = { ...usualRequest, payee: SAFE, asked, madeAt: 1_700_000_000 }
  const paid = row({ value: 12n, logIndex: 1n })
  const kept = { request, signature: null, proof: null, claimed: [] }
  const reference = (since: number | null) =>
    withKept(storage, file([paid]), () => since).rows.map(({ reference }) => reference)
  keptRequests.keep(storage, [kept])
  expect([reference(request.madeAt * 1_000), reference(request.madeAt * 1_000 + 1), reference(null)]).toEqual(
    [[request.reference], [''], ['']],
  )
  keptRequests.keep(storage, [{ ...kept, claimed: [`${paid.hash}:log-1`] }])
  expect(reference(null)).toEqual([request.reference])
})

test('error: without its price, no received payment has the words of a request in dollars unless it was claimed', () => {
  const { storage } = memoryStorage()
  const asked = { kind: 'usd', cents: 50_000n, tolerance: 100, until: 1_700_090_000 } as const
  const request: PaymentRequest = {
    ...usualRequest,
    payee: SAFE,
    asked,
    madeAt: 1_700_000_000,
    dueOn: null,
    reference: 'INV-8',
  }
  const paid = row({ value: 5n, logIndex: 1n })
  const kept = { request, signature: null, proof: null, claimed: [] }
  const reference = () => withKept(storage, file([paid]), always).rows[0]?.reference
  keptRequests.keep(storage, [kept])
  expect(reference()).toBe('')
  keptRequests.keep(storage, [{ ...kept, claimed: [`${paid.hash}:log-1`] }])
  expect(reference()).toBe('INV-8')
})

test('behavior: a payment in a Safe’s list, which names no log, has the words of the request it was claimed for', () => {
  const { storage } = memoryStorage()
  const asked = { kind: 'exact', value: 12n } as const
  const request: PaymentRequest = { ...usualRequest, payee: SAFE, asked, madeAt: 1_700_000_000 }
  const paid = row({ value: 11n, logIndex: null })
  const claimed = [`${paid.hash}:log-4`]
  keptRequests.keep(storage, [{ request, signature: null, proof: null, claimed }])
  const references = (...rows: readonly AccountingRow[]) =>
    withKept(storage, file(rows), always).rows.map(({ reference }) => reference)
  expect(references(paid)).toEqual([request.reference])
  expect(references(paid, { ...paid, value: 10n })).toEqual(['', ''])
})

test('behavior: a payment of a payout has its campaign', () => {
  const { storage } = memoryStorage()
  const hash = hashOf('7')
  const payout = { ...requested(threeRows('autumn-reels', {}, 'eoa'), 0, { hash, at: 5 }), tag: 'autumn' }
  payoutStore(storage, payout.account).write(payout)
  const sent = {
    ...file([row({ direction: 'out', hash }), row({ direction: 'in', hash })]),
    account: payout.account,
  }
  const { rows } = withKept(storage, sent, always)
  expect(rows.map(({ campaign }) => campaign)).toEqual(['#autumn', ''])
})

describe('a sent payment of a list', () => {
  const proposal = hashOf('7')
  const made = (rows: readonly Partial<Payment>[]) => {
    const { storage } = memoryStorage()
    const usual: Payment = { payee: PAYEE, amount: { token: usdt, value: 5n }, note: null, reference: null }
    const payout = planPayout(
      { address: SAFE, kind: 'safe' },
      rows.map((row) => ({ ...usual, ...row })),
      rows.length,
      5,
    )
    payoutStore(storage, SAFE).write(requested(payout, 0, { hash: proposal, at: 5 }))
    return storage
  }
  const sent = (value: bigint, memo = '', safeTxHash: Hash = proposal) =>
    row({ direction: 'out', from: SAFE, to: PAYEE, counterparty: PAYEE, value, memo, safeTxHash })

  test('behavior: has the note of its row as memo and its reference alone, equal rows in their order', () => {
    const storage = made([
      { note: 'Month 1', reference: 'INV-1' },
      { note: 'Month 2', reference: 'INV-2' },
      { note: 'Month 3', reference: 'INV-3', amount: { token: usdt, value: 9n } },
    ])
    const { rows: found } = withKept(
      storage,
      file([sent(5n), sent(9n, 'Autumn'), sent(5n), sent(5n)]),
      always,
    )
    expect(found.map(({ memo, reference, safeTxHash }) => [memo, reference, safeTxHash])).toEqual([
      ['Month 1', 'INV-1', proposal],
      ['Autumn Month 3', 'INV-3', proposal],
      ['Month 2', 'INV-2', proposal],
      ['', '', proposal],
    ])
  })

  test('error: payments of two lists in one transaction have each the campaign of its own list', () => {
    const { storage } = memoryStorage()
    for (const [tag, value] of [
      ['autumn', 5n],
      ['spring', 9n],
      [null, 7n],
    ] as const) {
      const usual: Payment = { payee: PAYEE, amount: { token: usdt, value }, note: null, reference: null }
      const payout = planPayout({ address: SAFE, kind: 'safe' }, [usual], 1, 5, [], { run: null, tag })
      const asked = requested(payout, 0, { hash: proposal, at: 5 })
      const attempts = asked.attempts.map((attempt) => ({
        ...attempt,
        facts: attempt.facts.map((fact) =>
          fact.kind === 'answered' && fact.submission.kind === 'proposed'
            ? { ...fact, submission: { ...fact.submission, inLargerBatch: true } }
            : fact,
        ),
      }))
      payoutStore(storage, SAFE).write({ ...asked, attempts })
    }
    const { rows: found } = withKept(storage, file([sent(9n), sent(5n), sent(7n), sent(1n)]), always)
    expect(found.map(({ campaign }) => campaign)).toEqual(['#spring', '#autumn', '', ''])
  })

  test('behavior: two names for one address stay with their rows, and both stand where the row is not known', () => {
    const two = [{ name: 'Hiro Tanaka' }, { name: 'Emre Berg', amount: { token: usdt, value: 9n } }]
    const { rows: found } = withKept(
      made(two),
      file([sent(9n), sent(5n), sent(1n), sent(5n, '', hashOf('8'))]),
      always,
    )
    expect(found.map(({ counterparty }) => counterparty)).toEqual([
      'Emre Berg',
      'Hiro Tanaka',
      'Hiro Tanaka or Emre Berg',
      PAYEE,
    ])
    const table = accountingTable({ ...file([]), rows: found.slice(0, 2) })
    expect(table.map((cells) => cells[rowTitles.indexOf('Counterparty')])).toEqual([
      'Counterparty',
      'Emre Berg',
      'Hiro Tanaka',
    ])
  })
})

test('behavior: a fee that two operators report stands beside the first payment, if the account paid it', async () => {
  const client = new QueryClient()
  const [own, others, unknown] = [word(1), word(2), word(3)]
  const feeOf = (payer: string): Awaited<ReturnType<typeof getFee>> => ({ payer: payer as Hex, value: 21n })
  client.setQueryData(feeQuery(own).queryKey, feeOf(SAFE.toLowerCase()))
  client.setQueryData(feeQuery(others).queryKey, feeOf(`0x${'9'.repeat(40)}`))
  // No two operators reported it, and now none answers.
  client.setQueryData(feeQuery(unknown).queryKey, null)
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const sent = [own, own, others, unknown].map((hash) => row({ direction: 'out', hash }))
  const { rows, notes } = await withNetworkFees(client, file([...sent, row({ direction: 'in', hash: own })]))
  expect(rows.map(({ fee }) => fee?.value ?? null)).toEqual([21n, null, null, null, null])
  expect(notes.at(-1)).toBe('Network fees that could not be read: 1. Export again to read them.')
  expect(asked).toHaveBeenCalled()
  asked.mockRestore()
})

test('error: BNB that a wallet received in a plain transaction is counted once the chain proves it', async () => {
  const client = new QueryClient()
  const scan: BnbScan = {
    ...({ back: {}, forward: {} } as unknown as Pick<BnbScan, 'back' | 'forward'>),
    from: 1n,
    to: 100n,
    since: 1_795_000_000_000,
    arrivals: [{ blockNumber: 9n, value: 4n, from: PAYEE, transactionHash: word(9) }],
    unexplained: [],
    isDelegated: false,
  }
  const incoming: Incoming = { tokens: startLogScan(100n), bnb: scan, looking: false }
  const [arrived] = receivedItems(incoming, SAFE, [])
  if (!arrived) throw new Error('Nothing arrived')
  const status: PaymentStatus = { kind: 'paid', hash: word(9) }
  client.setQueryData(itemStatusQuery(bscRpc, SAFE, asItem(arrived)).queryKey, status)
  client.setQueryData(blockTimeQuery(9n).queryKey, 1_795_000_000_000)
  const list = refreshed(undefined, { items: [], cursor: null, unreadable: 0, source: '' })
  const { rows } = await walletFile(client, fakeWallet({ address: SAFE }), list, incoming)
  expect(statementTotals(rows)).toMatchObject([{ token: { address: null }, received: 4n, paid: 0n }])
})

test('error: a payment that is final has the time of its block, whatever the clock of the device said', async () => {
  const client = new QueryClient()
  const status: PaymentStatus = { kind: 'paid', hash: word(9) }
  const items = [8, 9].map((at) => ({
    ...paid(PAYEE),
    id: `${at}`,
    at: START - at * 365 * 24 * HOUR,
    hash: word(at),
    safeTxHash: null,
    status: { kind: 'judged' as const, status: { ...status, hash: word(at) } },
  }))
  client.setQueryData(finalTimeQuery(word(8)).queryKey, START)
  const incoming: Incoming = { tokens: startLogScan(100n), bnb: null, looking: false }
  const list = refreshed(undefined, { items, cursor: null, unreadable: 0, source: '' })
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const dated = await walletFile(client, fakeWallet({ address: SAFE }), list, incoming)
  expect(dated.rows.map(({ at }) => at)).toEqual([START, items[1]?.at])
  expect(dated.notes.join()).toContain('the time of its request')
  client.setQueryData(finalTimeQuery(word(9)).queryKey, START)
  const whole = await walletFile(client, fakeWallet({ address: SAFE }), list, incoming)
  expect(whole.rows.map(({ at }) => at)).toEqual([START, START])
  expect(whole.notes.join()).not.toContain('the time of its request')
  asked.mockRestore()
})
