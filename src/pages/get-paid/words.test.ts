import { describe, expect, test } from 'vitest'
import { BNB } from '#chain/money/Token.ts'
import { unverifiedToken } from '#domain/request/PaymentRequest.ts'
import type { QueuedPayment, RequestStatus } from '#domain/request/requestStatus.ts'
import {
  evidenceWords,
  type RequestEvidence,
  reminderText,
  requestStatusWords,
  seesAll,
} from '#domain/request/statusWords.ts'
import { when } from '#domain/shared/format.ts'
import { someAddress } from '#tests/support/fakeSafe.ts'
import { usdRequest, usualRequest } from '#tests/support/requests.ts'
import { PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'

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
    [{ kind: 'waiting' }, 'none', 'Waiting', 'No payment seen yet.'],
    [{ kind: 'expired' }, 'warn', 'Overdue', 'It was due on 15 Dec 2026. No payment seen.'],
    [
      { kind: 'queued', queued, received: 0n },
      'wait',
      'In the payer’s Safe: 1 of 2 signatures',
      '40 USDT is pending in the payer’s Safe. It isn’t paid until',
    ],
    [
      { kind: 'queued', queued: { ...queued, state: 'ready', have: 2 }, received: 2n * USDT },
      'wait',
      'In the payer’s Safe: 2 of 2 signatures',
      '2 USDT received before. 40 USDT is pending',
    ],
    [
      { kind: 'queued', queued: { ...queued, state: 'processing' }, received: 0n },
      'wait',
      'Executing',
      'It’s not final yet.',
    ],
    [{ kind: 'confirming', received: 5n * USDT }, 'wait', 'Payment seen, confirming', '5 USDT seen.'],
    [
      { kind: 'partly', received: 5n * USDT, missing: 1n, isFinal: true },
      'warn',
      'Paid short by 0.000000000000000001 USDT',
      '5 USDT of 5.000000000000000001 USDT received. 0.000000000000000001 USDT to go.',
    ],
    [
      { kind: 'partly', received: 5n * USDT, missing: 1n, isFinal: false },
      'wait',
      'Part of it seen, confirming',
      '5 USDT of 5.000000000000000001 USDT seen. 0.000000000000000001 USDT to go.',
    ],
    [{ kind: 'paid', received: 5n * USDT }, 'good', 'Paid', '5 USDT received. Final: it can’t be reversed.'],
    [{ kind: 'over', received: 6n * USDT, extra: USDT }, 'warn', 'Overpaid', '6 USDT received, 1 USDT more'],
  ])('behavior: describes %o with its exact amounts', (status, tone, short, long) => {
    const words = requestStatusWords(usualRequest, status, false)
    expect([words.tone, words.title]).toEqual([tone, short])
    expect(words.text).toContain(long)
  })

  const half = 5n * 10n ** 17n
  test.each<[RequestStatus, string, string, string]>([
    [{ kind: 'paid', received: half }, 'good', 'Paid', '0.50 BNB received for $1,250.50 in BNB. Final'],
    [
      { kind: 'partly', received: half, missing: 231n, isFinal: true },
      'warn',
      'Paid short by about $2.31',
      '0.50 BNB for $1,250.50 in BNB received. Counted at Chainlink’s price at that time, about $2.31 is missing.',
    ],
    [
      { kind: 'over', received: half, extra: 231n },
      'warn',
      'Over by about $2.31',
      '0.50 BNB received, about $2.31 more than requested.',
    ],
    [{ kind: 'unpriced', received: half }, 'warn', 'Can’t tell', '0.50 BNB seen, but'],
    [{ kind: 'expired' }, 'warn', 'Expired', 'It could be paid until 28 Nov 2026'],
  ])('behavior: in dollars describes %o with what it was worth', (status, tone, short, long) => {
    const words = requestStatusWords(usdRequest, status, false)
    expect([words.tone, words.title]).toEqual([tone, short])
    expect(words.text).toContain(long)
  })

  test('behavior: is not called unpaid during the search', () => {
    for (const kind of ['waiting', 'expired'] as const) {
      expect(requestStatusWords(usualRequest, { kind }, true).title).toBe('Checking')
    }
    expect(requestStatusWords(usualRequest, { kind: 'paid', received: USDT }, true).title).toBe('Paid')
  })
})

describe('a reminder', () => {
  const url = 'https://portal.example/#/r/1'
  test('behavior: names the amount, the purpose, the day and the link', () => {
    const text = reminderText({ ...usualRequest, memo: 'Reels', reference: 'INV-1' }, url, false)
    expect(text).toBe(
      `A reminder: I requested 1,250.50 USDT for “Reels” (INV-1). It is due on 15 Dec 2026. You can check and pay it here: ${url}`,
    )
  })
  test('error: names the time zone of the time until which dollars can be paid', () => {
    expect(reminderText(usdRequest, url, false)).toMatch(
      / It can be paid until \d+ \w+ 2026, \d\d:\d\d UTC\. /,
    )
  })
  test('behavior: says that the day is over, and nothing about what is not known', () => {
    const bare = { ...usualRequest, memo: '', reference: '' }
    expect(reminderText(bare, url, true)).toContain('1,250.50 USDT. It was due on 15 Dec 2026.')
    expect(reminderText({ ...bare, asked: { kind: 'open' }, dueOn: null }, url, false)).toBe(
      `A reminder: I requested a payment in USDT. You can check and pay it here: ${url}`,
    )
  })
})

