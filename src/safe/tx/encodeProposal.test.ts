import fc from 'fast-check'
import { type Address, decodeFunctionData, erc20Abi, getAddress, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { fromTransfer } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { anyAddress, anyCall, anyUint256 } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYEE, SAFE, USDT } from '#tests/support/safeExamples.ts'
import { encodeProposal, multiSendFor } from './encodeProposal.ts'
import { isKnown } from './MultiSend.ts'

const abi = parseAbi(['function multiSend(bytes transactions) payable'])
const versions = ['1.3.0', '1.3.0+L2', '1.4.1', '1.4.1+L2', '1.5.0']
const anyTransfer = fc.record({
  token: fc.option(anyAddress, { nil: null }),
  to: anyAddress.filter((to) => to !== SAFE && to !== zeroAddress),
  value: anyUint256,
})
const zeros = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: zeroAddress, refundReceiver: zeroAddress }
const of = (version = '1.4.1') => ({ safe: SAFE as Address, version })

/** The transfers of packed rows, decoded as specified in the contract's comment: an independent oracle. */
function unpacked(data: `0x${string}`) {
  const bytes = Buffer.from(decodeFunctionData({ abi, data }).args[0].slice(2), 'hex')
  const found: { token: Address | null; to: Address; value: bigint }[] = []
  for (let at = 0; at < bytes.length; ) {
    const hex = (from: number, to: number) =>
      `0x${bytes.subarray(at + from, at + to).toString('hex')}` as const
    const length = Number(BigInt(hex(53, 85)))
    expect(bytes[at]).toBe(0)
    const to = getAddress(hex(1, 21))
    if (length === 0) found.push({ token: null, to, value: BigInt(hex(21, 53)) })
    else {
      expect(BigInt(hex(21, 53))).toBe(0n)
      const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: hex(85, 85 + length) })
      if (functionName !== 'transfer') throw new Error(`It calls ${functionName}`)
      found.push({ token: to, to: args[0], value: args[1] })
    }
    at += 85 + length
  }
  return found
}

describe('the transaction for some transfers', () => {
  test('behavior: sends several through the version’s MultiSendCallOnly, exactly as requested', () => {
    fc.assert(
      fc.property(
        fc.array(anyTransfer, { minLength: 2, maxLength: 8 }),
        anyUint256,
        fc.constantFrom(...versions),
        (transfers, nonce, version) => {
          const tx = encodeProposal(of(version), transfers.map(fromTransfer), nonce)
          expect(tx).toMatchObject({ to: multiSendFor(version), value: 0n, operation: 1, nonce, ...zeros })
          expect(unpacked(tx.data)).toEqual(transfers)
        },
      ),
      propertyRuns(150),
    )
  })

  test('behavior: is the call itself for a single transfer', () => {
    fc.assert(
      fc.property(anyTransfer, anyUint256, (transfer, nonce) => {
        const call = fromTransfer(transfer)
        expect(encodeProposal(of(), [call], nonce)).toEqual({ ...call, ...zeros, operation: 0, nonce })
      }),
      propertyRuns(50),
    )
  })

  test('behavior: uses only a MultiSendCallOnly that the proposal checks accept', () => {
    for (const version of versions) expect(isKnown(multiSendFor(version) ?? zeroAddress)).toBe(true)
  })

  test('error: refuses anything but plain transfers, at any position', () => {
    const fine = fromTransfer({ token: USDT, to: PAYEE, value: 1n })
    fc.assert(
      fc.property(
        anyCall.filter(({ data }) => data !== '0x'),
        fc.constantFrom(0, 1, 2),
        (call, place) => {
          const calls = [fine, fine].toSpliced(place, 0, call)
          expect(() => encodeProposal(of(), calls, 0n)).toThrow(PortalError)
          expect(() => encodeProposal(of(), [call], 0n)).toThrow(/Only plain transfers/)
        },
      ),
      propertyRuns(50),
    )
  })

  test.each([
    ['the Safe itself', fromTransfer({ token: USDT, to: SAFE, value: 1n })],
    ['BNB for the Safe itself', fromTransfer({ token: null, to: SAFE, value: 1n })],
    ['the zero address', fromTransfer({ token: null, to: zeroAddress, value: 1n })],
    ['a token that is the Safe', fromTransfer({ token: SAFE, to: PAYEE, value: 1n })],
  ])('error: refuses a transfer to %s', (_, call) => {
    expect(() => encodeProposal(of('1.5.0'), [call], 0n)).toThrow(/Only plain transfers/)
  })

  test('error: refuses an empty list and unknown versions', () => {
    expect(() => encodeProposal(of(), [], 0n)).toThrow(/nothing to propose/)
    for (const version of ['1.2.0', '1.1.1', '1.4.0', '2.0.0', '1.4.1-evil', 'toString', '']) {
      const call = fromTransfer({ token: USDT, to: PAYEE, value: 1n })
      expect(() => encodeProposal(of(version), [call], 0n)).toThrow(/not known here/)
    }
  })
})
