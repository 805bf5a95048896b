import { describe, expect, test } from 'vitest'
import type { Submission } from '#account/Submission.ts'
import { fromTransfer } from '#chain/money/Call.ts'
import { anAttempt } from '#tests/support/attempts.ts'
import { hashOf } from '#tests/support/backupWorld.ts'
import { OWNERS, PAYEE, SAFE, USDT } from '#tests/support/safeExamples.ts'
import {
  type Attempt,
  attemptIds,
  awaitsAnswer,
  type Fact,
  isRejected,
  isUnanswered,
  reviewedProposals,
  submissionOf,
  withoutTaken,
} from './Attempt.ts'
import { formatAttempt, joinAttempts, parseAttempt, withFacts } from './ledger.ts'

const calls = [
  fromTransfer({ token: USDT, to: PAYEE, value: 5n }),
  fromTransfer({ token: null, to: PAYEE, value: 7n }),
]
const [A, B] = [hashOf('a'), hashOf('b')]

type Of<Kind> = Extract<Submission, { kind: Kind }>
const sent = (some: Partial<Of<'sent'>> = {}): Submission => ({
  kind: 'sent',
  from: PAYEE,
  calls,
  hash: A,
  nonce: 7n,
  since: 5n,
  ...some,
})
const batched = (some: Partial<Of<'batched'>> = {}): Submission => ({
  kind: 'batched',
  from: PAYEE,
  calls,
  id: 'one',
  hashes: [A],
  since: 5n,
  ...some,
})
const proposed: Submission = {
  kind: 'proposed',
  safe: PAYEE,
  calls,
  inLargerBatch: true,
  safeTxHash: B as Of<'proposed'>['safeTxHash'],
}

const rejected: Fact = { kind: 'rejected', at: 1 }
const answered = (submission: Submission): Fact => ({ kind: 'answered', at: 2, submission })
const found = (submission: Submission): Fact => ({ kind: 'found', at: 3, submission, by: 'person' })
const mined = (...hashes: (typeof A)[]): Fact => ({ kind: 'mined', at: 4, hashes })
const paid: Fact = { kind: 'paid', at: 5, calls: [0, 1] }

const upper = (hash: string) => hash.toUpperCase().replace('0X', '0x')
const withHash = (attempt: Attempt, safeTxHash: string): Attempt => ({
  ...attempt,
  facts: [answered({ ...proposed, safeTxHash } as Submission)],
})
const wallet = anAttempt({ account: PAYEE, kind: 'eoa', calls })

describe('what came of an attempt', () => {
  test.each<[string, readonly Fact[], Submission | null]>([
    ['is not known without a fact', [], null],
    ['is not known once it was rejected', [rejected], null],
    ['is what the wallet answered', [answered(sent())], sent()],
    ['is what was found after it was rejected', [rejected, found(sent())], sent()],
    ['keeps a nonce that a later answer lacks', [answered(sent()), found(sent({ nonce: null }))], sent()],
    ['gets a nonce that an earlier answer lacked', [answered(sent({ nonce: null })), found(sent())], sent()],
    [
      'takes no nonce from another transaction',
      [answered(sent()), found(sent({ hash: B, nonce: null }))],
      sent({ hash: B, nonce: null }),
    ],
    [
      'keeps the transactions of a batch that a later answer lacks',
      [answered(batched()), answered(batched({ hashes: [] }))],
      batched(),
    ],
    [
      'has the transactions that a batch was answered with later',
      [answered(batched()), answered(batched({ hashes: [B] }))],
      batched({ hashes: [B] }),
    ],
    [
      'takes no transactions from another batch',
      [answered(batched()), answered(batched({ id: 'two', hashes: [] }))],
      batched({ id: 'two', hashes: [] }),
    ],
    ['has the transactions that carried a batch', [answered(batched()), mined(B)], batched({ hashes: [B] })],
    ['keeps the transactions of a batch that is proven paid', [answered(batched()), paid], batched()],
    ['keeps those of a batch that is said to be rejected', [answered(batched()), rejected], batched()],
    ['is not known by transactions alone', [mined(B)], null],
    ['keeps the transaction of a wallet, whatever carried a batch', [answered(sent()), mined(B)], sent()],
    ['is the proposal that replaced a transaction', [answered(sent()), found(proposed)], proposed],
    [
      'is the transaction after a proposal',
      [answered(proposed), found(sent({ nonce: null }))],
      sent({ nonce: null }),
    ],
    [
      'is the batch after a transaction',
      [answered(sent()), found(batched({ hashes: [] }))],
      batched({ hashes: [] }),
    ],
    [
      'is the transaction after a batch',
      [answered(batched()), found(sent({ nonce: null }))],
      sent({ nonce: null }),
    ],
    ['is not told by what is proven paid', [paid], null],
  ])('behavior: %s', (_, facts, submission) => {
    expect(submissionOf({ facts })).toEqual(submission)
  })

  test.each<[string, readonly Fact[], object]>([
    ['asked', [], { isRejected: false, isUnanswered: true, awaitsAnswer: true }],
    ['rejected', [rejected], { isRejected: true, isUnanswered: false, awaitsAnswer: true }],
    ['asked, and said to be paid', [paid], { isRejected: false, isUnanswered: true, awaitsAnswer: true }],
    ['answered', [answered(sent())], { isRejected: false, isUnanswered: false, awaitsAnswer: false }],
    [
      'answered with a batch',
      [answered(batched())],
      { isRejected: false, isUnanswered: false, awaitsAnswer: false },
    ],
    [
      'answered with a batch of which no transaction is known',
      [answered(batched({ hashes: [] }))],
      { isRejected: false, isUnanswered: false, awaitsAnswer: true },
    ],
    [
      'rejected and found since',
      [rejected, found(sent())],
      { isRejected: false, isUnanswered: false, awaitsAnswer: false },
    ],
    [
      'rejected among other facts',
      [paid, rejected],
      { isRejected: true, isUnanswered: false, awaitsAnswer: true },
    ],
  ])('behavior: an attempt that was %s', (_, facts, says) => {
    const attempt = { facts }
    expect({
      isRejected: isRejected(attempt),
      isUnanswered: isUnanswered(attempt),
      awaitsAnswer: awaitsAnswer(attempt),
    }).toEqual(says)
  })

  test('behavior: is listed under the ids of its answer, and under its own while it has none', () => {
    expect(attemptIds(wallet)).toEqual(['a'])
    expect(attemptIds({ ...wallet, facts: [rejected] })).toEqual(['a'])
    expect(attemptIds({ ...wallet, facts: [answered(sent())] })).toEqual([A])
  })
})

