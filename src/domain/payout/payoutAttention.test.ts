import { expect, test } from 'vitest'
import { withFacts } from '#domain/ledger/ledger.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { type Asked, withBatch } from '#tests/support/attempts.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payoutRow } from '#tests/support/payoutContext.ts'
import { batchCalls, type Payout, planPayout, withRetry } from './Payout.ts'
import { payoutAttention } from './payoutAttention.ts'

const payer = { address: '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4', kind: 'eoa' } as const
const unanswered: Asked = { at: 5, position: null, known: [], submission: null }
const plan = (rows: number): Payout =>
  planPayout(
    payer,
    Array.from({ length: rows }, (_, index) => payoutRow(BigInt(index + 1))),
    1,
    Date.UTC(2026, 10, 24, 12),
  )

test('behavior: a payout that stopped waits to be continued, and one with unknown payments comes first', () => {
  const stopped = plan(3)
  const unknown = withBatch(plan(2), 0, { attempt: unanswered })
  const [first, second] = payoutAttention([stopped, unknown])
  expect(first).toMatchObject({ title: '1 payment may have been sent', action: 'Check' })
  expect(first?.text).toMatch(/^1 unknown · 1 not sent, of 2 payments\. 0\.0*3 USDT, 24 Nov 2026/)
  expect(second).toMatchObject({ title: 'Unfinished payout', action: 'Continue' })
  expect(second?.path).toBe(`/pay/payout/${stopped.id}`)
})

test('behavior: a payout whose rest was left unpaid waits for nothing', () => {
  expect(payoutAttention([{ ...plan(3), closed: true }])).toEqual([])
})

test('behavior: one payment that was rejected waits for nothing, but a list does, and so does a request without an answer', () => {
  const rejected = (rows: number) => withBatch(plan(rows), 0, { rejected: unanswered })
  expect(payoutAttention([rejected(1)])).toEqual([])
  expect(payoutAttention([rejected(2)])).toMatchObject([{ title: 'Unfinished payout' }])
  const again = withBatch(rejected(1), 0, { attempt: unanswered })
  expect(payoutAttention([again])).toMatchObject([{ title: '1 payment may have been sent' }])
})

test('behavior: a payout that got further counts as new', () => {
  const before = plan(2)
  const after = withBatch(before, 0, { attempt: unanswered })
  expect(payoutAttention([before])[0]?.id).not.toBe(payoutAttention([after])[0]?.id)
})

test('error: a payment that two attempts are proven to have made waits for the person, for two weeks', () => {
  const now = Date.UTC(2026, 10, 26)
  const paidAt = (payout: Payout, batch: number, hash: `0x${string}`): Payout => {
    const calls = batchCalls(payout, { rows: [0] })
    const submission = { kind: 'sent', from: payer.address, calls, hash, nonce: 1n, since: null } as const
    const asked = withBatch(payout, batch, { attempt: { ...unanswered, at: now, submission } })
    const attempts = asked.attempts.map((one) => withFacts(one, [{ kind: 'paid', at: now, calls: [0] }]))
    return { ...asked, attempts }
  }
  const once = paidAt(plan(1), 0, word(1))
  expect(payoutAttention([once], now)).toEqual([])
  const twice = { ...paidAt(withRetry(once, [0], 1), 1, word(2)), title: 'Autumn reels' }
  expect(payoutAttention([twice], now)).toMatchObject([
    {
      tone: 'bad',
      title: '1 payment was paid twice',
      text: expect.stringMatching(/sent back\. Autumn reels, /),
      path: `/pay/payout/${twice.id}`,
    },
  ])
  expect(payoutAttention([twice], now + 15 * 86_400_000)).toEqual([])
  // One transaction paid both, because a person put both into one batch of the Safe.
  const inBatch = (inLargerBatch: boolean): Payout => ({
    ...twice,
    attempts: twice.attempts.map((one) => {
      const safeTxHash = word(3) as SafeTxHash
      const own = { safe: payer.address, calls: one.calls, safeTxHash, inLargerBatch }
      return withFacts({ ...one, facts: one.facts.filter(({ kind }) => kind === 'paid') }, [
        { kind: 'found', at: now, by: 'content', submission: { kind: 'proposed', ...own } },
      ])
    }),
  })
  expect(payoutAttention([inBatch(true)], now)).toHaveLength(1)
  expect(payoutAttention([inBatch(false)], now)).toEqual([])
})
