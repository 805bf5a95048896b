import { describe, expect, test } from 'vitest'
import { BNB } from '#chain/money/Token.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import type { QueuedPayment, RequestStatus } from '#domain/request/requestStatus.ts'
import type { RequestSight } from '#domain/request/requestWords.ts'
import { sightWords, statusWords } from '#domain/request/requestWords.ts'
import { someAddress } from '../../../tests/support/fakeSafe.ts'
import { usualRequest } from '../../../tests/support/requests.ts'
import { PAYOUT_HASH, SAFE } from '../../../tests/support/safeExamples.ts'

const USDT = 10n ** 18n
const queued: QueuedPayment = {
  safe: SAFE,
  safeTxHash: PAYOUT_HASH,
  value: 40n * USDT,
  at: null,
  state: 'awaiting',
  have: 1,
  need: 2,
}
const inBnb = { ...usualRequest, token: BNB }

describe('the status of a request', () => {
  test.each<[RequestStatus, string, string, string]>([
    [{ kind: 'waiting' }, 'wait', 'Waiting', 'No payment of it was seen.'],
    [{ kind: 'expired' }, 'warn', 'Overdue', 'no payment of it was seen'],
    [
      { kind: 'queued', queued, received: 0n },
      'wait',
      'In the payer’s Safe, 1 of 2 signatures',
      '40 USDT waits in the payer’s Safe. Nothing is paid before',
    ],
    [
      { kind: 'queued', queued: { ...queued, state: 'ready', have: 2 }, received: 2n * USDT },
      'wait',
      'In the payer’s Safe, 2 of 2 signatures',
      '2 USDT came before. 40 USDT waits',
    ],
    [
      { kind: 'queued', queued: { ...queued, state: 'processing' }, received: 0n },
      'wait',
      'Being executed',
      'It is not final yet.',
    ],
    [{ kind: 'confirming', received: 5n * USDT }, 'wait', 'Seen, not confirmed yet', '5 USDT was seen.'],
    [
      { kind: 'partly', received: 5n * USDT, missing: 1n },
      'warn',
      'Partly paid',
      '5 USDT was seen, 0.000000000000000001 USDT is missing.',
    ],
    [{ kind: 'paid', received: 5n * USDT }, 'good', 'Paid', '5 USDT stands in a final block.'],
    [
      { kind: 'over', received: 6n * USDT, extra: USDT },
      'warn',
      'Paid, and more',
      '6 USDT came, 1 USDT more',
    ],
  ])('behavior: describes %o with its exact amounts', (status, tone, short, long) => {
    const words = statusWords(usualRequest, status, false)
    expect([words.tone, words.short]).toEqual([tone, short])
    expect(words.long).toContain(long)
  })

  test('behavior: is not called unpaid during the search', () => {
    for (const kind of ['waiting', 'expired'] as const) {
      expect(statusWords(usualRequest, { kind }, true).short).toBe('Looking')
    }
    expect(statusWords(usualRequest, { kind: 'paid', received: USDT }, true).short).toBe('Paid')
  })
})

const since = usualRequest.madeAt * 1_000 - 1
const scan = { from: 100n, to: 900n, since }
function sight(some: object = {}): RequestSight {
  const { incoming, ...more } = { incoming: {}, ...some }
  return {
    payments: [],
    queued: [],
    payer: 'read',
    looking: false,
    incoming: { tokens: scan, bnb: { from: 300n, to: 900n }, looking: false, ...incoming },
    ...more,
  } as unknown as RequestSight
}
const TOKENS_GONE = { incoming: { tokens: { ...scan, from: 901n, since: null } } }

describe('the coverage of the search', () => {
  test('behavior: is complete only if it reaches back to the request', () => {
    expect(sightWords(usualRequest, sight())).toEqual([
      expect.stringMatching(/^All payments since the request was made were looked at \(since block 100, /),
    ])
    for (const later of [since + 2, null]) {
      const [words] = sightWords(usualRequest, sight({ incoming: { tokens: { ...scan, since: later } } }))
      expect(words).toMatch(
        /^Payments were looked for since block 100.*; what came before that was not seen\.$/,
      )
    }
  })

  test('behavior: is never complete for BNB, whose start time is unknown', () => {
    expect(sightWords(inBnb, sight())).toEqual([
      'Payments were looked for since block 300; what came before that was not seen.',
    ])
  })

  test.each<[string, typeof usualRequest, object, RegExp]>([
    [
      'a token that is not pinned',
      { ...usualRequest, token: unverifiedToken(someAddress(1), 6) },
      {},
      /are not looked for/,
    ],
    ['a running search', usualRequest, { looking: true }, /^Looking for payments…$/],
    ['BNB to a Safe', inBnb, { incoming: { bnb: 'unsupported' } }, /such as a Safe, cannot be looked for/],
    ['BNB before any answer', inBnb, { incoming: { bnb: null } }, /^No node lets this page look/],
    [
      'tokens before any answer',
      usualRequest,
      { incoming: { tokens: null } },
      /^No node lets this page look/,
    ],
    ['nodes that refuse everything', usualRequest, TOKENS_GONE, /^No node lets this page look/],
  ])('error: %s is reported, and no coverage is claimed', (_, request, some, words) => {
    const said = sightWords(request, sight(some))
    expect(said).toEqual([expect.stringMatching(words)])
    expect(said.join()).not.toMatch(/All payments/)
  })

  test('behavior: mentions a payer that is unknown or could not be read', () => {
    expect(sightWords(usualRequest, sight({ payer: 'none' }))[1]).toMatch(
      /only when the paying Safe is known/,
    )
    expect(sightWords(usualRequest, sight({ payer: 'not-read' }))[1]).toMatch(/could not be read/)
    expect(sightWords(usualRequest, sight({ payer: 'reading' }))).toHaveLength(1)
  })
})
