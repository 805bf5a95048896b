import fc from 'fast-check'
import { decodeFunctionData, erc20Abi, getAddress, type Hex, toHex } from 'viem'
import { expect, test } from 'vitest'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { decodeProposal } from './decodeProposal.ts'
import * as MultiSend from './MultiSend.ts'
import * as SafeTx from './SafeTx.ts'

const MULTI_SEND_CALL_ONLY = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

const payment = fc.record({
  to: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(toHex(bytes))),
  token: fc.constantFrom(...Token.pinned),
  value: fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })),
})

/** Decodes `multiSend(bytes)` bytewise like the contract's assembly, without the portal's codec. */
function readBytes(data: Hex): { token: string | null; to: string; value: bigint }[] {
  const bytes = Buffer.from(data.slice(2), 'hex')
  const length = Number(BigInt(`0x${bytes.subarray(36, 68).toString('hex')}`))
  const packed = bytes.subarray(68, 68 + length)
  const rows = []
  for (let at = 0; at < packed.length; ) {
    const part = (from: number, size: number) =>
      packed.subarray(at + from, at + from + size).toString('hex') || '0'
    const to = `0x${part(1, 20)}`
    const value = BigInt(`0x${part(21, 32)}`)
    const size = Number(BigInt(`0x${part(53, 32)}`))
    const call = `0x${packed.subarray(at + 85, at + 85 + size).toString('hex')}` as Hex
    if (size === 0) rows.push({ token: null, to, value })
    else {
      const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: call })
      if (functionName !== 'transfer' || value !== 0n) throw new Error('Not a transfer')
      rows.push({ token: to, to: args[0].toLowerCase(), value: args[1] })
    }
    at += 85 + size
  }
  return rows
}

test('behavior: two independent decoders agree with the requested payments', () => {
  fc.assert(
    fc.property(fc.array(payment, { minLength: 1, maxLength: 3 }), (payments) => {
      const calls = payments.map(({ to, token, value }) => Call.transfer(to, { token, value }))
      const data = MultiSend.encode(calls)
      const wanted = payments.map(({ to, token, value }) => ({
        token: token.address?.toLowerCase() ?? null,
        to: to.toLowerCase(),
        value,
      }))
      expect(readBytes(data)).toEqual(wanted)
      const { rows, others } = decodeProposal(
        SAFE,
        SafeTx.fromCall({ to: MULTI_SEND_CALL_ONLY, value: 0n, data }, 7n, 1),
      )
      expect(others).toBe(0)
      const decoded = rows.flatMap(({ meaning }) =>
        meaning.kind === 'transfer'
          ? [
              {
                token: meaning.amount.token.address?.toLowerCase() ?? null,
                to: meaning.to.toLowerCase(),
                value: meaning.amount.value,
              },
            ]
          : [],
      )
      expect(decoded).toEqual(wanted)
    }),
    propertyRuns(188, 100_000),
  )
})