describe('facts', () => {
  test('behavior: are added after those that are known', () => {
    const facts = [rejected, found(sent())]
    expect(withFacts({ ...wallet, facts: [rejected] }, [found(sent()), rejected]).facts).toEqual(facts)
    expect(withFacts(wallet, facts).facts).toEqual(facts)
  })

  test.each([rejected, answered(sent()), found(batched()), mined(A, B), paid])(
    'behavior: the same one at another time says nothing new: $kind',
    (fact) => {
      const attempt = { ...wallet, facts: [fact] }
      expect(withFacts(attempt, [{ ...fact, at: 99 }])).toBe(attempt)
    },
  )

  test.each<[string, Fact, Fact]>([
    ['another transaction', answered(sent()), answered(sent({ hash: B }))],
    ['another nonce', answered(sent()), answered(sent({ nonce: 8n }))],
    ['another block', answered(sent()), answered(sent({ since: null }))],
    ['another batch', answered(batched()), answered(batched({ id: 'two' }))],
    ['another transaction of a batch', answered(batched()), answered(batched({ hashes: [B] }))],
    ['a block of a batch', answered(batched()), answered(batched({ since: 6n }))],
    [
      'a proposal of its own',
      answered(proposed),
      answered({ ...proposed, inLargerBatch: false } as Submission),
    ],
    ['a finding', answered(sent()), found(sent())],
    ['other transactions that carried it', mined(A), mined(B)],
    ['another paid call', paid, { kind: 'paid', at: 5, calls: [0] }],
  ])('behavior: %s is a new one', (_, known, other) => {
    expect(withFacts({ ...wallet, facts: [known] }, [other]).facts).toEqual([known, other])
  })
})

