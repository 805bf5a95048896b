import {
  type Address,
  concatHex,
  getAddress,
  type Hex,
  hashMessage,
  hexToNumber,
  pad,
  parseAbi,
  recoverAddress,
  size,
  slice,
  toHex,
  zeroAddress,
} from 'viem'
import type { ChainClient } from '../../chain/chainClient.ts'

export type SignatureType = 'EOA' | 'ETH_SIGN' | 'APPROVED_HASH' | 'CONTRACT_SIGNATURE'

/** One owner's part of a Safe's signatures. `owner` is recovered or claimed, never taken from a request. */
export type Signature = {
  readonly type: SignatureType
  readonly owner: Address
  /** The single part, in the format that `execTransaction` takes. */
  readonly encoded: Hex
  /** Bytes for the owner's contract to check; null if the owner is not a contract. */
  readonly contractSignature: Hex | null
}

/** The signed hash and, for contract owners of Safe 1.4.1 and before, its preimage. */
export type Signed = { readonly hash: Hex; readonly preimage: Hex }

const PART = 65

const validatorAbi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function isValidSignature(bytes data, bytes signature) view returns (bytes4)',
  'function approvedHashes(address owner, bytes32 hash) view returns (uint256)',
])

/**
 * Splits a Safe's concatenated signatures (Safe contract, `checkNSignatures`): v 27/28 EIP-712, v > 30
 * eth_sign, v 1 approved on chain, v 0 checked by the owner's contract. Throws RangeError if they are
 * truncated.
 */
export async function parse(signatures: Hex, hash: Hex): Promise<readonly Signature[]> {
  const found: Signature[] = []
  let end = size(signatures)
  for (let at = 0; at < end; at += PART) {
    if (at + PART > size(signatures)) throw new RangeError('A signature is cut short')
    const part = slice(signatures, at, at + PART)
    const v = hexToNumber(slice(part, 64))
    if (v === 0) {
      const offset = BigInt(slice(part, 32, 64))
      if (offset + 32n > BigInt(size(signatures))) throw new RangeError('A contract signature is cut short')
      const start = Number(offset)
      const length = BigInt(slice(signatures, start, start + 32))
      if (offset + 32n + length > BigInt(size(signatures)))
        throw new RangeError('A contract signature is cut short')
      // The parts end where the first contract signature begins.
      end = Math.min(end, start)
      const inner = length === 0n ? '0x' : slice(signatures, start + 32, start + 32 + Number(length))
      found.push(ofContract(getAddress(slice(part, 12, 32)), inner))
    } else {
      found.push(await ofAccount(part, v, hash))
    }
  }
  return found
}

function ofContract(owner: Address, contractSignature: Hex): Signature {
  const head = concatHex([pad(owner), toHex(PART, { size: 32 }), '0x00'])
  const encoded = concatHex([head, toHex(size(contractSignature), { size: 32 }), contractSignature])
  return { type: 'CONTRACT_SIGNATURE', owner, encoded, contractSignature }
}

async function ofAccount(part: Hex, v: number, hash: Hex): Promise<Signature> {
  if (v === 1) {
    const owner = getAddress(slice(part, 12, 32))
    return { type: 'APPROVED_HASH', owner, encoded: part, contractSignature: null }
  }
  const ethSign = v > 30
  const rs = slice(part, 0, 64)
  const signature = concatHex([rs, toHex(ethSign ? v - 4 : v, { size: 1 })])
  const signed = ethSign ? hashMessage({ raw: hash }) : hash
  // A part that recovers to no address has no valid owner.
  const owner = await recoverAddress({ hash: signed, signature }).catch(() => zeroAddress)
  return { type: ethSign ? 'ETH_SIGN' : 'EOA', owner, encoded: part, contractSignature: null }
}

/** Whether a part is its owner's valid signature; reads the chain if necessary. */
export async function isValid(
  client: ChainClient,
  safe: Address,
  signature: Signature,
  signed: Signed,
): Promise<boolean> {
  if (signature.type === 'EOA' || signature.type === 'ETH_SIGN') return signature.owner !== zeroAddress
  if (signature.type === 'APPROVED_HASH') {
    const args = [signature.owner, signed.hash] as const
    return (
      (await client.readContract({
        address: safe,
        abi: validatorAbi,
        functionName: 'approvedHashes',
        args,
      })) !== 0n
    )
  }
  const bytes = signature.contractSignature ?? '0x'
  return (
    (await judges(client, signature.owner, [signed.hash, bytes], '0x1626ba7e')) ||
    (await judges(client, signature.owner, [signed.preimage, bytes], '0x20c13b0b'))
  )
}

async function judges(
  client: ChainClient,
  owner: Address,
  args: readonly [Hex, Hex],
  magic: Hex,
): Promise<boolean> {
  const answer = await client
    .readContract({
      address: owner,
      abi: magic === '0x1626ba7e' ? [validatorAbi[0]] : [validatorAbi[1]],
      functionName: 'isValidSignature',
      args,
    })
    .catch(() => null)
  return answer === magic
}

/** All parts as one hex string, sorted by owner as `execTransaction` requires. */
export function join(parts: readonly { readonly owner: Address; readonly signature: Hex }[]): Hex {
  const sorted = [...parts].sort((a, b) => (a.owner.toLowerCase() < b.owner.toLowerCase() ? -1 : 1))
  let dynamic: Hex = '0x'
  let fixed: Hex = '0x'
  for (const { signature } of sorted) {
    const isContract = size(signature) > PART && slice(signature, 64, PART) === '0x00'
    if (!isContract) {
      fixed = concatHex([fixed, signature])
      continue
    }
    const offset = toHex(sorted.length * PART + size(dynamic), { size: 32 })
    fixed = concatHex([fixed, slice(signature, 0, 32), offset, '0x00'])
    dynamic = concatHex([dynamic, slice(signature, PART)])
  }
  return concatHex([fixed, dynamic])
}
