import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import type { ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Call from '#chain/money/Call.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { historyFile, inLanes } from '#queries/accountingFiles.ts'
import { itemStatusQuery } from '#queries/activity.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { item, paid, received, usdt } from '#tests/support/activityItems.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { itemRows, withNames } from './accountingRows.ts'
import { statementTotals } from './statement.ts'

const PAYEE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const OTHER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
/** A node that is never used here: the chain's data is already cached. */
const silent: Rpc = () => Promise.reject(new Error('Not asked'))
const hash = txHash(1)
const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

const batch = item({ what: { kind: 'batch', count: 3 } })
const calls = [
  Call.transfer(PAYEE, { token: usdt, value: 5n }),
  Call.transfer(OTHER, { token: usdt, value: 6n }),
  { to: OTHER, value: 0n, data: '0x12345678' },
] as const
const content = decodeProposal(
  SAFE,
  SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 7n, 1),
)

describe('the rows of items', () => {
  test('error: what an account sent to itself is neither received nor paid', () => {
    const toItself = [Call.transfer(SAFE, { token: usdt, value: 5n }), calls[1]]
    const tx = SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(toItself) }, 7n, 1)
    const contents = new Map([[batch.id, decodeProposal(SAFE, tx)]])
    const found = itemRows(SAFE, [received(SAFE), paid(SAFE), batch], contents, () => 'Success')
    expect(found.rows.map(({ to }) => to)).toEqual([OTHER])
    expect(found.others).toBe(3)
  })

  test('behavior: a batch gives one row per payment, and other calls are counted', () => {
    const found = itemRows(SAFE, [batch], new Map([[batch.id, content]]), () => 'Success')
    expect(found).toMatchObject({
      rows: [
        {
          direction: 'out',
          from: SAFE,
          to: PAYEE,
          value: 5n,
          hash: batch.hash,
          reference: '',
          safeTxHash: batch.safeTxHash,
          status: 'Paid',
        },
        {
          direction: 'out',
          from: SAFE,
          to: OTHER,
          value: 6n,
          hash: batch.hash,
          reference: '',
          safeTxHash: batch.safeTxHash,
          status: 'Paid',
        },
      ],
      others: 1,
      unread: 0,
    })
  })

  test('error: in a batch that succeeded, a token that may keep a part of a transfer is not called paid', () => {
    const fee = { ...usdt, address: OTHER } as const
    const mixed = [calls[0], Call.transfer(PAYEE, { token: fee, value: 9n })]
    const data = MultiSend.encode(mixed)
    const contents = new Map([
      [batch.id, decodeProposal(SAFE, SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data }, 7n, 1))],
    ])
    const { rows } = itemRows(SAFE, [batch], contents, () => 'Success')
    expect(rows).toMatchObject([
      { value: 5n, status: 'Paid' },
      { value: 9n, status: 'Success' },
    ])
    expect(statementTotals(rows)).toMatchObject([{ paid: 5n, short: 0n }])
  })

  test('behavior: counts an unread batch, and counts items without payments separately', () => {
    const found = itemRows(
      SAFE,
      [batch, item({}), item({ what: { kind: 'rejection' } })],
      new Map(),
      () => 'x',
    )
    expect(found).toEqual({ rows: [], others: 2, unread: 1 })
  })

  test('behavior: payments in and out keep their accounts, amounts and texts', () => {
    const items = [received(PAYEE, 7n), paid(OTHER, 8n)]
    expect(itemRows(SAFE, items, new Map(), ({ id }) => id).rows).toMatchObject([
      { direction: 'in', from: PAYEE, to: SAFE, counterparty: PAYEE, value: 7n, status: items[0]?.id },
      { direction: 'out', from: SAFE, to: OTHER, counterparty: OTHER, value: 8n, status: items[1]?.id },
    ])
  })

  test('behavior: replaces an unpaired surrogate in a note', () => {
    const noted = { ...paid(OTHER), note: 'a\ud800b' }
    expect(itemRows(SAFE, [noted], new Map(), () => '').rows[0]?.memo).toBe('a\ufffdb')
  })
})

test('behavior: a wallet’s batch gives one row per payment, each with its own status and transaction', () => {
  const second = txHash(2)
  const pays = (to: Address, status: PaymentStatus) => ({ to, amount: { token: usdt, value: 5n }, status })
  const payments = [
    pays(PAYEE, { kind: 'paid', hash }),
    pays(OTHER, { kind: 'not-paid', why: 'failed', hash: second }),
    pays(OTHER, { kind: 'unknown', why: 'no-answer', hash: null }),
  ]
  const sent = item({ what: { kind: 'batch', count: 4, payments }, safeTxHash: null, hash })
  expect(itemRows(SAFE, [sent], new Map(), () => 'Unknown')).toMatchObject({
    rows: [
      { to: PAYEE, value: 5n, hash, status: 'Paid', reference: '' },
      { to: OTHER, hash: second, status: 'Failed, not paid' },
      { to: OTHER, hash, status: 'Unknown' },
    ],
    others: 1,
    unread: 0,
  })
})

