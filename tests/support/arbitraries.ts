import fc from 'fast-check'
import { type Address, getAddress, type Hex } from 'viem'
import type { SafeTx } from '#safe/tx/SafeTx.ts'

const SURROGATES = { first: 0xd800, count: 0x800 }

/**
 * Any character but half of a pair. The library's own unit `binary` is the same, but first puts all 1.1 million into a
 * table: a second in each process that has one of these arbitraries, whether it is used or not.
 */
const anyCharacter = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  (character) => {
    // The library asks whether its dangerous words, such as `__proto__`, can be made of these characters.
    if (typeof character !== 'string' || [...character].length !== 1) throw new Error('It is not a character')
    const codePoint = character.codePointAt(0) ?? 0
    return codePoint < SURROGATES.first ? codePoint : codePoint - SURROGATES.count
  },
)

/** Any text of whole characters. */
export function anyUnicode(constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: anyCharacter })
}

export const anyAddress: fc.Arbitrary<Address> = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(toHex(bytes)))

export const anyBytes: fc.Arbitrary<Hex> = fc.uint8Array({ maxLength: 80 }).map(toHex)

/** Small numbers, round numbers and the ends of uint256. */
export const anyUint256: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: 0n, max: 1000n }),
  fc.nat({ max: 77 }).map((power) => 10n ** BigInt(power)),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.constant(2n ** 256n - 1n),
)

export const anyCall = fc.record({ to: anyAddress, value: anyUint256, data: anyBytes })

export const anySafeTx: fc.Arbitrary<SafeTx> = fc
  .record({
    call: anyCall,
    operation: fc.constantFrom<0 | 1>(0, 1),
    safeTxGas: anyUint256,
    baseGas: anyUint256,
    gasPrice: anyUint256,
    gasToken: anyAddress,
    refundReceiver: anyAddress,
    nonce: anyUint256,
  })
  .map(({ call, ...rest }) => ({ ...call, ...rest }))

function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`
}
