import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { anyProofSignature, anySignedProof, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anySignedRequest, usualRequest } from '#tests/support/requests.ts'
import { stranger } from '../../../safe-app/accounts.ts'
import { attachedProof, fitsBeside, withProof } from './attachedProof.ts'
import type { SignedRequest } from './PaymentRequest.ts'
import { MAX_ATTACHED_PROOF } from './requestFields.ts'
import { decodeRequest, encodeRequest } from './requestLink.ts'

const signed: SignedProof = { proof: usualProof, signature: `0x${'11'.repeat(65)}` }
const request: SignedRequest = { request: usualRequest, signature: null, proof: null }
const beside = (proof: string | null) => attachedProof(usualRequest.payee, proof)
const bytes = (count: number): Hex => `0x${'ab'.repeat(count)}`

describe('a proof beside a request', () => {
  test('behavior: of the payee is returned as such, also from a link', () => {
    expect(beside(encodeProof(signed))).toEqual({ kind: 'of-payee', signed })
    const link = decodeRequest(encodeRequest({ ...request, proof: encodeProof(signed) }))
    expect(link.ok && attachedProof(link.request.payee, link.proof)).toEqual({ kind: 'of-payee', signed })
  })

  test('error: of another handle than the request claims does not fit beside it', () => {
    const claims = (handle: typeof usualProof.handle): SignedRequest => ({
      ...request,
      request: { ...usualRequest, handle },
    })
    expect(fitsBeside(claims(usualProof.handle), signed)).toBe(true)
    expect(fitsBeside(claims({ platform: 'x', name: 'famous' }), signed)).toBe(false)
  })

  test('behavior: is optional', () => {
    expect(beside(null)).toBeNull()
  })

  test('error: of another account is not the payee’s, and names its account', () => {
    const other = { ...signed, proof: { ...usualProof, address: stranger.address } }
    expect(beside(encodeProof(other))).toEqual({
      kind: 'not-of-payee',
      words: `It’s for a different address, ${stranger.address}.`,
    })
  })

  test.each<[string, string, RegExp]>([
    ['is empty', '', /holds no proof/],
    ['is not a proof', 'x', /incomplete or was changed/],
    ['was altered', encodeProof(signed).replace('~ada~', '~adb~'), /incomplete or was changed/],
    ['is cut', encodeProof(signed).slice(0, -1), /incomplete or was changed/],
  ])('error: that %s is refused, with the reason', (_, proof, words) => {
    const attached = beside(proof)
    expect(attached?.kind).toBe('not-of-payee')
    expect(attached?.kind === 'not-of-payee' && attached.words).toMatch(words)
  })

  test('error: is the payee’s only if the proof itself says so', () => {
    const anyText = fc.oneof(anyUnicode(), fc.stringMatching(/^[A-Za-z0-9~.:_-]{0,300}$/))
    fc.assert(
      fc.property(
        anySignedRequest,
        fc.oneof(anyText, anySignedProof.map(encodeProof)),
        ({ request }, proof) => {
          const attached = attachedProof(request.payee, proof)
          if (attached?.kind !== 'of-payee') return
          expect(attached.signed.proof.address).toBe(request.payee)
          expect(encodeProof(attached.signed)).toBe(proof)
        },
      ),
      propertyRuns(40),
    )
  })
})

describe('attaching a proof to a request', () => {
  test('behavior: accepts a proof of the payee, signed or stored by its Safe', () => {
    expect(fitsBeside(request, signed)).toBe(true)
    expect(fitsBeside(request, { ...signed, signature: null })).toBe(true)
    expect(fitsBeside(request, { ...signed, signature: bytes(3 * 65) })).toBe(true)
  })

  test('error: refuses a proof of another account', () => {
    const other = { ...usualProof, address: stranger.address }
    expect(fitsBeside(request, { ...signed, proof: other })).toBe(false)
  })

  test('error: refuses a proof longer than its limit, to the last character', () => {
    const fits = (count: number) => fitsBeside(request, { ...signed, signature: bytes(count) })
    const length = (count: number) => encodeProof({ ...signed, signature: bytes(count) }).length
    const last = Array.from({ length: 800 }, (_, index) => index + 65).findLast(fits) ?? 0
    expect(length(last)).toBeLessThanOrEqual(MAX_ATTACHED_PROOF)
    expect(length(last + 1)).toBeGreaterThan(MAX_ATTACHED_PROOF)
  })

  test('error: refuses a proof that makes a long request’s link too long', () => {
    const memo = '\u{1f600}'.repeat(80)
    const long = { ...usualRequest, memo, reference: '\u{1f600}'.repeat(40), payer: stranger.address }
    const full: SignedRequest = { request: long, signature: bytes(700), proof: null }
    expect(encodeRequest(full).length).toBeGreaterThan(1_000)
    const proof = { ...signed, signature: bytes(3 * 65) }
    expect(fitsBeside(request, proof)).toBe(true)
    expect(fitsBeside(full, proof)).toBe(false)
  })

  test('behavior: gives a link that reads back as the same request with the same proof', () => {
    fc.assert(
      fc.property(
        anySignedRequest,
        anySignedProof,
        fc.option(anyProofSignature),
        (some, { proof }, signature) => {
          const kept = { proof: { ...proof, address: some.request.payee }, signature }
          if (!fitsBeside(some, kept)) return
          const read = decodeRequest(encodeRequest({ ...some, proof: encodeProof(kept) }))
          expect(read.ok && attachedProof(read.request.payee, read.proof)).toEqual({
            kind: 'of-payee',
            signed: kept,
          })
          expect(read).toMatchObject({ request: some.request, signature: some.signature })
        },
      ),
      propertyRuns(40),
    )
  })
})

describe('a new request', () => {
  const NOW = usualProof.issuedAt * 1_000
  const attached = (...proofs: readonly SignedProof[]) => withProof(request, proofs, NOW).proof
  const later = { ...usualProof, issuedAt: usualProof.issuedAt + 60 }

  test('behavior: carries the newest proof of its payee', () => {
    const newest = { ...signed, proof: later }
    expect(attached(signed, newest)).toBe(encodeProof(newest))
    expect(attached(newest, signed)).toBe(encodeProof(newest))
  })

  test.each<[string, SignedProof]>([
    ['is not signed yet', { ...signed, signature: null }],
    [
      'has expired',
      { ...signed, proof: { ...usualProof, issuedAt: NOW / 1_000 - 86_400, expiresAt: NOW / 1_000 } },
    ],
    ['is of another address', { ...signed, proof: { ...usualProof, address: stranger.address } }],
    ['makes the link too long', { ...signed, signature: bytes(1_500) }],
  ])('error: leaves out a proof that %s', (_, proof) => {
    expect(attached(proof)).toBeNull()
  })

  test('behavior: takes an older proof if the newest cannot be used', () => {
    expect(attached({ proof: later, signature: null }, signed)).toBe(encodeProof(signed))
  })
})
