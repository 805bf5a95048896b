import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readDetails } from '#safe/service/detailsDocument.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import {
  exampleSafe,
  executionOfSafe,
  executionReceipt,
  type FakeSafe,
  safeRpc,
  transferLog,
  txHash,
} from '#tests/support/fakeSafe.ts'
import { anyMutation } from '#tests/support/mutations.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { type Wire, wireOf } from '#tests/support/reportedProposals.ts'
import { PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { checkProposal } from './checkProposal.ts'

const [PAID, OTHER] = [txHash(1), txHash(2)]
const [ada] = owners
const tx = SafeTx.fromCall(payoutCall, 12n)
const hash = SafeTx.hash(SAFE, tx)
const rejection = SafeTx.rejection(SAFE, 12n)
const log = transferLog(USDT, SAFE, PAYEE, 250n * 10n ** 18n)
const winners = [
  [],
  [{ hash: OTHER, tx: null }],
  [{ hash: PAID, tx: async () => tx }],
  [{ hash: OTHER, tx: async () => tx }],
  [{ hash: null, tx: async () => rejection }],
]

/** Chains on which the payout was not executed: not at all, replaced by something else, or failed. */
const chains: FakeSafe[] = [
  exampleSafe,
  { ...exampleSafe, nonce: 13n },
  {
    ...exampleSafe,
    nonce: 13n,
    receipts: {
      [PAID]: executionReceipt(PAID, hash, { event: 'failure' }),
      [OTHER]: executionReceipt(OTHER, SafeTx.hash(SAFE, rejection), { logs: [log] }),
    },
    transactions: { [PAID]: executionOfSafe(PAID, tx), [OTHER]: executionOfSafe(OTHER, rejection) },
  },
]

let wires: Wire[]

beforeAll(async () => {
  const waiting = await wireOf(tx, [ada])
  const said = (txStatus: string, txHash: string | null) => ({ ...waiting, txStatus, txHash })
  wires = [
    waiting,
    said('SUCCESS', PAID),
    said('SUCCESS', OTHER),
    said('SUCCESS', null),
    said('CANCELLED', null),
  ]
})

/** Nodes with some corrupted answers. */
function spoilt(rpc: Rpc, strikes: readonly boolean[], mutate: (document: unknown) => unknown): Rpc {
  const operator = (): Rpc => {
    let question = 0
    return async (method, params) => {
      const answer = await rpc(method, params)
      return strikes[question++ % strikes.length] ? mutate(answer) : answer
    }
  }
  // Two that lie in the same way, because a single one would prove nothing anyway.
  return Object.assign(operator(), { witnesses: [operator(), operator()] })
}

const anyWorld = fc.record({
  wire: fc.nat(),
  chain: fc.constantFrom(...chains),
  reported: fc.array(anyMutation, { maxLength: 2 }),
  answers: anyMutation,
  strikes: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
  winners: fc.constantFrom(...winners, null),
})

describe('a report on a proposal', () => {
  test('error: is made for any reports and answers, and is never paid or not paid without the Safe’s event', async () => {
    const runs = propertyRuns(100, 6_000)
    let read = 0
    await fc.assert(
      fc.asyncProperty(anyWorld, async (world) => {
        const document = world.reported.reduce(
          (wire, mutate) => mutate(wire),
          wires[world.wire % wires.length] as unknown,
        )
        const details = readDetails(document)
        if (details === null) return
        read++
        const executedAt = async () => {
          if (world.winners === null) throw new Error('away')
          return world.winners
        }
        const rpc = spoilt(safeRpc(world.chain), world.strikes, world.answers)
        const report = await checkProposal(
          rpc,
          { safe: SAFE, safeTxHash: hash },
          { details, source: '', executedAt },
        )
        expect(report.status.kind).not.toBe('paid')
        // Only the last chain has an event that proves that nothing was paid.
        if (world.chain !== chains[2]) expect(report.status.kind).not.toBe('not-paid')
        for (const { words } of [...report.checks, ...report.flags]) expect(words).toBeTypeOf('string')
      }),
      runs,
    )
    // Guards against a vacuous test: invalid documents would prove nothing.
    expect(read).toBeGreaterThan(runs.numRuns / 3)
  }, 600_000)

  test('error: a number too large for any contract is rejected', async () => {
    const { txData, ...rest } = await wireOf(tx)
    expect(readDetails({ ...rest, txData: { ...txData, value: `${2n ** 256n - 1n}` } })).not.toBeNull()
    expect(readDetails({ ...rest, txData: { ...txData, value: `${2n ** 256n}` } })).toBeNull()
    expect(readDetails({ ...rest, txData: { ...txData, value: '9'.repeat(78) } })).toBeNull()
  })

  test('error: a node’s malformed version does not throw', async () => {
    for (const version of ['', 'v1', '1.4', '1.4.1\u202e', '999999999999.0.0', '1.4.1'.repeat(1_000)]) {
      const rpc = safeRpc({ ...exampleSafe, version: '1.4.1' })
      const lying: Rpc = async (method, params) =>
        method === 'eth_call' && JSON.stringify(params).includes('0xffa1ad74')
          ? safeRpc({ ...exampleSafe, version })(method, params)
          : rpc(method, params)
      const details = readDetails(await wireOf(tx))
      if (!details) throw new Error('Not a details document')
      const reported = { details, source: '', executedAt: async () => [] }
      const report = await checkProposal(lying, { safe: SAFE, safeTxHash: hash }, reported)
      expect(report.flags.some(({ level }) => level === 'danger')).toBe(true)
    }
  })
})
