import { expect, test } from 'vitest'
import type { ActivityItem, RecentPayments } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { item, paid, usdt } from '#tests/support/activityItems.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { type KnownPayments, newPayees } from './NewPayees.tsx'

const seen = (some: Partial<KnownPayments>): KnownPayments => ({
  isListed: true,
  items: [],
  contents: new Map(),
  made: undefined,
  ...some,
})
const [ada, ben, fay] = [payeeAt(1), payeeAt(2), payeeAt(3)]

/** The content of a batch that pays these payees. */
const paying = (...payees: readonly Address[]) =>
  ({
    rows: payees.map((to) => ({
      meaning: { kind: 'transfer', to, amount: { token: usdt, value: 1n } },
    })),
  }) as unknown as ProposalContent

const made = (reported: RecentPayments['payments'][number]['reported'], to: Address): RecentPayments => ({
  payments: [
    { id: 'a', submission: null, reported, transfers: [{ token: usdt.address, to, value: 1n }], at: null },
  ],
  gaps: [],
  time: null,
  position: { block: 1n, nonce: 0n },
})

test('behavior: counts each payee once, as new until a known payment to it exists', () => {
  const batch = item({ what: { kind: 'batch', count: 1 }, safeTxHash: paid(ada).safeTxHash })
  const found = newPayees([ada, ben, fay, ada, payeeAt(4)], {
    ...seen({ items: [paid(ada), batch], contents: new Map([[batch.id, paying(ben)]]) }),
    made: made('logged', fay),
  })
  expect(found).toEqual({ of: 4, unpaid: [payeeAt(4)], unread: 0 })
})

test('behavior: received, failed, empty, pending and stranger-written items pay nobody', () => {
  const items: readonly ActivityItem[] = [
    { ...paid(ada), status: { kind: 'failed' } },
    { ...paid(ada), status: { kind: 'unknown' } },
    { ...paid(ada), safeTxHash: null },
    paid(ada, 0n),
    item({
      what: { kind: 'transfer-in', from: ada, amount: { amount: { token: usdt, value: 1n }, suspect: null } },
    }),
  ]
  for (const one of items) expect(newPayees([ada], seen({ items: [one] })).unpaid, one.id).toEqual([ada])
  for (const state of ['asked', 'queued', 'sent'] as const)
    expect(newPayees([ada], seen({ made: made(state, ada) })).unpaid, state).toEqual([ada])
})

test('behavior: a wallet’s list is its own journal, which has no Safe hashes', () => {
  const items = [{ ...paid(ada), safeTxHash: null }]
  expect(newPayees([ada], seen({ isListed: false, items })).unpaid).toEqual([])
})

test('behavior: who was found in the ledger or among the same payments is not new (40 already sent, 20 of 40 new)', () => {
  expect(newPayees([ada, ben], seen({ known: [ada] })).unpaid).toEqual([ben])
})

test('error: counts a batch that could not be read, and its payees stay new', () => {
  const batch = item({ what: { kind: 'batch', count: 3 }, safeTxHash: paid(ada).safeTxHash })
  expect(newPayees([ada], seen({ items: [batch] }))).toEqual({ of: 1, unpaid: [ada], unread: 1 })
})

test('error: a payment that one operator alone reports, or a token that is not pinned, makes nobody known', () => {
  const { payments, ...rest } = made('logged', ada)
  const of = (more: object) =>
    newPayees([ada], seen({ made: { ...rest, payments: payments.map((one) => ({ ...one, ...more })) } }))
      .unpaid
  expect(of({ operators: 2 })).toEqual([])
  expect(of({ operators: 1 })).toEqual([ada])
  expect(of({ transfers: [{ token: payeeAt(9), to: ada, value: 1n }] })).toEqual([ada])
})
