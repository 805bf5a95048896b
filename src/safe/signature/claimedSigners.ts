import {
  type Address,
  concat,
  getAddress,
  type Hex,
  hashMessage,
  recoverAddress,
  size,
  slice,
  toHex,
} from 'viem'
import type { SafeMessageHash } from '#safe/tx/SafeMessage.ts'

/** Size (bytes) of an owner's fixed part. */
const PART = 65
/** Maximum number of owners; longer signatures are rejected. */
const MOST = 100

/** The account that a part of a Safe's signature claims. */
export type ClaimedSigner = {
  readonly address: Address
  /**
   * `key`: recovered from the hash, so this key has signed. `name`: only named in the part, which anyone can
   * write.
   */
  readonly by: 'key' | 'name'
}

/**
 * The accounts claimed by the parts of a Safe's signature, in order (`checkNSignatures`): recovered from the
 * hash for keys, named in the part for contracts and for hashes approved on-chain. Shows who has signed when
 * the Safe does not accept the signature; it does not prove that the Safe would. Null if the bytes have
 * another format. Never throws.
 */
export async function claimedSigners(
  hash: SafeMessageHash,
  signature: Hex,
): Promise<readonly ClaimedSigner[] | null> {
  const signers: ClaimedSigner[] = []
  // Contract signatures follow all fixed parts; the lowest offset marks where they begin.
  let end = size(signature)
  for (let at = 0; at + PART <= end; at += PART) {
    if (signers.length === MOST) return null
    const part = slice(signature, at, at + PART)
    const kind = Number.parseInt(part.slice(-2), 16)
    if (kind === 0) {
      const start = BigInt(slice(part, 32, 64))
      if (start < at + PART || start > size(signature)) return null
      end = Math.min(end, Number(start))
    }
    const signer = await signerOf(hash, part, kind)
    if (signer === null) return null
    signers.push({ address: signer, by: kind <= 1 ? 'name' : 'key' })
  }
  return signers.length > 0 ? signers : null
}

async function signerOf(hash: Hex, part: Hex, kind: number): Promise<Address | null> {
  if (kind <= 1) return /^0x0{24}/.test(part) ? getAddress(slice(part, 12, 32)) : null
  try {
    if (kind <= 30) return await recoverAddress({ hash, signature: part })
    const v = (kind - 4).toString(16).padStart(2, '0')
    // eth_sign: the hash is signed as a message.
    return await recoverAddress({
      hash: hashMessage({ raw: hash }),
      signature: `${part.slice(0, -2)}${v}` as Hex,
    })
  } catch {
    // Not a point on the curve.
    return null
  }
}

/** The signature of one owner, as proven by `proveSignature`. */
export type OwnerSignature = { readonly owner: Address; readonly signature: Hex }

/**
 * Joins the signatures of several owners in the contract's format (`checkNSignatures`): sorted by owner, 65
 * bytes each. Contract signatures follow at the end, and the second word of their part holds the offset.
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

/** Length and bytes of a contract signature, from the offset in its second word. */
function ownBytes(signature: Hex): Hex {
  const start = Number(BigInt(slice(signature, 32, 64)))
  const length = Number(BigInt(slice(signature, start, start + 32)))
  return slice(signature, start, start + 32 + length)
}
