import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import { owners, stranger } from '../../safe-app/accounts.ts'
import {
  exampleSafe,
  executionReceipt,
  type FakeSafe,
  transferLog,
  txHash,
} from '../../tests/support/fakeSafe.ts'
import { PAYEE, payoutCall, SAFE, USDT } from '../../tests/support/safeExamples.ts'
import { reportOn, toldBy, wireOf } from '../../tests/support/toldProposals.ts'
import { checkProposal, type Told } from './checkProposal.ts'
import { differences } from './ProposalReport.ts'
import * as SafeTx from './SafeTx.ts'

const [ada, ben] = owners
const [PAID, OTHER] = [txHash(1), txHash(2)]
const tx = SafeTx.fromCall(payoutCall, 12n)
const hash = SafeTx.hash(SAFE, tx)
const rejection = SafeTx.rejection(SAFE, 12n)
const log = transferLog(USDT, SAFE, PAYEE, 250n * 10n ** 18n)
const used: FakeSafe = { ...exampleSafe, nonce: 13n }

type Some = {
  txStatus?: string
  txHash?: Hash | null
  signers?: (typeof ada)[]
  winners?: Told['executedAt']
}

/** Status and last check of the payout as it is told, on the given chain. */
async function standing({ signers = [], winners, ...told }: Some, safe: FakeSafe = exampleSafe) {
  const report = await reportOn(hash, { ...(await wireOf(tx, signers)), ...told }, safe, winners)
  return {
    status: report.status,
    differences: differences(report),
    checks: report.checks,
    missing: report.missing,
  }
}
const paidIn = (
  event: 'success' | 'failure' = 'success',
  logs: unknown[] = [log],
  block = 900,
): FakeSafe => ({
  ...used,
  receipts: { [PAID]: executionReceipt(PAID, hash, { event, logs, block }) },
})
const unknown = (words: string) => ({ result: 'unknown', words: expect.stringContaining(words) })