const since = usualRequest.madeAt * 1_000 - 1
const scan = { from: 100n, to: 900n, since }
const bnbScan = {
  from: 300n,
  to: 900n,
  since,
  unexplained: [],
  isDelegated: false,
  forward: { stopped: null },
}
function evidence(some: object = {}): RequestEvidence {
  const { incoming, ...more } = { incoming: {}, ...some }
  return {
    payments: [],
    queued: [],
    payer: 'read',
    looking: false,
    incoming: { tokens: scan, bnb: bnbScan, looking: false, ...incoming },
    ...more,
  } as unknown as RequestEvidence
}
const TOKENS_GONE = { incoming: { tokens: { ...scan, from: 901n, since: null } } }

describe('the coverage of the search', () => {
  test('behavior: is complete only if it reaches back to the request', () => {
    expect(evidenceWords(usualRequest, evidence())).toEqual([
      'Not paid yet: no payment seen since it was made.',
    ])
    expect(seesAll(usualRequest, evidence())).toBe(true)
    for (const later of [since + 2, null]) {
      const [words] = evidenceWords(
        usualRequest,
        evidence({ incoming: { tokens: { ...scan, since: later } } }),
      )
      expect(words).toMatch(/^Checked payments since .* only, not older ones\.$/)
      expect(seesAll(usualRequest, evidence({ incoming: { tokens: { ...scan, since: later } } }))).toBe(false)
    }
  })

  test('behavior: is complete for BNB only if no block may hold more and the account is still followed; names a block only without its time', () => {
    const inBlocks = (bnb: object) => evidence({ incoming: { bnb: { ...bnbScan, ...bnb } } })
    expect(evidenceWords(inBnb, evidence())).toEqual(['Not paid yet: no payment seen since it was made.'])
    expect(seesAll(inBnb, evidence())).toBe(true)
    const gotCode = { forward: { stopped: 'contract' } }
    for (const some of [{ since: since + 2 }, { since: null }, { unexplained: [400n] }, gotCode]) {
      expect(seesAll(inBnb, inBlocks(some))).toBe(false)
    }
    const only = `Checked payments since ${when(since)} only, not older ones.`
    expect(evidenceWords(inBnb, inBlocks({ unexplained: [400n] }))).toEqual([only])
    expect(evidenceWords(inBnb, inBlocks({ since: null }))).toEqual([
      'Checked payments since block 300 only, not older ones.',
    ])
  })

  test.each<[string, typeof usualRequest, object, RegExp]>([
    [
      'a token that is not pinned',
      { ...usualRequest, token: unverifiedToken(someAddress(1), 6) },
      {},
      /^We can’t search for payments in this token\./,
    ],
    ['a running search', usualRequest, { looking: true }, /^Looking for payments…$/],
    [
      'BNB to a delegated wallet (EIP-7702)',
      inBnb,
      { incoming: { bnb: { ...bnbScan, isDelegated: true } } },
      /^Checked plain BNB payments since .* may be missed, because this wallet runs a contract’s code\./,
    ],
    ['BNB to a Safe', inBnb, { incoming: { bnb: 'unsupported' } }, /^We can’t search for BNB sent to a Safe/],
    [
      'BNB before any answer',
      inBnb,
      { incoming: { bnb: null } },
      /^We can’t search for payments right now\./,
    ],
    [
      'tokens before any answer',
      usualRequest,
      { incoming: { tokens: null } },
      /^We can’t search for payments right now\./,
    ],
    ['nodes that refuse everything', usualRequest, TOKENS_GONE, /^We can’t search for payments right now\./],
  ])('error: %s is reported, and no coverage is claimed', (_, request, some, words) => {
    const said = evidenceWords(request, evidence(some))
    expect(said).toEqual([expect.stringMatching(words)])
    expect(said.join()).not.toMatch(/all payments/)
    expect(seesAll(request, evidence(some))).toBe(false)
  })

  test('behavior: mentions a payer that is unknown or could not be read', () => {
    expect(evidenceWords(usualRequest, evidence({ payer: 'none' }))[1]).toMatch(
      /only if the payer’s Safe is known/,
    )
    expect(evidenceWords(usualRequest, evidence({ payer: 'not-read' }))[1]).toMatch(/couldn’t read/)
    expect(evidenceWords(usualRequest, evidence({ payer: 'reading' }))).toHaveLength(1)
  })
})
