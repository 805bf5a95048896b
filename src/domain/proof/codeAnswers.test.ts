import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyHostileValue } from '#tests/support/mutate.ts'
import { anySignedProof, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { type CodeAnswer, codeAnswers } from './keptProofs.ts'
import { decodeProof, proofKey } from './proofLink.ts'

const { read, keep, forget } = codeAnswers
const KEY = 'portal.codeAnswers.56'

function storage(first: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(first))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

const anyAnswer: fc.Arbitrary<CodeAnswer> = fc
  .tuple(anySignedProof, fc.boolean(), fc.integer({ min: 0, max: 4_102_444_800 }))
  .map(([{ proof }, isThere, at]) => ({ proof, isThere, at }))

/** The signature in the only stored proof. */
function storedSignature(store: ReturnType<typeof storage>): string | null {
  const [stored] = JSON.parse(store.getItem(KEY) ?? '')['code-answers']
  const decoded = decodeProof(stored.proof)
  if (!decoded.ok) throw new Error(decoded.fault)
  return decoded.signed.signature
}

describe('the answers about codes', () => {
  test('behavior: are read again after a reload, without the signature of their proof', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const store = storage()
        keep(store, [answer])
        expect(read(store)).toEqual({ items: [answer], unreadable: 0 })
        expect(storedSignature(store)).toBeNull()
      }),
      propertyRuns(10),
    )
  })

  test('behavior: hold no signature, also of a handle that is written like the start of one', () => {
    const store = storage()
    const proof = {
      ...usualProof,
      handle: { platform: 'website', name: 's-ada.example' },
      post: null,
    } as const
    keep(store, [{ proof, isThere: true, at: 1 }])
    expect(store.getItem(KEY)).toContain('~s-')
    expect(storedSignature(store)).toBeNull()
  })

  test('behavior: the latest answer about a proof counts, and one taken back is gone', () => {
    const store = storage()
    const first: CodeAnswer = { proof: usualProof, isThere: true, at: 1_700_000_000 }
    const second = { ...first, isThere: false, at: first.at - 60 }
    keep(store, [first])
    // The clock was set back in between.
    expect(keep(store, [second]).items).toEqual([second])
    expect(forget(store, first).items).toEqual([])
    expect(read(store).items).toEqual([])
  })

  test('behavior: belong to one proof: a renewed one has none', () => {
    const store = storage()
    keep(store, [{ proof: usualProof, isThere: true, at: 1_700_000_000 }])
    const renewed = { ...usualProof, nonce: 'abcdefgh12345678' }
    expect(read(store).items.some(({ proof }) => proofKey(proof) === proofKey(renewed))).toBe(false)
  })

  test('error: what this did not write is no answer', () => {
    const entries = (raw: unknown) =>
      JSON.stringify({ kind: 'influencer-portal-code-answers', version: 1, 'code-answers': [raw] })
    fc.assert(
      fc.property(anyHostileValue, (raw) => {
        expect(read(storage({ [KEY]: entries(raw) })).items).toEqual([])
      }),
      propertyRuns(50),
    )
    const store = storage()
    keep(store, [{ proof: usualProof, isThere: true, at: 1_700_000_000 }])
    const text = store.getItem(KEY) ?? ''
    for (const [from, to] of [
      ['"isThere":true', '"isThere":"yes"'],
      ['"at":1700000000', '"at":-1'],
      ['"at":1700000000', '"at":9999999999'],
      ['"at":1700000000', '"at":1.5'],
    ] as const) {
      expect(read(storage({ [KEY]: text.replace(from, to) }))).toEqual({
        items: [],
        unreadable: 1,
      })
    }
  })
})