describe('two records of one attempt', () => {
  const file = { ...wallet, restored: true }
  const facts = [rejected, found(sent()), paid]

  test('behavior: say together what was recorded here at two times', () => {
    const grown = { ...wallet, facts: [rejected, ...facts.slice(1)] }
    expect(joinAttempts({ ...wallet, facts: [rejected] }, { ...wallet, facts })).toEqual(grown)
    // A wallet's own journal may have more facts about an attempt that was first restored from a file.
    expect(joinAttempts(file, { ...wallet, facts })).toEqual({ ...file, facts })
  })

  test.each<[string, readonly Fact[]]>([
    ['unanswered', []],
    ['rejected', [rejected]],
    ['answered', [answered(sent({ hash: B }))]],
  ])('error: a file adds nothing to a record that was %s here', (_, known) => {
    const mine = { ...wallet, facts: known }
    expect(joinAttempts(mine, { ...file, facts })).toBe(mine)
  })

  test.each<[string, Partial<Attempt>]>([
    ['place in the plan', { batch: 3 }],
    ['earlier payments', { known: [A] }],
    ['time of the block', { time: 9 }],
    ['facts', { facts: [rejected] }],
  ])('behavior: that came from files add up to all but rejections, whatever their %s', (_, some) => {
    const mine = { ...file, ...some }
    const before = mine.facts
    expect(joinAttempts(mine, { ...file, facts })).toEqual({ ...mine, facts: [...before, ...facts.slice(1)] })
  })

  test.each<[string, Partial<Attempt>]>([
    ['id', { id: 'b' }],
    ['list of calls', { calls: calls.slice(1) }],
    ['payee', { calls: [fromTransfer({ token: USDT, to: SAFE, value: 5n }), ...calls.slice(1)] }],
    ['amount', { calls: [fromTransfer({ token: USDT, to: PAYEE, value: 6n }), ...calls.slice(1)] }],
    ['payout', { payout: 'p-1' }],
    ['list of rows', { rows: [0] }],
    ['kind of account', { kind: 'safe' }],
    ['time', { at: 2 }],
    ['position', { position: { block: 1n, nonce: 1n } }],
    ['request', { requests: ['r', null] }],
  ])('error: that came from files stay as they are if the other has another %s', (_, some) => {
    expect(joinAttempts(file, { ...file, facts, ...some })).toBe(file)
  })
})

describe('a record of a file beside those made here', () => {
  const here = { ...wallet, id: 'here', facts: [answered(sent())] }
  const file = { ...wallet, id: 'file', restored: true }

  test('error: loses the transaction that it claims, and stays unanswered', () => {
    const claim = { ...file, facts: [answered(sent()), paid] }
    expect(withoutTaken([claim, here])).toEqual([{ ...file, facts: [] }, here])
    expect(withoutTaken([here, claim])).toEqual([here, { ...file, facts: [] }])
  })

  test('error: is not rejected by what it claims beside, so its rows are not open again', () => {
    const claim = { ...file, facts: [rejected, found(sent())] }
    expect(withoutTaken([here, claim])).toEqual([here, { ...file, facts: [] }])
  })

  test('error: loses a batch if only one of its transactions is known here', () => {
    const claim = { ...file, facts: [answered(batched({ id: 'x', hashes: [B, A] }))] }
    expect(withoutTaken([here, claim])).toEqual([here, { ...file, facts: [] }])
  })

  test('behavior: keeps a transaction that nothing here has, and takes none from another file', () => {
    const own = { ...file, facts: [answered(sent({ hash: B })), paid] }
    const other = { ...own, id: 'other' }
    expect(withoutTaken([here, own, other])).toEqual([here, own, other])
  })

  test('behavior: keeps its facts beside an unanswered record of the same id', () => {
    const [one, two] = [
      { ...wallet, id: 'x' },
      { ...file, id: 'x', facts: [paid] },
    ]
    expect(withoutTaken([one, two])).toEqual([one, two])
  })

  test('behavior: two records made here keep what each has', () => {
    const both = [here, { ...here, id: 'again' }]
    expect(withoutTaken(both)).toBe(both)
  })
})

describe('what was reviewed here of a proposal', () => {
  const asked: Attempt = { ...wallet, kind: 'safe', at: 8, facts: [answered(proposed)] }
  const reviewed = { calls, inLargerBatch: true, at: 8 }
  const other = { ...asked, at: 9, calls: calls.slice(1) }

  test.each<[string, readonly Attempt[], readonly object[]]>([
    ['is what became it', [asked], [reviewed]],
    [
      'is each of several requests in it, in their order',
      [asked, other],
      [reviewed, { ...reviewed, calls: calls.slice(1), at: 9 }],
    ],
    ['is nothing of a request without an answer', [{ ...asked, facts: [] }], []],
    ['is nothing of a transaction', [{ ...asked, facts: [answered(sent({ hash: B }))] }], []],
    ['is nothing of a record from a file', [{ ...asked, restored: true }], []],
    ['is found by its hash in capitals', [withHash(asked, upper(B))], [reviewed]],
  ])('behavior: %s', (_, attempts, found) => {
    const ofProposal = reviewedProposals(attempts)
    expect([B, upper(B), A].map(ofProposal)).toEqual([found, found, []])
    // The same list is looked through once.
    expect(reviewedProposals(attempts)(B)).toBe(ofProposal(B))
  })
})

