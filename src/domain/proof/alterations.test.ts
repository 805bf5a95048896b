import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { hashMessage, isAddressEqual, keccak256, recoverAddress, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { checkTextSignature } from '#safe/signature/textSignature.ts'
import { fakeRpc } from '#tests/support/fakeRpc.ts'
import { anyProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import type { SignedProof } from './Proof.ts'
import { type DecodedProof, decodeProof, encodeProof } from './proofLink.ts'
import { proofMessage, readProofMessage } from './proofMessage.ts'

const PROOFS = propertyRuns(25, 1_000).numRuns
/** Set `SEED` to repeat a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31)
/**
 * Recovering a key takes four milliseconds, so it is done for only one in this many readable altered proofs.
 * The others only have to differ in text or signature: with one signature, two hashes never recover to one
 * key.
 */
const EACH = process.env.DEEP ? 7 : 70
const bare = fakeRpc({ eth_getCode: '0x', eth_blockNumber: '0x64', eth_call: '0x' })

const replacements = ' 0123456789abcdefABCDEFxyzXYZ~-_.:/%\n\u0430\u202e'
/** The text with each of its characters replaced in turn. */
function* altered(text: string, seed: number): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    const place = (seed + at * 7) % replacements.length
    // Mostly a similar one, so that the altered text is often still readable.
    const like = /\d/.test(text.charAt(at)) ? (seed + at) % 10 : replacements.charAt(place)
    const other =
      `${like}` === text.charAt(at) ? replacements.charAt((place + 1) % replacements.length) : like
    if (other !== text.charAt(at)) yield `${text.slice(0, at)}${other}${text.slice(at + 1)}`
  }
}

async function signedProofs(): Promise<readonly SignedProof[]> {
  console.info(`altered proofs: seed ${SEED}`)
  const drafts = fc.sample(anyProof, { numRuns: PROOFS, seed: SEED })
  return Promise.all(
    drafts.map(async (draft, index) => {
      const account = privateKeyToAccount(keccak256(toHex(`${SEED} ${index}`)))
      const proof = { ...draft, address: account.address }
      return { proof, signature: await account.signMessage({ message: proofMessage(proof) }) }
    }),
  )
}

/** Proves that an altered but readable proof is not signed by the account it names. */
class Refusals {
  readonly counts = { altered: 0, unread: 0, anotherText: 0, anotherKey: 0 }

  async take(read: DecodedProof | { readonly ok: false }, original: SignedProof): Promise<void> {
    this.counts.altered++
    if (!read.ok) {
      this.counts.unread++
      return
    }
    const { proof, signature } = read.signed
    const message = proofMessage(proof)
    const isSameSignature = signature === original.signature
    expect(isSameSignature && message === proofMessage(original.proof)).toBe(false)
    this.counts.anotherText++
    if (this.counts.anotherText % EACH !== 0 || signature === null) return
    this.counts.anotherKey++
    const hash = hashMessage(message)
    const recovered = await recoverAddress({ hash, signature }).catch(() => null)
    expect(recovered !== null && isAddressEqual(recovered, proof.address)).toBe(false)
  }
}

test('error: every proof with one replaced character in its message or link is refused', async () => {
  const [inMessage, inLink, inMendedLink] = [new Refusals(), new Refusals(), new Refusals()]
  for (const [index, signed] of (await signedProofs()).entries()) {
    for (const text of altered(proofMessage(signed.proof), index)) {
      const read = readProofMessage(text)
      await inMessage.take(read.ok ? { ok: true, signed: { ...signed, proof: read.proof } } : read, signed)
    }
    const link = encodeProof(signed)
    for (const text of altered(link, index)) await inLink.take(decodeProof(text), signed)
    const body = link.slice(0, link.lastIndexOf('~'))
    for (const text of altered(body, index)) {
      const mended = `${text}~${crc32(text).toString(16).padStart(8, '0')}`
      await inMendedLink.take(decodeProof(mended), signed)
    }
  }
  const all = {
    message: inMessage.counts,
    link: inLink.counts,
    'link with a new check': inMendedLink.counts,
  }
  console.info(`${PROOFS} proofs, every character replaced: ${JSON.stringify(all, null, 1)}`)
  expect(inLink.counts.unread).toBe(inLink.counts.altered)
  // Without readable ones, the test would not cover signatures.
  expect(inMessage.counts.anotherKey).toBeGreaterThan(0)
  expect(inMendedLink.counts.anotherKey).toBeGreaterThan(0)
})

test('error: a proof is not valid for another account, handle, time or portal', async () => {
  const names = ['address', 'nonce', 'uri', 'issuedAt'] as const
  const [first, ...others] = (await signedProofs()) as [SignedProof, ...SignedProof[]]
  // Two random proofs may have been made on the same portal.
  const second = others.find(({ proof }) => names.every((name) => proof[name] !== first.proof[name]))
  if (!second) throw new Error('All proofs are alike')
  const check = ({ proof, signature }: SignedProof) =>
    checkTextSignature(bare, proof.address, proofMessage(proof), signature ?? '0x')
  expect(await check(first)).toEqual({ kind: 'valid', by: 'key', block: null })
  for (const name of names) {
    const times = { issuedAt: second.proof.issuedAt, expiresAt: second.proof.expiresAt }
    const other = name === 'issuedAt' ? times : { [name]: second.proof[name] }
    const kind = (await check({ ...first, proof: { ...first.proof, ...other } })).kind
    expect(`${name}: ${kind}`).toBe(`${name}: wrong`)
  }
  const renamed = { ...first.proof, handle: { platform: 'x', name: 'somebody_else' }, post: null } as const
  expect((await check({ ...first, proof: renamed })).kind).toBe('wrong')
  expect((await check({ ...first, signature: second.signature })).kind).toBe('wrong')
  expect((await check({ ...first, signature: null })).kind).toBe('wrong')
})
