import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import { owners } from '../../safe-app/accounts.ts'
import {
  exampleSafe,
  executionOfSafe,
  executionReceipt,
  type FakeSafe,
  transferLog,
  txHash,
} from '../../tests/support/fakeSafe.ts'
import { PAYEE, payoutCall, SAFE, USDT } from '../../tests/support/safeExamples.ts'
import { reportOn, wireOf } from '../../tests/support/toldProposals.ts'
import type { Told } from './checkProposal.ts'
import { differences } from './ProposalReport.ts'
import * as SafeTx from './SafeTx.ts'

const [ada, ben] = owners
const [PAID, OTHER] = [txHash(1), txHash(2)]
const tx = SafeTx.fromCall(payoutCall, 12n)
const hash = SafeTx.hash(SAFE, tx)
const rejection = SafeTx.rejection(SAFE, 12n)
const replacement = SafeTx.fromCall({ to: PAYEE, value: 3n, data: '0x' }, 12n)
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

describe('what was overtaken', () => {
  const winner =
    (rejection: boolean, hash: Hash | null = OTHER) =>
    async () => [{ rejection, hash }]
  const overtakenBy = (other: SafeTx.SafeTx): FakeSafe => ({
    ...used,
    receipts: { [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, other)) },
    transactions: { [OTHER]: executionOfSafe(OTHER, other) },
  })

  test.each(['CANCELLED', 'AWAITING_EXECUTION', 'AWAITING_CONFIRMATIONS', 'NEW_STATUS'])(
    'behavior: was cancelled by a rejection and replaced by anything else, told as %s',
    async (txStatus) => {
      const cancelled = await standing({ txStatus, winners: winner(true) }, overtakenBy(rejection))
      expect(cancelled).toMatchObject({ status: { kind: 'cancelled', hash: OTHER }, differences: [] })
      expect(cancelled.checks.at(-1)?.result).toBe('same')
      const replaced = await standing({ txStatus, winners: winner(false) }, overtakenBy(replacement))
      expect(replaced).toMatchObject({ status: { kind: 'replaced', hash: OTHER }, differences: [] })
    },
  )

  test('error: by what, the chain decides and not the service', async () => {
    const told = { txStatus: 'CANCELLED', winners: winner(true) }
    expect((await standing(told, overtakenBy(replacement))).status.kind).toBe('replaced')
    expect((await standing({ ...told, winners: winner(false) }, overtakenBy(rejection))).status.kind).toBe(
      'cancelled',
    )
  })

  test('error: a proposal that was paid is not cancelled, whatever the service says', async () => {
    const told = { txStatus: 'CANCELLED', winners: winner(true, PAID) }
    expect(await standing(told, paidIn())).toMatchObject({
      status: { kind: 'success', hash: PAID },
      differences: [`The service calls it cancelled; ${PAID} executed it.`],
    })
    const late = { txStatus: 'AWAITING_EXECUTION', winners: winner(false, PAID) }
    expect(await standing(late, paidIn())).toMatchObject({ status: { kind: 'success' }, differences: [] })
  })

  test('error: what is named but does not show that it used the nonce is not believed', async () => {
    const other = SafeTx.fromCall({ to: PAYEE, value: 3n, data: '0x' }, 11n)
    for (const safe of [used, overtakenBy(other), { ...overtakenBy(rejection), transactions: {} }]) {
      const { status, checks } = await standing({ txStatus: 'CANCELLED', winners: winner(true) }, safe)
      expect(status).toEqual({ kind: 'cancelled', hash: OTHER })
      expect(checks.at(-1)).toEqual(unknown(`That ${OTHER} used nonce 12 could not be read`))
    }
  })

  test('behavior: by whom is unknown when nobody tells, or names no transaction', async () => {
    const nobody = await standing({ txStatus: 'CANCELLED' }, used)
    expect(nobody.status).toEqual({ kind: 'replaced', hash: null })
    expect(nobody.checks.at(-1)).toEqual(unknown('nobody told which transaction used it'))
    const failing = { txStatus: 'CANCELLED', winners: async () => Promise.reject(new Error('away')) }
    expect((await standing(failing, used)).status).toEqual({ kind: 'replaced', hash: null })
    const unnamed = { txStatus: 'CANCELLED', winners: winner(true, null) }
    expect((await standing(unnamed, used)).status).toEqual({ kind: 'cancelled', hash: null })
  })

  test('behavior: is on its way while the service does not know yet who used the nonce', async () => {
    const told = { txStatus: 'AWAITING_EXECUTION', signers: [ada, ben] }
    expect((await standing(told, used)).status).toEqual({ kind: 'processing', hash: null })
  })
})
