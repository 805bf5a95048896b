import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { item, paid, received, usdt } from '#tests/support/activityItems.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import { suspicions } from './historyLines.ts'

const HANA: Address = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const STRANGER: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Another address with the same first and last four digits. */
const copyOf = (address: Address): Address =>
  getAddress(`${address.slice(0, 6)}${'0'.repeat(32)}${address.slice(-4)}`)

const found = (items: readonly ActivityItem[], contents = new Map<string, ProposalContent>()) => {
  const all = suspicions(SAFE, items, contents)
  return items.map(({ id }) => all.get(id) ?? null)
}
const batchTo = (to: Address): ProposalContent => ({
  rows: [
    {
      path: '1',
      to: usdt.address ?? to,
      value: 0n,
      data: '0x',
      operation: 0,
      meaning: { kind: 'transfer', to, amount: { token: usdt, value: 1n }, isPinned: true },
    },
  ],
  totals: [],
  others: 0,
})

describe('an address that looks like an earlier payee', () => {
  test('error: is suspicious, whatever the service reports', () => {
    expect(found([received(copyOf(PAYEE)), paid(PAYEE)])).toEqual(['look-alike', null])
  })

  test('error: is suspicious if the payment was one row of a batch, which the service does not decode', () => {
    const batch = item({ what: { kind: 'batch', count: 1 }, safeTxHash: paid(PAYEE).safeTxHash })
    const forged = received(copyOf(HANA))
    expect(found([forged, batch])).toEqual([null, null])
    expect(found([forged, batch], new Map([[batch.id, batchTo(HANA)]]))).toEqual(['look-alike', null])
  })

  test('error: is suspicious if it looks like the account itself', () => {
    expect(found([received(copyOf(SAFE))])).toEqual(['look-alike'])
  })

  test('error: is suspicious if a forged zero transfer names the account as payer', () => {
    const forged = { ...paid(copyOf(PAYEE)), safeTxHash: null }
    expect(found([forged, paid(PAYEE)])).toEqual(['look-alike', null])
  })

  test('behavior: is not suspicious if the owners signed the payment to it', () => {
    expect(found([paid(copyOf(PAYEE)), paid(PAYEE)])).toEqual([null, null])
  })
})

test('behavior: an earlier payee who pays back is not suspicious', () => {
  expect(found([received(PAYEE), received(STRANGER), paid(PAYEE)])).toEqual([null, null, null])
})

test.each(['zero-value', 'unverified-token', 'imitation'] as const)(
  'error: a received item flagged as %s is suspicious, one that the owners signed is not',
  (suspect) => {
    const amount = { amount: { token: usdt, value: 1n }, suspect }
    const incoming = item({ what: { kind: 'transfer-in', from: STRANGER, amount } })
    const signed = { ...paid(STRANGER), what: { kind: 'transfer-out', to: STRANGER, amount } as const }
    expect(found([incoming, signed])).toEqual([suspect, null])
  },
)