describe('the document of an attempt', () => {
  const read = (one: unknown) => parseAttempt(PAYEE, JSON.parse(JSON.stringify(one)))
  const ofPayout: Attempt = {
    ...wallet,
    id: 'x',
    payout: 'p-1',
    batch: 2,
    rows: [4, 5],
    requests: ['r', null],
    at: 10,
    time: 11,
    position: { block: 12n, nonce: 13n },
    known: [B],
    restored: true,
    facts: [rejected, answered(batched()), mined(B), found(sent()), paid],
  }
  const raw = formatAttempt(ofPayout)

  test.each<[string, Attempt]>([
    ['with everything', ofPayout],
    ['with the least', { ...wallet, calls: [] }],
    ['without a nonce and a block', { ...wallet, facts: [answered(sent({ nonce: null, since: null }))] }],
    ['with the answer of a Safe that is connected like a wallet', { ...wallet, facts: [answered(proposed)] }],
    ['of a Safe', { ...wallet, kind: 'safe', facts: [found(proposed)] }],
    [
      'with calls that are no plain transfers',
      {
        ...wallet,
        calls: [
          { to: USDT, value: 1n, data: '0x1234' },
          { to: USDT, value: 0n, data: calls[0]?.data.toUpperCase().replace('0X', '0x') as `0x${string}` },
        ],
      },
    ],
  ])('behavior: is read back as it was: %s', (_, attempt) => {
    expect(read(formatAttempt(attempt))).toStrictEqual(attempt)
  })

  test('behavior: is short where there is nothing to say', () => {
    expect(formatAttempt(wallet)).toStrictEqual({
      id: 'a',
      kind: 'eoa',
      payout: null,
      batch: 0,
      rows: [],
      at: 1,
      position: null,
      known: [],
      calls: [
        [USDT, PAYEE, '5'],
        [null, PAYEE, '7'],
      ],
      facts: [],
    })
  })

  test('behavior: takes the account, the payout and the calls from the list where there is one', () => {
    const known = { kind: 'safe', payout: 'p-2', calls: calls.toReversed() } as const
    const { kind: _, payout: __, calls: ___, ...rest } = formatAttempt({ ...ofPayout, facts: [] })
    expect(parseAttempt(SAFE, rest, known)).toEqual({ ...ofPayout, ...known, account: SAFE, facts: [] })
    expect(parseAttempt(SAFE, { ...raw, facts: [] }, known)).toMatchObject(known)
  })

  test('error: an answer pays what was asked for, from the account that asked', () => {
    const foreign = { ...sent(), from: OWNERS[0], calls: [] } as Submission
    const parsed = read(formatAttempt({ ...wallet, facts: [answered(foreign)] }))
    expect(parsed?.facts).toEqual([answered(sent())])
  })

  const fact = (some: object) => ({ ...raw, facts: [some] })
  const most = Array.from({ length: 64 }, () => A)
  test.each<[string, object | null]>([
    ['is nothing', null],
    ['has no calls', { ...raw, calls: undefined }],
    ['has an unknown kind of account', { ...raw, kind: 'other' }],
    ['has no id', { ...raw, id: '' }],
    ['has a long id', { ...raw, id: 'x'.repeat(101) }],
    ['has a row too few', { ...raw, rows: [4] }],
    ['has a row too many', { ...raw, rows: [4, 5, 6] }],
    ['has half a byte of data', { ...raw, rows: [4], calls: [{ to: USDT, value: '0', data: '0x123' }] }],
    ['has a payout that cannot be stored', { ...raw, payout: '../p' }],
    ['has a fact of another kind', fact({ kind: 'other', at: 1 })],
    ['has an answer of another kind', fact({ kind: 'answered', at: 1, answer: { kind: 'other' } })],
    ['has an answer without a hash', fact({ kind: 'answered', at: 1, answer: { kind: 'sent' } })],
    ['has more transactions than a batch can have', fact({ kind: 'mined', at: 1, hashes: [...most, A] })],
    [
      'is of a Safe and names the transaction of a wallet',
      formatAttempt({ ...wallet, kind: 'safe', facts: [answered(sent())] }),
    ],
    [
      'is of a Safe and names the batch of a wallet',
      formatAttempt({ ...wallet, kind: 'safe', facts: [found(batched())] }),
    ],
  ])('error: cannot be read if it %s', (_, one) => {
    expect(read(one)).toBeNull()
  })

  test('behavior: rows are compared with calls only where there is a payout', () => {
    expect(read({ ...raw, payout: null, rows: [] })).toMatchObject({ payout: null, rows: [] })
    expect(read(fact({ kind: 'mined', at: 1, hashes: most }))).toMatchObject({ facts: [{ hashes: most }] })
  })
})
