import fc from 'fast-check'
import { type Address, getAddress, type Hex, size, toHex, zeroAddress } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { exampleSafe, type FakeSafe } from '#tests/support/fakeSafe.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { reportOn, type Wire, wireOf } from '#tests/support/reportedProposals.ts'
import { OWNERS, PAYEE, payoutCall, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { differences } from './ProposalReport.ts'

const [ada, ben, cleo] = owners
const CALL_ONLY: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const party = (value: string) => ({ value })

type Case = { readonly safe: FakeSafe; readonly hash: SafeTx.SafeTxHash; readonly wire: Wire }

const usdt = (value: string) => ({ type: 'ERC20', tokenAddress: USDT as string, value })
const paid = (transferInfo: object) => ({
  type: 'Transfer',
  sender: party(SAFE),
  recipient: party(PAYEE),
  direction: 'OUTGOING',
  transferInfo,
})
const payout = SafeTx.fromCall(payoutCall, 12n)
const batch = MultiSend.encode([payoutCall, { to: PAYEE, value: 7n, data: '0x' }, payoutCall])

/** Payments with a description that names money, and other proposals. */
const payments: [SafeTx.SafeTx, object][] = [
  [payout, paid(usdt('250000000000000000000'))],
  [SafeTx.fromCall({ to: PAYEE, value: 5n, data: '0x' }, 13n), paid({ type: 'NATIVE_COIN', value: '5' })],
]
const others: [SafeTx.SafeTx, object | null][] = [
  [SafeTx.rejection(SAFE, 12n), { type: 'Custom', to: party(SAFE), value: '0', isCancellation: true }],
  [
    SafeTx.fromCall({ to: CALL_ONLY, value: 0n, data: batch }, 14n, 1),
    { type: 'Custom', to: party(CALL_ONLY) },
  ],
  [{ ...payout, nonce: 2n ** 53n - 1n, safeTxGas: 9n, baseGas: 8n, gasPrice: 7n, gasToken: USDT }, null],
]

let cases: Case[]
let paying: Case[]

beforeAll(async () => {
  // Recovering a signature takes most of the time, so most proposals have only one.
  const made = ([tx, txInfo]: [SafeTx.SafeTx, object | null]) =>
    Promise.all(
      ['1.4.1', '1.3.0'].map(async (version) => {
        const safe = { ...exampleSafe, version }
        const signers = tx === payout ? [ben, cleo] : [ada]
        return {
          safe,
          hash: SafeTx.hash(SAFE, tx, version),
          wire: { ...(await wireOf(tx, signers, safe)), txInfo },
        }
      }),
    )
  paying = (await Promise.all(payments.map(made))).flat()
  cases = [...paying, ...(await Promise.all(others.map(made))).flat()]
})

/** A number other than the given one, below 2 to the power of `bits`. */
const other = (bits: bigint) =>
  fc
    .oneof(fc.constantFrom(1n, 2n ** bits - 1n), fc.bigInt(1n, 2n ** bits - 1n))
    .map((delta) => (value: bigint) => (value + delta) % 2n ** bits)
const otherAmount = other(256n).map((next) => (value: unknown) => `${next(BigInt(value as string))}`)
const otherAddress = other(160n).map(
  (next) => (value: unknown) => getAddress(toHex(next(BigInt(value as string)), { size: 20 })),
)
const otherHash = other(256n).map(
  (next) => (value: unknown) => toHex(next(BigInt(value as string)), { size: 32 }),
)
const otherNonce = other(53n).map((next) => (value: unknown) => Number(next(BigInt(value as number))))
const otherBytes = fc.record({ at: fc.nat(), bits: fc.integer({ min: 1, max: 255 }) }).map(({ at, bits }) => {
  return (value: unknown) => flipped(value as Hex, at, bits)
})

type Path = readonly (string | number)[]
const change = (path: Path, how: fc.Arbitrary<(value: unknown) => unknown>) =>
  how.map((next) => (wire: Wire) => replaced(wire, path, next) as Wire)

const info = 'detailedExecutionInfo'
const confirmation = [info, 'confirmations', 0]

/** Each part of a service's report on a proposal, changed. */
const mutations = {
  to: change(['txData', 'to', 'value'], otherAddress),
  value: change(['txData', 'value'], otherAmount),
  data: change(['txData', 'hexData'], otherBytes),
  operation: change(
    ['txData', 'operation'],
    fc.constant((is) => 1 - (is as number)),
  ),
  safeTxGas: change([info, 'safeTxGas'], otherAmount),
  baseGas: change([info, 'baseGas'], otherAmount),
  gasPrice: change([info, 'gasPrice'], otherAmount),
  gasToken: change([info, 'gasToken'], otherAddress),
  refundReceiver: change([info, 'refundReceiver', 'value'], otherAddress),
  nonce: change([info, 'nonce'], otherNonce),
  safeTxHash: change([info, 'safeTxHash'], otherHash),
  safe: change(['safeAddress'], otherAddress),
  signer: change([...confirmation, 'signer', 'value'], otherAddress),
  'signer, of the owners': change(
    [...confirmation, 'signer', 'value'],
    fc.nat({ max: 1 }).map((at) => (is) => OWNERS.filter((owner) => owner !== is)[at] ?? zeroAddress),
  ),
  signature: change([...confirmation, 'signature'], otherBytes),
  threshold: change(
    [info, 'confirmationsRequired'],
    fc.integer({ min: 1, max: 999 }).map((delta) => (is) => ((is as number) + delta) % 1000),
  ),
  'an owner': change([info, 'signers', 1, 'value'], otherAddress),
  'owners, one left out': change(
    [info, 'signers'],
    fc.nat({ max: 2 }).map((at) => (is) => (is as unknown[]).toSpliced(at, 1)),
  ),
  'owners, one more': change(
    [info, 'signers'],
    otherAddress.map((next) => (is) => [...(is as unknown[]), party(next(PAYEE))]),
  ),
}
/** Parts that follow the chain with a delay: a difference means that the service is behind, not that it lies. */
const following: readonly string[] = ['threshold', 'an owner', 'owners, one left out', 'owners, one more']
const ofPayments = {
  recipient: change(['txInfo', 'recipient', 'value'], otherAddress),
  sender: change(['txInfo', 'sender', 'value'], otherAddress),
  amount: change(['txInfo', 'transferInfo', 'value'], otherAmount),
  direction: change(
    ['txInfo', 'direction'],
    fc.constant(() => 'INCOMING'),
  ),
  token: change(
    ['txInfo', 'transferInfo'],
    otherAddress.map((next) => (is) => {
      const { type, value } = is as { type: string; value: string }
      return { ...usdt(value), tokenAddress: type === 'ERC20' ? next(USDT) : USDT }
    }),
  ),
}

/** Every part with its changes, and the proposals that have it. */
const changes = [
  ...Object.entries(mutations).map(([name, mutate]) => [name, mutate, () => cases] as const),
  ...Object.entries(ofPayments).map(([name, mutate]) => [name, mutate, () => paying] as const),
]

describe('a service’s report of a proposal', () => {
  test('behavior: matches if nothing was changed', async () => {
    for (const { safe, hash, wire } of cases) {
      const report = await reportOn(hash, wire, safe)
      expect(report.checks.filter(({ result }) => result !== 'same')).toEqual([])
      expect(report.status.kind).toBe(report.signers.length > 1 ? 'ready' : 'needs-signatures')
    }
  })

  test.each(changes)(
    'error: is exposed if “%s” alone is changed',
    async (name, mutation, having) => {
      const isFollowing = following.includes(name)
      await fc.assert(
        fc.asyncProperty(mutation, fc.nat(), async (mutate, at) => {
          const pool = having()
          const { safe, hash, wire } = pool[at % pool.length] as Case
          // A proposal without calldata has nothing to flip.
          fc.pre(name !== 'data' || wire.txData.hexData !== '0x')
          const report = await reportOn(hash, mutate(wire), safe)
          const noticed = isFollowing
            ? report.checks.filter(({ result }) => result === 'unknown')
            : differences(report)
          if (noticed.length === 0) throw new Error(`${name} was changed unnoticed`)
          if (isFollowing) expect(differences(report)).toEqual([])
          expect(report.status.kind).not.toMatch(/^(paid|short|not-paid)$/)
        }),
        propertyRuns(8, 650),
      )
    },
    600_000,
  )
})

function replaced(node: unknown, [key, ...rest]: Path, next: (value: unknown) => unknown): unknown {
  if (key === undefined) return next(node)
  const part = replaced((node as Record<string | number, unknown>)[key], rest, next)
  return Array.isArray(node) ? node.with(key as number, part) : { ...(node as object), [key]: part }
}

function flipped(data: Hex, seed: number, bits: number): Hex {
  const at = 2 + 2 * (seed % size(data))
  const byte = Number.parseInt(data.slice(at, at + 2), 16) ^ bits
  return `${data.slice(0, at)}${byte.toString(16).padStart(2, '0')}${data.slice(at + 2)}` as Hex
}