describe('the file of a Safe', () => {
  const listed: ListedAccount = {
    kind: 'safe',
    address: SAFE,
    activity: { queued: null, proposal: null, history: () => Promise.reject(), coverage: 'Newest first.' },
  }
  const list = (some: Partial<PagedList>): PagedList => ({
    items: [],
    cursor: null,
    followed: [],
    unreadable: { head: 0, rest: 0 },
    cut: false,
    stale: 0,
    source: 'Safe service',
    ...some,
  })
  /** A client with the chain's data already cached. */
  const knowing = (some: ReadonlyMap<ReturnType<typeof item>, PaymentStatus>) => {
    const client = new QueryClient()
    for (const [known, status] of some) {
      client.setQueryData<PaymentStatus>(itemStatusQuery(silent, SAFE, known).queryKey, status)
    }
    return client
  }
  const make = (client: QueryClient, some: Partial<PagedList>, hidden: readonly string[] = []) =>
    historyFile(client, silent, listed, list(some), new Map(), new Set(hidden))

  test('behavior: a payment is paid only if the chain proves it in a final block', async () => {
    const items = [paid(PAYEE, 1n), paid(PAYEE, 2n), paid(PAYEE, 3n), paid(PAYEE, 4n)] as const
    const client = knowing(
      new Map<(typeof items)[number], PaymentStatus>([
        [items[0], { kind: 'paid', hash }],
        [items[1], { kind: 'confirming', hash, lacks: 'second-operator' }],
        [items[2], { kind: 'mismatch', differences: ['The network says otherwise.'] }],
        [items[3], { kind: 'unknown', why: 'not-visible', hash }],
      ]),
    )
    const { rows, partial } = await make(client, { items })
    expect(rows.map(({ status }) => status)).toEqual([
      'Paid',
      'Confirming',
      'The network says otherwise',
      'Executed, reported by Safe',
    ])
    expect(partial).toEqual([])
  })

  test('behavior: a payment that no node could check quotes its service, and is counted', async () => {
    const { rows, notes } = await make(knowing(new Map()), { items: [paid(PAYEE, 1n)] })
    expect(rows[0]?.status).toBe('Executed, reported by Safe')
    expect(notes).toContain('Not compared with the chain: 1 entry.')
  })

  test('behavior: omits and counts suspicious transfers', async () => {
    const planted = received(PAYEE, 0n)
    const { rows, notes } = await make(knowing(new Map()), { items: [planted] }, [planted.id])
    expect(rows).toEqual([])
    expect(notes).toContain('Left out as suspicious: 1 transfer.')
  })

  test('behavior: a file is partial if anything may be missing', async () => {
    const { partial } = await make(knowing(new Map([[batch, { kind: 'paid', hash }]])), {
      items: [batch],
      cursor: 'more',
      cut: true,
      unreadable: { head: 1, rest: 1 },
    })
    expect(partial).toEqual([
      'Only what was loaded is in this file; the list has more.',
      'The list ends although its service has more; the explorer shows all.',
      '2 items of the list could not be read.',
      '1 transaction of several calls could not be read, with all payments inside.',
    ])
  })
})

test('behavior: stops reading after a failure, and counts the remaining entries', async () => {
  const asked: number[] = []
  const open = await inLanes(
    Array.from({ length: 100 }, (_, index) => index),
    async (index) => {
      asked.push(index)
      if (index === 10) throw new Error('down')
    },
  )
  expect(asked.length).toBeLessThan(20)
  expect(open).toBe(100 - asked.length + 1)
})

describe('names in the file', () => {
  const statuses = () => 'Success' as const
  const both = itemRows(SAFE, [batch, received(OTHER, 3n)], new Map([[batch.id, content]]), statuses)
  const file = { account: SAFE as Address, writtenAt: 0, partial: [], notes: [], rows: both.rows }
  const named = withNames(file, (address) => (address === OTHER ? 'Kim' : null))

  test('behavior: the other side of a row is called as the person calls it, and its address stays', () => {
    expect(
      named.rows.map(({ direction, from, to, counterparty }) => [direction, from, to, counterparty]),
    ).toEqual([
      ['out', SAFE, PAYEE, PAYEE],
      ['out', SAFE, OTHER, 'Kim'],
      ['in', OTHER, SAFE, 'Kim'],
    ])
  })

  test('behavior: the name in the list of the payer is known beside the address', () => {
    const rows = both.rows.map((row) => ({ ...row, counterparty: row.to === SAFE ? OTHER : 'Emre Berg' }))
    const found = withNames({ ...file, rows }, (address, listed) => `${address} ${listed}`).rows
    expect(found.map(({ counterparty }) => counterparty)).toEqual([
      `${PAYEE} Emre Berg`,
      `${OTHER} Emre Berg`,
      `${OTHER} null`,
    ])
  })

  test('behavior: nothing but the name changes', () => {
    const without = (rows: typeof both.rows) => rows.map(({ counterparty: _, ...row }) => row)
    expect(without(named.rows)).toEqual(without(both.rows))
  })
})
