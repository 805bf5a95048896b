import { describe, expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import {
  exampleSafe,
  executionLog,
  executionReceipt,
  oneSafeNode,
  transferLog,
} from '#tests/support/fakeSafe.ts'
import { reportedBy, reportOn, wireOf } from '#tests/support/reportedProposals.ts'
import { OWNERS, PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { hash, log, OTHER, PAID, paidIn, rejection, standing, tx, used } from '#tests/support/standing.ts'
import { owners, stranger } from '../../../safe-app/accounts.ts'
import { checkProposal } from './checkProposal.ts'
import { differences } from './ProposalReport.ts'

const [ada, ben] = owners

/** The Safe is at its nonce. */
const turn = { next: 12n, own: 12n }
const unknown = (words: string) => ({ result: 'unknown', words: expect.stringContaining(words) })

describe('a proposal that was not executed', () => {
  test('error: whose service does not say who signed is read, and is neither signed by nobody nor ready', async () => {
    const wire = await wireOf(tx, [ada, ben])
    const info = { ...wire.detailedExecutionInfo, confirmations: null }
    const report = await reportOn(hash, { ...wire, detailedExecutionInfo: info })
    expect(report.status).toEqual({ kind: 'unknown', why: 'no-signatures', hash: null })
    expect(report.missing).toBeNull()
    expect(report.checks).toContainEqual(unknown('doesn’t say who signed'))
    expect(report.flags.map(({ words }) => words).join()).not.toContain('No owner has signed')
    expect(differences(report)).toEqual([])
  })

  test('behavior: needs as many owners’ signatures as the chain requires', async () => {
    const reported = { txStatus: 'AWAITING_CONFIRMATIONS' }
    expect(await standing(reported)).toMatchObject({
      status: { kind: 'needs-signatures', have: 0, need: 2, turn },
      differences: [],
    })
    expect((await standing({ ...reported, signers: [ada] })).status).toEqual({
      kind: 'needs-signatures',
      have: 1,
      need: 2,
      turn,
    })
    expect((await standing({ ...reported, signers: [ada, ben] })).status).toEqual({
      kind: 'ready',
      have: 2,
      need: 2,
      turn,
    })
  })

  test('error: is not ready with a stranger’s signature or an owner’s second one', async () => {
    const one = { kind: 'needs-signatures', have: 1, need: 2, turn }
    const reported = { txStatus: 'AWAITING_EXECUTION' }
    expect((await standing({ ...reported, signers: [ada, stranger] as never })).status).toEqual(one)
    expect((await standing({ ...reported, signers: [ada, ada] })).status).toEqual(one)
  })

  test('error: is not ready with signatures that the service does not show', async () => {
    const wire = await wireOf(tx, [ada, ben])
    const { detailedExecutionInfo: info } = wire
    const confirmations = info.confirmations.map((confirmation) => ({ ...confirmation, signature: null }))
    const document = { ...wire, detailedExecutionInfo: { ...info, confirmations } }
    const { status, checks } = await reportOn(hash, document)
    expect(status).toEqual({ kind: 'needs-signatures', have: 0, need: 2, turn })
    expect(checks).toContainEqual(unknown(`The signature of ${ada.address} couldn’t be checked`))
  })

  test('error: counts no owner with a wrong signature', async () => {
    const wire = await wireOf(tx, [ada])
    const { detailedExecutionInfo: info } = wire
    const confirmations = info.confirmations.map((confirmation) => ({
      ...confirmation,
      signer: { value: ben.address },
    }))
    const { missing, status } = await reportOn(hash, {
      ...wire,
      detailedExecutionInfo: { ...info, confirmations },
    })
    expect(missing).toEqual(exampleSafe.owners)
    expect(status).toMatchObject({ have: 0 })
  })

  test('error: is not cancelled while its nonce is free, whatever the service says (A1)', async () => {
    const { status, differences, checks } = await standing({ txStatus: 'CANCELLED', signers: [ada, ben] })
    expect(status.kind).toBe('ready')
    // A service reports a proposal as cancelled for a minute after every execution, which is not a
    // contradiction (A1).
    expect(differences).toEqual([])
    expect(checks.at(-1)).toEqual(unknown('The service calls it cancelled; the chain has not used nonce 12.'))
  })

  test.each(['SUCCESS', 'FAILED'])(
    'error: is not executed (%s) without a named transaction',
    async (txStatus) => {
      const words = 'The service calls it executed and names no transaction for it.'
      const waiting = await standing({ txStatus })
      expect(waiting.status.kind).toBe('needs-signatures')
      expect(waiting.differences).toEqual([words])
      const { status, checks } = await standing({ txStatus }, used)
      expect(status).toEqual({ kind: 'unknown', why: 'nonce-used', hash: null })
      expect(checks.at(-1)).toEqual(unknown('it could not be proven which transaction used it'))
    },
  )
})

describe('an executed proposal', () => {
  const reported = { txStatus: 'SUCCESS', txHash: PAID }

  test('behavior: succeeds by the Safe’s own event in a final block', async () => {
    expect(await standing(reported, paidIn())).toMatchObject({
      status: { kind: 'paid', hash: PAID },
      differences: [],
    })
    expect((await standing(reported, paidIn('success', [log], 1_001))).status).toEqual({
      kind: 'confirming',
      hash: PAID,
      lacks: 'finality',
    })
  })

  test('error: neither succeeds nor fails with one operator only', async () => {
    const by = async (event: 'success' | 'failure') => {
      const document = { ...(await wireOf(tx, [])), ...reported }
      const node = oneSafeNode(paidIn(event))
      return (await checkProposal(node, { safe: SAFE, safeTxHash: hash }, reportedBy(document))).status
    }
    expect(await by('success')).toEqual({ kind: 'confirming', hash: PAID, lacks: 'second-operator' })
    expect(await by('failure')).toEqual({ kind: 'unknown', why: 'not-final', hash: PAID })
  })

  test('behavior: succeeds on 1.3.0, whose event does not index the hash', async () => {
    const safe = { ...used, version: '1.3.0' }
    const old = SafeTx.hash(SAFE, tx, '1.3.0')
    const receipts = { [PAID]: executionReceipt(PAID, old, { version: '1.3.0', logs: [log] }) }
    const report = await reportOn(
      old,
      { ...(await wireOf(tx, [], safe)), ...reported },
      { ...safe, receipts },
    )
    expect(report.status).toEqual({ kind: 'paid', hash: PAID })
  })

  test('behavior: fails by the Safe’s own event, whatever the service says', async () => {
    expect((await standing(reported, paidIn('failure'))).status).toEqual({
      kind: 'not-paid',
      why: 'failed',
      hash: PAID,
    })
    // A block that can still be undone proves nothing.
    expect((await standing(reported, paidIn('failure', [], 1_001))).status).toEqual({
      kind: 'unknown',
      why: 'not-final',
      hash: PAID,
    })
  })

  test('error: was left out if its pinned token logs no transfer', async () => {
    const { status, checks } = await standing(reported, paidIn('success', []))
    expect(status).toEqual({ kind: 'not-paid', why: 'left-out', hash: PAID })
    expect(checks.at(-1)?.result).toBe('same')
  })

  test('error: is short if the token takes a fee, and unknown if another transfer could be it', async () => {
    const of = async (...logs: unknown[]) => (await standing(reported, paidIn('success', logs))).status
    const less = transferLog(USDT, SAFE, PAYEE, 7n)
    expect(await of(less)).toEqual({ kind: 'short', hash: PAID, received: 7n })
    const elsewhere = transferLog(USDT, SAFE, OWNERS[0], 7n)
    expect(await of(elsewhere)).toEqual({ kind: 'unknown', why: 'not-visible', hash: PAID })
  })

  test('error: is unknown, not "not paid", if a token that is not pinned logs nothing', async () => {
    const strange = SafeTx.fromCall({ ...payoutCall, to: PAYEE }, 12n)
    const own = SafeTx.hash(SAFE, strange)
    const receipts = { [PAID]: executionReceipt(PAID, own) }
    const report = await reportOn(own, { ...(await wireOf(strange)), ...reported }, { ...used, receipts })
    expect(report.status).toEqual({ kind: 'unknown', why: 'not-visible', hash: PAID })
  })

  test('behavior: with BNB is paid by the event alone, because BNB moves with the call itself', async () => {
    const bnb = SafeTx.fromCall({ to: PAYEE, value: 5n, data: '0x' }, 12n)
    const own = SafeTx.hash(SAFE, bnb)
    const receipts = { [PAID]: executionReceipt(PAID, own) }
    const report = await reportOn(own, { ...(await wireOf(bnb)), ...reported }, { ...used, receipts })
    expect(report.status).toEqual({ kind: 'paid', hash: PAID })
  })

  test('behavior: is found by the Safe’s own event while the service reports it cancelled (A1)', async () => {
    const executions = [{ ...executionLog(hash, 'success'), transactionHash: PAID, blockNumber: '0x384' }]
    const { status, differences } = await standing({ txStatus: 'CANCELLED' }, { ...paidIn(), executions })
    expect(status).toEqual({ kind: 'paid', hash: PAID })
    expect(differences).toEqual([])
  })

  test('error: is not executed by a transaction that executes another, is reverted or belongs to another Safe', async () => {
    const receipts = [
      executionReceipt(PAID, SafeTx.hash(SAFE, rejection), { logs: [log] }),
      { ...(executionReceipt(PAID, hash, { logs: [log] }) as object), status: '0x0' },
      executionReceipt(PAID, hash, { logs: [log], safe: PAYEE }),
    ]
    for (const receipt of receipts) {
      const { status, differences } = await standing(reported, { ...used, receipts: { [PAID]: receipt } })
      const words = `The transaction ${PAID} does not execute this proposal.`
      expect(status).toEqual({ kind: 'mismatch', differences: [words] })
      expect(differences).toEqual([`The transaction ${PAID} does not execute this proposal.`])
    }
  })

  test('error: is pending while the chain does not have the transaction', async () => {
    for (const safe of [exampleSafe, used]) {
      const { status, checks } = await standing(reported, safe)
      expect(status).toEqual({ kind: 'pending', hash: PAID })
      expect(checks.at(-1)).toEqual(unknown('The service says executed; the chain does not know'))
    }
  })

  test.each(['nonsense', { status: '0x1' }, executionReceipt(OTHER, hash)])(
    'error: is unknown if the receipt cannot be read',
    async (receipt) => {
      const { status, checks } = await standing(reported, { ...used, receipts: { [PAID]: receipt } })
      expect(status).toEqual({ kind: 'unknown', why: 'unread', hash: PAID })
      expect(checks.at(-1)).toEqual(unknown('couldn’t read whether it was executed'))
    },
  )
})

test.each([
  ['AWAITING_CONFIRMATIONS', 'AWAITING_CONFIRMATIONS'],
  ['AWAITING_EXECUTION', 'AWAITING_EXECUTION'],
  ['CANCELLED', 'CANCELLED'],
  ['SUCCESS', 'SUCCESS'],
  ['FAILED', 'FAILED'],
  ['SOMETHING_NEW', 'UNKNOWN'],
])('behavior: %s is only quoted if the chain cannot be read', async (txStatus, quoted) => {
  const reported = reportedBy({ ...(await wireOf(tx, [ada])), txStatus })
  const dead = async () => Promise.reject(new Error('No endpoint answered'))
  const report = await checkProposal(dead, { safe: SAFE, safeTxHash: hash }, reported)
  expect(report).toMatchObject({ status: { kind: 'unknown', why: 'unread' }, reported: quoted })
  expect(differences(report)).toEqual([])
})
