import fc from 'fast-check'
import { type Address, concat, getAddress, type Hex, size, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { readDetails } from '#safe/service/detailsDocument.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { isDeep } from '#tests/support/deep.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import {
  anyPayment,
  anyRefunding,
  anyVersion,
  documentOf,
  mistakesIn,
  type Proposal,
  type Reported,
  reportOf,
} from '#tests/support/proposals.ts'
import { payoutCall, SAFE } from '#tests/support/safeExamples.ts'

const anyProposal = fc.oneof(anyPayment, anyRefunding)

/** A number other than the given one, below 2 to the power of `bits`. */
const otherUint = (bits: bigint) =>
  fc
    .oneof(
      fc.constantFrom(1n, 2n ** bits - 1n),
      fc.bigInt({ min: 0n, max: bits - 1n }).map((bit) => 2n ** bit),
      fc.bigInt({ min: 1n, max: 2n ** bits - 1n }),
    )
    .map((delta) => (value: bigint) => (value + delta) % 2n ** bits)
const otherAddress = otherUint(160n).map(
  (other) => (address: Address) => getAddress(toHex(other(BigInt(address)), { size: 20 })),
)
const otherData = fc
  .record({
    at: fc.nat(),
    bits: fc.integer({ min: 1, max: 255 }),
    how: fc.constantFrom('flip', 'add', 'cut'),
  })
  .map(({ at, bits, how }) => (data: Hex): Hex => {
    if (how === 'add' || data === '0x') return concat([data, toHex(bits, { size: 1 })])
    return how === 'cut' ? (data.slice(0, -2) as Hex) : flipped(data, at % size(data), bits)
  })

const change = <Key extends keyof SafeTx.SafeTx>(
  key: Key,
  other: fc.Arbitrary<(value: SafeTx.SafeTx[Key]) => SafeTx.SafeTx[Key]>,
) =>
  other.map(
    (next) =>
      (reported: Reported): Reported => ({
        ...reported,
        tx: { ...reported.tx, [key]: next(reported.tx[key]) },
      }),
  )

/** One of the ten signed fields changed. */
const mutations = {
  to: change('to', otherAddress),
  value: change('value', otherUint(256n)),
  data: change('data', otherData),
  operation: change(
    'operation',
    fc.constant((is) => (is === 0 ? 1 : 0)),
  ),
  safeTxGas: change('safeTxGas', otherUint(256n)),
  baseGas: change('baseGas', otherUint(256n)),
  gasPrice: change('gasPrice', otherUint(256n)),
  gasToken: change('gasToken', otherAddress),
  refundReceiver: change('refundReceiver', otherAddress),
  nonce: change('nonce', otherUint(53n)),
} satisfies Partial<Record<keyof SafeTx.SafeTx, unknown>>

/** Values besides the ten fields changed. */
const besideTheFields = {
  safe: otherAddress.map((other) => (reported: Reported) => ({ ...reported, safe: other(reported.safe) })),
  safeTxHash: otherUint(256n).map((other) => (reported: Reported) => ({
    ...reported,
    safeTxHash: toHex(other(BigInt(reported.safeTxHash)), { size: 32 }) as Hex as SafeTx.SafeTxHash,
  })),
}

/** The differences found between the proposal, whose hash is known, and a source's report. */
function differences(
  { safe, calls }: Proposal,
  safeTxHash: SafeTx.SafeTxHash,
  reported: Reported,
): readonly string[] {
  const details = readDetails(documentOf(reported))
  if (details === null) throw new Error('Not a details document')
  return mistakesIn(details, { safe, safeTxHash, calls, version: reported.version })
}

const ofFields = expect.stringMatching(/^The payment that Safe shows is not /)
const ofName = expect.stringMatching(/^The service answered with another transaction/)
const ofSafe = expect.stringMatching(/^It belongs to the Safe /)