describe('what waits', () => {
  test('behavior: needs as many signatures of owners as the chain asks for', async () => {
    const told = { txStatus: 'AWAITING_CONFIRMATIONS' }
    expect(await standing(told)).toMatchObject({
      status: { kind: 'awaiting', have: 0, need: 2 },
      differences: [],
    })
    expect((await standing({ ...told, signers: [ada] })).status).toEqual({
      kind: 'awaiting',
      have: 1,
      need: 2,
    })
    expect((await standing({ ...told, signers: [ada, ben] })).status).toEqual({
      kind: 'ready',
      have: 2,
      need: 2,
    })
  })

  test('error: is not ready by the signature of somebody else, nor by one owner twice', async () => {
    const one = { kind: 'awaiting', have: 1, need: 2 }
    const told = { txStatus: 'AWAITING_EXECUTION' }
    expect((await standing({ ...told, signers: [ada, stranger] as never })).status).toEqual(one)
    expect((await standing({ ...told, signers: [ada, ada] })).status).toEqual(one)
  })

  test('error: is not ready by signatures that the service keeps to itself', async () => {
    const wire = await wireOf(tx, [ada, ben])
    const { detailedExecutionInfo: info } = wire
    const confirmations = info.confirmations.map((confirmation) => ({ ...confirmation, signature: null }))
    const document = { ...wire, detailedExecutionInfo: { ...info, confirmations } }
    const { status, checks } = await reportOn(hash, document)
    expect(status).toEqual({ kind: 'awaiting', have: 0, need: 2 })
    expect(checks).toContainEqual(unknown(`The signature of ${ada.address} could not be checked`))
  })

  test('error: an owner with a wrong signature has not signed', async () => {
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

  test('error: is not cancelled while its nonce is free, whatever the service says', async () => {
    expect(await standing({ txStatus: 'CANCELLED', signers: [ada, ben] })).toMatchObject({
      status: { kind: 'ready' },
      differences: ['The service calls it cancelled; the chain has not used nonce 12.'],
    })
  })

  test.each(['SUCCESS', 'FAILED'])(
    'error: is not executed (%s) when no transaction is named',
    async (txStatus) => {
      const words = 'The service calls it executed and names no transaction for it.'
      for (const safe of [exampleSafe, used]) {
        const { status, differences } = await standing({ txStatus }, safe)
        expect(status.kind).toBe('told')
        expect(differences).toEqual([words])
      }
    },
  )
})

describe('what was executed', () => {
  const told = { txStatus: 'SUCCESS', txHash: PAID }

  test('behavior: succeeds by the Safe’s own event in a final block', async () => {
    expect(await standing(told, paidIn())).toMatchObject({
      status: { kind: 'success', hash: PAID },
      differences: [],
    })
    expect((await standing(told, paidIn('success', [log], 1_001))).status).toEqual({
      kind: 'processing',
      hash: PAID,
    })
  })

  test('behavior: succeeds on 1.3.0, whose event does not index the hash', async () => {
    const safe = { ...used, version: '1.3.0' }
    const old = SafeTx.hash(SAFE, tx, '1.3.0')
    const receipts = { [PAID]: executionReceipt(PAID, old, { version: '1.3.0', logs: [log] }) }
    const report = await reportOn(old, { ...(await wireOf(tx, [], safe)), ...told }, { ...safe, receipts })
    expect(report.status).toEqual({ kind: 'success', hash: PAID })
  })

  test('behavior: fails by the Safe’s own event, whatever the service says', async () => {
    expect((await standing(told, paidIn('failure'))).status).toEqual({ kind: 'failed', hash: PAID })
  })

  test('error: fails when its token moved nothing', async () => {
    const { status, checks } = await standing(told, paidIn('success', []))
    expect(status).toEqual({ kind: 'failed', hash: PAID })
    expect(checks.at(-1)).toEqual(unknown('1 of its token transfers left no trace'))
  })

  test('error: is not executed by a transaction that executes something else, is reverted or is another Safe’s', async () => {
    const receipts = [
      executionReceipt(PAID, SafeTx.hash(SAFE, rejection), { logs: [log] }),
      { ...(executionReceipt(PAID, hash, { logs: [log] }) as object), status: '0x0' },
      executionReceipt(PAID, hash, { logs: [log], safe: PAYEE }),
    ]
    for (const receipt of receipts) {
      const { status, differences } = await standing(told, { ...used, receipts: { [PAID]: receipt } })
      expect(status).toEqual({ kind: 'told', words: 'Executed' })
      expect(differences).toEqual([`The transaction ${PAID} does not execute this proposal.`])
    }
  })

  test('error: is only on its way while the chain does not know the transaction', async () => {
    for (const safe of [exampleSafe, used]) {
      const { status, checks } = await standing(told, safe)
      expect(status).toEqual({ kind: 'processing', hash: PAID })
      expect(checks.at(-1)).toEqual(unknown('The service says executed; the chain does not know'))
    }
  })

  test.each(['nonsense', { status: '0x1' }, executionReceipt(OTHER, hash)])(
    'error: is only told when the receipt cannot be read',
    async (receipt) => {
      const { status, checks } = await standing(told, { ...used, receipts: { [PAID]: receipt } })
      expect(status).toEqual({ kind: 'told', words: 'Executed' })
      expect(checks.at(-1)).toEqual(unknown('could not be read from the chain'))
    },
  )
})

test.each([
  ['AWAITING_CONFIRMATIONS', 'Waits for signatures'],
  ['AWAITING_EXECUTION', 'Ready to execute'],
  ['CANCELLED', 'Cancelled or replaced'],
  ['SUCCESS', 'Executed'],
  ['FAILED', 'Failed'],
  ['SOMETHING_NEW', 'Not known'],
])('behavior: without the chain, %s is only told', async (txStatus, words) => {
  const told = toldBy({ ...(await wireOf(tx, [ada])), txStatus })
  const dead = async () => Promise.reject(new Error('No endpoint answered'))
  const report = await checkProposal(dead, { safe: SAFE, safeTxHash: hash }, told)
  expect(report.status).toEqual({ kind: 'told', words })
  expect(differences(report)).toEqual([])
})
