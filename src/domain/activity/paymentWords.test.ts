import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus, WhyUnknown } from '#chain/settlement/PaymentStatus.ts'
import { item, paid } from '#tests/support/activityItems.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { paymentWords, reportedWords, settledWords, turnWords, unknownTexts } from './paymentWords.ts'

const HASH = `0x${'ab'.repeat(32)}` as const

describe('a proposal behind others (A27)', () => {
  const turn = { next: 6n, own: 8n }

  test('error: is never shown as ready to execute, however many have signed', () => {
    const words = paymentWords({ kind: 'ready', have: 2, need: 2, turn }, 'proposed')
    expect(words.title).toBe('Fully signed, not its turn yet')
    expect(words.text).toBe('It can’t run until nonce 6 and nonce 7 have run or been rejected.')
  })

  test('behavior: says what it waits for besides signatures', () => {
    const words = paymentWords({ kind: 'needs-signatures', have: 1, need: 2, turn }, 'proposed')
    expect(words.title).toBe('Proposed, needs 1 more signature')
    expect(words.text).toContain('until nonce 6 and nonce 7')
  })

  test('behavior: is ready when its turn comes', () => {
    const own = { next: 8n, own: 8n }
    expect(paymentWords({ kind: 'ready', have: 2, need: 2, turn: own }, 'proposed').title).toBe(
      'Proposed, ready to execute',
    )
    expect(turnWords(own)).toBe('')
    expect(turnWords({ next: 7n, own: 8n })).toBe('It can’t run until nonce 7 has run or been rejected.')
    expect(turnWords({ next: 2n, own: 9n })).toBe(
      'It can’t run until nonces 2 to 8 have run or been rejected.',
    )
  })
})

test('error: only a final block from two operators is shown as paid', () => {
  const statuses: readonly PaymentStatus[] = [
    { kind: 'pending', hash: HASH },
    { kind: 'confirming', hash: HASH, lacks: 'finality' },
    { kind: 'confirming', hash: HASH, lacks: 'second-operator' },
    { kind: 'short', hash: HASH, received: 90n },
    ...(Object.keys(unknownTexts) as WhyUnknown[]).map(
      (why) => ({ kind: 'unknown', why, hash: null }) as const,
    ),
  ]
  for (const status of statuses) {
    for (const how of ['sent', 'proposed'] as const) {
      const { title, tone } = paymentWords(status, how)
      expect(title, status.kind).not.toMatch(/^paid/i)
      expect(tone, status.kind).not.toBe('good')
      // Only proof may suggest paying again.
      expect(title, status.kind).not.toMatch(/not paid/i)
    }
  }
  expect(paymentWords({ kind: 'paid', hash: HASH }, 'sent')).toMatchObject({ title: 'Paid', tone: 'good' })
})

test('error: what only may contain a payment is not said to contain it', () => {
  expect(unknownTexts['in-another']).toMatch(/may contain this payment/)
  expect(unknownTexts['in-another']).not.toMatch(/with this payment/)
})

test('error: what is on its way may be paid under another hash, so no words call it unpaid', () => {
  for (const how of ['sent', 'proposed'] as const) {
    for (const hash of [HASH, null]) {
      const { title, text } = paymentWords({ kind: 'pending', hash }, how)
      expect(`${title}. ${text}`).not.toMatch(/not paid|nothing (is|was) paid/i)
      expect(text).toMatch(/Don’t (send|propose) it again/)
    }
  }
  expect(paymentWords({ kind: 'pending', hash: null }, 'proposed').text).toContain('If it was deleted there')
})

test('behavior: names the received amount in its token', () => {
  const token = { ...Token.BNB, symbol: 'FEE', decimals: 0 }
  const { text } = paymentWords({ kind: 'short', hash: HASH, received: 90n }, 'sent', token)
  expect(text).toContain('received 90 FEE')
})

test('behavior: a rejected proposal sent nothing, and one that is not final yet is not called failed', () => {
  const { title, text } = paymentWords({ kind: 'not-paid', why: 'rejected', hash: HASH }, 'proposed')
  expect(`${title}. ${text}`).toMatch(/^Rejected\. Nothing was sent\./)
  const young = paymentWords({ kind: 'unknown', why: 'not-final', hash: HASH }, 'proposed')
  expect(young.text).toContain('something else used its nonce')
})

test('error: never shows a reported status as "Paid", only as a quotation (A19)', () => {
  const said = ['executed', 'failed', 'cancelled', 'pending', 'ready-to-execute', 'unknown'] as const
  const words = said.map((kind) => reportedWords({ kind }).title)
  expect(words.filter((word) => /paid/i.test(word))).toEqual([])
  expect(words.slice(0, 3)).toEqual([
    'Executed, reported by Safe',
    'Failed, reported by Safe',
    'Replaced, reported by Safe',
  ])
  expect(reportedWords({ kind: 'executed' }).tone).toBe('none')
  expect(reportedWords({ kind: 'unknown' }).text).not.toBe('')
})

test('behavior: the creation of a Safe is no payment, so nobody is told to look for one', () => {
  const evidence = { kind: 'unknown', why: 'not-visible', hash: HASH } as const
  expect(settledWords(item({ what: { kind: 'creation' } }), evidence, false)).toEqual({
    tone: 'none',
    title: 'Executed, reported by Safe',
    text: '',
  })
  const payment = paid(payeeAt(1))
  expect(settledWords(payment, evidence, false).text).toBe(unknownTexts['not-visible'])
})