describe('a service’s report of a proposal', () => {
  test('behavior: matches if nothing was changed', () => {
    fc.assert(
      fc.property(anyPayment, (proposal) => {
        const reported = reportOf(proposal)
        expect(differences(proposal, reported.safeTxHash, reported)).toEqual([])
      }),
      propertyRuns(63, 4_000),
    )
  })

  test('behavior: reports only the refund if there is one', () => {
    fc.assert(
      fc.property(anyRefunding, (proposal) => {
        const reported = reportOf(proposal)
        const found = differences(proposal, reported.safeTxHash, reported)
        expect(found).toEqual(['It pays a gas refund out of the Safe.'])
      }),
      propertyRuns(63, 4_000),
    )
  })

  test('error: has another hash if any signed field was changed', () => {
    fc.assert(
      fc.property(anyProposal, fc.oneof(...Object.values(mutations)), (proposal, mutate) => {
        const reported = reportOf(proposal)
        expect(differences(proposal, reported.safeTxHash, mutate(reported))).toContainEqual(ofFields)
      }),
      propertyRuns(125, 20_000),
    )
  })

  test('error: has another name if the service reports the changed fields’ hash', () => {
    fc.assert(
      fc.property(anyProposal, fc.oneof(...Object.values(mutations)), (proposal, mutate) => {
        const reported = reportOf(proposal)
        const changed = mutate(reported)
        const safeTxHash = SafeTx.hash(changed.safe, changed.tx, changed.version)
        expect(differences(proposal, reported.safeTxHash, { ...changed, safeTxHash })).toContainEqual(ofName)
      }),
      propertyRuns(63, 4_000),
    )
  })

  test.each([
    ['Safe', besideTheFields.safe, ofSafe],
    ['hash', besideTheFields.safeTxHash, ofName],
  ])('error: differs if another %s is named', (_, mutation, sentence) => {
    fc.assert(
      fc.property(anyProposal, mutation, (proposal, mutate) => {
        const reported = reportOf(proposal)
        expect(differences(proposal, reported.safeTxHash, mutate(reported))).toContainEqual(sentence)
      }),
      propertyRuns(38, 2_500),
    )
  })

  test('error: has another hash if the version has another domain', () => {
    fc.assert(
      fc.property(anyProposal, anyVersion, (proposal, version) => {
        const isSame = SafeTx.hasChainIdInDomain(version) === SafeTx.hasChainIdInDomain(proposal.version)
        const reported = reportOf(proposal)
        const found = differences(proposal, reported.safeTxHash, { ...reported, version })
        expect(found.some((sentence) => sentence.startsWith('The payment that Safe shows is not '))).toBe(
          !isSame,
        )
      }),
      propertyRuns(38, 2_500),
    )
  })

  test('error: has another hash for every changed bit of a batch', () => {
    const calls = [payoutCall, { to: SAFE, value: 1n, data: '0x' }] as const
    const to = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
    const tx = SafeTx.fromCall({ to, value: 0n, data: MultiSend.encode(calls) }, 12n, 1)
    const proposal: Proposal = { safe: SAFE, version: '1.4.1', tx, calls }
    const reported = reportOf(proposal)
    // Every byte, and another bit in each; the deep run changes all bits.
    const bits = Array.from({ length: size(tx.data) * 8 }, (_, bit) => bit)
    const tried = isDeep ? bits : bits.filter((bit) => (bit & 7) === (bit >> 3) % 8)
    const unnoticed = tried.filter((bit) => {
      const changed = { ...reported, tx: { ...tx, data: flipped(tx.data, bit >> 3, 1 << (bit & 7)) } }
      const found = differences(proposal, reported.safeTxHash, changed)
      return !found.some((sentence) => sentence.startsWith('The payment that Safe shows is not '))
    })
    expect(unnoticed).toEqual([])
  })
})

function flipped(data: Hex, at: number, bits: number): Hex {
  const byte = Number.parseInt(data.slice(2 + at * 2, 4 + at * 2), 16) ^ bits
  return `${data.slice(0, 2 + at * 2)}${byte.toString(16).padStart(2, '0')}${data.slice(4 + at * 2)}` as Hex
}
