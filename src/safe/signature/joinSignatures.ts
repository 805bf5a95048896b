import { type Address, concat, type Hex, size, slice, toHex } from 'viem'

/** The signature of one owner, as `proveSignature` has proven it. */
export type OwnerSignature = { readonly owner: Address; readonly signature: Hex }

/** Bytes of an owner's fixed part. */
const PART = 65

/**
 * The signatures of several owners as the contract takes them (`checkNSignatures`): sorted by owner, 65 bytes each. What
 * a contract gave as its signature stands behind them all, and its second word says where.
 */
export function joinSignatures(signatures: readonly OwnerSignature[]): Hex {
  const sorted = signatures.toSorted((a, b) => (a.owner.toLowerCase() < b.owner.toLowerCase() ? -1 : 1))
  const parts: Hex[] = []
  const behind: Hex[] = []
  let end = sorted.length * PART
  for (const { signature } of sorted) {
    const own = slice(signature, 64, PART) === '0x00' ? ownBytes(signature) : null
    if (own === null) {
      parts.push(slice(signature, 0, PART))
      continue
    }
    parts.push(concat([slice(signature, 0, 32), toHex(end, { size: 32 }), '0x00']))
    behind.push(own)
    end += size(own)
  }
  return concat([...parts, ...behind])
}

/** Length and bytes of a contract's signature, from where its second word says that they begin. */
function ownBytes(signature: Hex): Hex {
  const start = Number(BigInt(slice(signature, 32, 64)))
  const length = Number(BigInt(slice(signature, start, start + 32)))
  return slice(signature, start, start + 32 + length)
}
