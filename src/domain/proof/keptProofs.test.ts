import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { anyHostileValue, mutate } from '#tests/support/mutate.ts'
import { anyProofSignature, anySignedProof, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYOUT_HASH, REJECTION_HASH } from '#tests/support/safeExamples.ts'
import { type KeptProof, keptProofs } from './keptProofs.ts'
import { decodeProof, encodeProof, proofKey } from './proofLink.ts'

const { read, keep, forget, parse, format } = keptProofs
const KEY = 'portal.proofs.56'
const MAX = 100

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
        const found = parse(format(proofs))
        expect(found?.unreadable).toBe(0)
        expect(byText(found?.items ?? [])).toEqual(byText(proofs))
        const times = found?.items.map(({ proof }) => proof.issuedAt) ?? []
        expect(times).toEqual(times.toSorted((a, b) => b - a))
      }),
      propertyRuns(20),
    )
  })

  test('behavior: are read again after a reload, beside earlier ones', () => {
    fc.assert(
      fc.property(anyList, (proofs) => {
        const store = storage()
        for (const kept of proofs) keep(store, [kept])
        expect(byText(read(store).items)).toEqual(byText(proofs))
      }),
      propertyRuns(10),
    )
  })

  test('behavior: keep signature and proposal if the same proof is stored again without them', () => {
    const store = storage()
    keep(store, [{ ...usual, signature: first, safeTxHash: PAYOUT_HASH }])
    expect(keep(store, [usual]).items).toEqual([{ ...usual, signature: first, safeTxHash: PAYOUT_HASH }])
    // A new entry replaces the old one.
    expect(keep(store, [{ ...usual, signature: second, safeTxHash: REJECTION_HASH }]).items).toEqual([
      { ...usual, signature: second, safeTxHash: REJECTION_HASH },
    ])
  })

  test('behavior: are removed one by one, signed or not', () => {
    const store = storage()
    keep(store, [{ ...usual, signature: first }, made(1)])
    expect(forget(store, usual).items).toEqual([made(1)])
    expect(read(store)).toEqual({ items: [made(1)], unreadable: 0 })
  })

  test('behavior: are limited to the newest', () => {
    const store = storage()
    const many = Array.from({ length: MAX + 5 }, (_, index) => made(index))
    expect(keep(store, many).items).toHaveLength(MAX)
    expect(read(store).items.at(0)).toEqual(made(MAX + 4))
    expect(read(store).items.at(-1)).toEqual(made(5))
  })

  test('error: count and omit invalid entries of any file', () => {
    const text = format([usual])
    const more = text.replace('"proofs":[', '"proofs":[7,{"proof":"1~56","safeTxHash":null},')
    expect(parse(more)).toEqual({ items: [usual], unreadable: 2 })
    expect(parse(text.replace('~ada~', '~adb~'))).toEqual({ items: [], unreadable: 1 })
    expect(parse(text.replace(':null', ':"0x12"'))).toEqual({ items: [], unreadable: 1 })
    expect(parse(text.replace(',"safeTxHash":null', ''))).toEqual({ items: [], unreadable: 1 })
    const others = ['', 'null', '[]', '{}', text.replace('"version":1', '"version":2'), text.slice(1)]
    for (const other of [...others, text.replace('-proofs"', '-requests"')]) {
      expect(parse(other), other).toBeNull()
    }
    expect(read(storage({ [KEY]: 'x' }))).toEqual({ items: [], unreadable: 1 })
    expect(read(storage())).toEqual({ items: [], unreadable: 0 })
  })

  test('error: a corrupted file is refused, or every entry is read, merged or counted', () => {
    const proofs = [{ ...usual, signature: first, safeTxHash: PAYOUT_HASH }, made(1), made(2)]
    const document: unknown = JSON.parse(format(proofs))
    fc.assert(
      fc.property(fc.nat(), anyHostileValue, (seed, value) => {
        const bent = JSON.stringify(mutate(document, seed, value))
        const found = parse(bent)
        if (found === null) return
        const { length } = JSON.parse(bent).proofs as unknown[]
        expect(found.items.length + found.unreadable).toBe(length)
        for (const kept of found.items) expect(decodeProof(encodeProof(kept))).toMatchObject({ ok: true })
      }),
      propertyRuns(75),
    )
  })
})
