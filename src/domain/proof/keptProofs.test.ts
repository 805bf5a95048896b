import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { anyHostileValue, mutate } from '../../../tests/support/mutate.ts'
import { anyProofSignature, anySignedProof, usualProof } from '../../../tests/support/proofs.ts'
import { propertyRuns } from '../../../tests/support/propertyRuns.ts'
import { PAYOUT_HASH, REJECTION_HASH } from '../../../tests/support/safeExamples.ts'
import {
  forgetProof,
  type KeptProof,
  keepProofs,
  MAX_KEPT_PROOFS,
  parseProofs,
  proofsText,
  readKeptProofs,
} from './keptProofs.ts'
import { decodeProof, encodeProof, proofKey } from './proofLink.ts'

const KEY = 'portal.proofs.56'

function storage(first: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(first))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const usual: KeptProof = { proof: usualProof, signature: null, safeTxHash: null }
const [first = null, second = null] = fc.sample(anyProofSignature, 2)
const anyKept: fc.Arbitrary<KeptProof> = fc
  .tuple(anySignedProof, fc.constantFrom<SafeTxHash | null>(null, PAYOUT_HASH))
  .map(([signed, safeTxHash]) => ({ ...signed, safeTxHash }))
const anyList = fc.uniqueArray(anyKept, { maxLength: 8, selector: ({ proof }) => proofKey(proof) })
const byText = (proofs: readonly KeptProof[]) =>
  proofs.map((kept) => `${encodeProof(kept)} ${kept.safeTxHash}`).toSorted()
const made = (after: number): KeptProof => ({
  ...usual,
  proof: { ...usualProof, issuedAt: usualProof.issuedAt + after, expiresAt: usualProof.expiresAt + after },
})

describe('this browser’s proofs', () => {
  test('behavior: are the same after export and import, newest first', () => {
    fc.assert(
      fc.property(anyList, (proofs) => {
        const found = parseProofs(proofsText(proofs))
        expect(found?.unreadable).toBe(0)
        expect(byText(found?.proofs ?? [])).toEqual(byText(proofs))
        const times = found?.proofs.map(({ proof }) => proof.issuedAt) ?? []
        expect(times).toEqual(times.toSorted((a, b) => b - a))
      }),
      propertyRuns(40),
    )
  })

  test('behavior: are read again after a reload, beside earlier ones', () => {
    fc.assert(
      fc.property(anyList, (proofs) => {
        const store = storage()
        for (const kept of proofs) keepProofs(store, [kept])
        expect(byText(readKeptProofs(store).proofs)).toEqual(byText(proofs))
      }),
      propertyRuns(20),
    )
  })

  test('behavior: keep signature and proposal if the same proof is stored again without them', () => {
    const store = storage()
    keepProofs(store, [{ ...usual, signature: first, safeTxHash: PAYOUT_HASH }])
    expect(keepProofs(store, [usual])).toEqual([{ ...usual, signature: first, safeTxHash: PAYOUT_HASH }])
    // A new entry replaces the old one.
    expect(keepProofs(store, [{ ...usual, signature: second, safeTxHash: REJECTION_HASH }])).toEqual([
      { ...usual, signature: second, safeTxHash: REJECTION_HASH },
    ])
  })

  test('behavior: are removed one by one, signed or not', () => {
    const store = storage()
    keepProofs(store, [{ ...usual, signature: first }, made(1)])
    expect(forgetProof(store, usual)).toEqual([made(1)])
    expect(readKeptProofs(store)).toEqual({ proofs: [made(1)], unreadable: 0 })
  })

  test('behavior: are limited to the newest', () => {
    const store = storage()
    const many = Array.from({ length: MAX_KEPT_PROOFS + 5 }, (_, index) => made(index))
    expect(keepProofs(store, many)).toHaveLength(MAX_KEPT_PROOFS)
    expect(readKeptProofs(store).proofs.at(0)).toEqual(made(MAX_KEPT_PROOFS + 4))
    expect(readKeptProofs(store).proofs.at(-1)).toEqual(made(5))
  })

  test('error: count and omit invalid entries of any file', () => {
    const text = proofsText([usual])
    const more = text.replace('"proofs":[', '"proofs":[7,{"proof":"1~56","safeTxHash":null},')
    expect(parseProofs(more)).toEqual({ proofs: [usual], unreadable: 2 })
    expect(parseProofs(text.replace('~ada~', '~adb~'))).toEqual({ proofs: [], unreadable: 1 })
    expect(parseProofs(text.replace(':null', ':"0x12"'))).toEqual({ proofs: [], unreadable: 1 })
    expect(parseProofs(text.replace(',"safeTxHash":null', ''))).toEqual({ proofs: [], unreadable: 1 })
    const others = ['', 'null', '[]', '{}', text.replace('"version":1', '"version":2'), text.slice(1)]
    for (const other of [...others, text.replace('-proofs"', '-requests"')]) {
      expect(parseProofs(other), other).toBeNull()
    }
    expect(readKeptProofs(storage({ [KEY]: 'x' }))).toEqual({ proofs: [], unreadable: 1 })
    expect(readKeptProofs(storage())).toEqual({ proofs: [], unreadable: 0 })
  })

  test('error: a corrupted file is refused, or every entry is read, merged or counted', () => {
    const proofs = [{ ...usual, signature: first, safeTxHash: PAYOUT_HASH }, made(1), made(2)]
    const document: unknown = JSON.parse(proofsText(proofs))
    fc.assert(
      fc.property(fc.nat(), anyHostileValue, (seed, value) => {
        const bent = JSON.stringify(mutate(document, seed, value))
        const read = parseProofs(bent)
        if (read === null) return
        const { length } = JSON.parse(bent).proofs as unknown[]
        expect(read.proofs.length + read.unreadable).toBe(length)
        for (const kept of read.proofs) expect(decodeProof(encodeProof(kept))).toMatchObject({ ok: true })
      }),
      propertyRuns(150),
    )
  })
})
