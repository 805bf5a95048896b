import { describe, expect, test } from 'vitest'
import * as Amount from '#chain/money/Amount.ts'
import { transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { txHash } from '#tests/support/fakeSafe.ts'
import { OWNERS, PAYEE, PAYOUT_HASH, SAFE } from '#tests/support/safeExamples.ts'
import { checkWords, comingWords, meaningWords, proposalStatusWords } from './proposalWords.ts'

const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const batch = (...calls: Parameters<typeof MultiSend.encode>[0]) =>
  SafeTx.fromCall({ to: MULTI_SEND, value: 0n, data: MultiSend.encode(calls) }, 12n, 1)
const pay = (to: typeof SAFE | typeof PAYEE, value: bigint, token: Token.Token = usdt) =>
  transfer(to, { token, value })
const one = 10n ** 18n

const turn = { next: 12n, own: 12n }
const waiting: PaymentStatus = { kind: 'needs-signatures', have: 1, need: 2, turn }

function report(some: Partial<ProposalReport> = {}): ProposalReport {
  const tx = some.tx ?? SafeTx.fromCall(pay(PAYEE, one), 12n)
  return {
    safe: SAFE,
    safeTxHash: PAYOUT_HASH,
    tx,
    hashes: null,
    preimage: null,
    content: decodeProposal(SAFE, tx),
    checks: [],
    flags: [],
    signers: [],
    missing: [OWNERS[1]],
    owners: OWNERS,
    version: '1.4.1',
    isDeployed: true,
    payments: [waiting],
    status: waiting,
    reported: 'SUCCESS',
    refund: { kind: 'none' },
    submittedAt: null,
    proposer: null,
    note: null,
    appName: null,
    source: 'test',
    ...some,
  }
}

describe('a proposal’s status', () => {
  const hash = txHash(1)
  const words = (status: PaymentStatus, viewer: typeof SAFE | null = null) =>
    proposalStatusWords(report({ status }), viewer).title

  test.each<[PaymentStatus, string]>([
    [waiting, '1 of 2 signed'],
    [{ kind: 'ready', have: 2, need: 2, turn }, 'Ready to execute (2 of 2)'],
    [{ kind: 'pending', hash: null }, 'Confirming'],
    [{ kind: 'confirming', hash, lacks: 'finality' }, 'Confirming'],
    [{ kind: 'confirming', hash, lacks: 'second-operator' }, 'Confirming'],
    [{ kind: 'paid', hash }, 'Paid'],
    [{ kind: 'short', hash, received: 1n }, 'Sent, received less'],
    [{ kind: 'not-paid', why: 'failed', hash }, 'Failed'],
    [{ kind: 'not-paid', why: 'left-out', hash }, 'Failed'],
    [{ kind: 'not-paid', why: 'rejected', hash }, 'Rejected. Nothing was sent.'],
    [{ kind: 'not-paid', why: 'replaced', hash }, 'Replaced'],
    [{ kind: 'mismatch', differences: ['x'] }, 'Do not sign'],
    // A service's report is only quoted, and only if the chain could not be read.
    [{ kind: 'unknown', why: 'unread', hash: null }, 'Executed, reported by Safe'],
    [{ kind: 'unknown', why: 'nonce-used', hash: null }, 'Unknown'],
    [{ kind: 'unknown', why: 'not-final', hash }, 'Unknown'],
  ])('behavior: is described in words (%#)', (status, expected) => {
    expect(words(status)).toBe(expected)
  })

  test('behavior: tells an owner about a missing signature, and no other viewer', () => {
    const status = waiting
    expect(proposalStatusWords(report({ status }), OWNERS[1])).toEqual({
      tone: 'warn',
      title: 'Needs your signature (1 of 2)',
      text: 'No money moves until it’s executed.',
    })
    expect(words(status, SAFE)).toBe('1 of 2 signed')
  })

  test('behavior: names the nonce that it has to wait for', () => {
    const ready = (next: bigint) => words({ kind: 'ready', have: 2, need: 2, turn: { next, own: 12n } })
    expect(ready(11n)).toBe('Ready, after nonce 11')
    expect(ready(9n)).toBe('Ready, after nonce 11')
    expect(ready(12n)).toBe('Ready to execute (2 of 2)')
  })

  test('behavior: is a success, not paid, for a proposal without payments', () => {
    const tx = SafeTx.rejection(SAFE, 12n)
    const status = { kind: 'paid', hash } as const
    expect(proposalStatusWords(report({ tx, status }), null).title).toBe('Success')
  })
})

describe('a proposal’s checks', () => {
  const check = (result: 'same' | 'different' | 'unknown') => ({ result, words: result })
  const look = { level: 'look', words: 'x' } as const
  const danger = { level: 'danger', words: 'y' } as const

  test('behavior: the most severe result comes first', () => {
    expect(checkWords(report({ checks: [check('same')] })).title).toBe('Verified')
    expect(checkWords(report({ checks: [check('same')], flags: [look] })).title).toBe(
      'Verified, 1 to look at',
    )
    expect(checkWords(report({ checks: [check('unknown')], flags: [look] })).title).toBe('1 check incomplete')
    expect(checkWords(report({ checks: [check('unknown')], flags: [look, danger] })).title).toBe('1 red flag')
    expect(checkWords(report({ checks: [check('different')], flags: [danger] }))).toEqual({
      tone: 'bad',
      title: 'Do not sign',
      text: '',
    })
  })
})

describe('a batch’s content', () => {
  const strange = { to: PAYEE, value: 0n, data: '0xdeadbeef' } as const
  const content = decodeProposal(
    SAFE,
    batch(pay(PAYEE, one), pay(SAFE, one, Token.BNB), pay(PAYEE, one), strange),
  )

  test('behavior: is summed for one payee', () => {
    const sum = Amount.format({ token: usdt, value: 2n * one })
    expect(comingWords(report({ content }), PAYEE)).toBe(`Coming to you: ${sum}, 1 of 2 signatures`)
    expect(comingWords(report({ content }), OWNERS[0])).toBeNull()
  })

  test('error: is on its way to nobody once it was paid, or was not', () => {
    const hash = txHash(1)
    const sent = { kind: 'confirming', hash, lacks: 'finality' } as const
    expect(comingWords(report({ content, status: sent }), PAYEE)).toContain('not final yet')
    const over: readonly PaymentStatus[] = [
      { kind: 'paid', hash },
      { kind: 'short', hash, received: 1n },
      { kind: 'not-paid', why: 'rejected', hash },
      { kind: 'mismatch', differences: ['Another payee.'] },
      { kind: 'unknown', why: 'nonce-used', hash: null },
    ]
    for (const status of over) expect(comingWords(report({ content, status }), PAYEE), status.kind).toBeNull()
  })

  test('behavior: says that a row cannot be read', () => {
    expect(content.rows.map((row) => meaningWords(row, 6n)).at(-1)).toMatch(
      /with data that this portal cannot read/,
    )
  })
})
