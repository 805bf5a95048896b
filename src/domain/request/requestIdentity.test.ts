import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ProofSignature } from '#domain/proof/judgeProof.ts'
import type { SignedProof } from '#domain/proof/Proof.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { everySignature } from '#tests/support/proofSignatures.ts'
import { anyProofSignature, anySignedProof, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anySignedRequest, usualRequest } from '#tests/support/requests.ts'
import { stranger } from '../../../safe-app/accounts.ts'
import type { SignedRequest } from './PaymentRequest.ts'
import { askerText, attachedProof, fitsBeside, requestIdentity, withProof } from './requestIdentity.ts'
import { decodeRequest, encodeRequest, MAX_ATTACHED_PROOF } from './requestLink.ts'

const HERE = 'portal.example'
const NOW = (usualProof.issuedAt + 60) * 1_000
const valid = { kind: 'valid', by: 'key', block: null } as const
const signatureOf = `0x${'11'.repeat(65)}` as const
const proof = encodeProof({ proof: usualProof, signature: signatureOf })
const eve = { platform: 'tiktok', name: 'eve' } as const
const asks = (some: Partial<SignedRequest['request']>, carried: string | null = null): SignedRequest => ({
  request: { ...usualRequest, ...some },
  signature: signatureOf,
  proof: carried,
})
const identity = (
  signed: SignedRequest,
  signature: Parameters<typeof requestIdentity>[1],
  proofSignature: ProofSignature | null = null,
) => requestIdentity(signed, signature, proofSignature, HERE, NOW)

const signed: SignedProof = { proof: usualProof, signature: `0x${'11'.repeat(65)}` }

test('behavior: name and handle count once the signature of their request is valid', () => {
  const signed = asks({ name: 'Eve', handle: eve })
  expect(identity(signed, valid)).toMatchObject({ name: 'Eve', handle: eve, proof: null, doubt: null })
  expect(askerText(identity(signed, valid))).toBe('Eve (@eve on TikTok)')
})

test.each([
  ['before it is checked', null],
  ['if it is wrong', { kind: 'wrong', words: '' }],
  ['if it could not be checked', { kind: 'unknown', words: '' }],
] as const)('error: nobody is named by the signature of a request %s', (_, signature) => {
  const found = identity(asks({ name: 'Eve', handle: eve }), signature)
  expect(found).toMatchObject({ name: null, handle: null })
  expect(askerText(found)).toBeNull()
})

test.each(everySignature)('behavior: a proof names its handle only if %s is valid', (_, signature) => {
  const found = identity(asks({}, proof), null, signature)
  const isValid = signature.kind === 'valid'
  expect(found.handle).toEqual(isValid ? usualProof.handle : null)
  expect(askerText(found)).toBe(isValid ? '@ada on X' : null)
  expect(found.doubt !== null).toBe(signature.kind === 'wrong' || signature.kind === 'owners-changed')
})

test.each([
  ['signed', valid],
  ['not signed', null],
] as const)(
  'error: a request that claims one handle, %s, and proves another is not paid on its word',
  (_, signature) => {
    const found = identity(asks({ handle: eve }, proof), signature, valid)
    expect(found.handle).toEqual(signature ? eve : null)
    expect(found.doubt).toBe('It claims to be @eve on TikTok, but its proof is of @ada on X.')
    expect(found.proof).toMatchObject({ kind: 'of-payee', verdict: 'valid', contradiction: found.doubt })
  },
)

test('error: a proof that leads to a post by somebody else speaks for nobody', () => {
  const text = (post: string) => encodeProof({ proof: { ...usualProof, post }, signature: signatureOf })
  const stranger = identity(asks({}, text('https://x.com/nobody123/status/1')), null, valid)
  expect(stranger).toMatchObject({
    handle: null,
    doubt: 'Its proof is of @ada on X, but leads to a post by @nobody123.',
  })
  // Without a name in it, or with the handle's own, the reader has to look.
  for (const post of ['https://x.com/i/web/status/1', 'https://x.com/Ada/status/1']) {
    expect(identity(asks({}, text(post)), null, valid)).toMatchObject({
      handle: usualProof.handle,
      doubt: null,
    })
  }
})

test('error: a proof of another account is a reason against paying, and names nobody', () => {
  const other = encodeProof({
    proof: { ...usualProof, address: stranger.address },
    signature: signatureOf,
  })
  expect(identity(asks({}, other), valid, valid)).toMatchObject({
    handle: null,
    doubt: 'The attached proof doesn’t belong to this request.',
  })
})

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
      propertyRuns(20),
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
      propertyRuns(20),
    )
  })
})

describe('a new request', () => {
  const NOW = usualProof.issuedAt * 1_000
  const attached = (...proofs: readonly SignedProof[]) => withProof(request, proofs, NOW, HERE).proof
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
    ['was made on another domain', { ...signed, proof: { ...usualProof, uri: 'https://other.example/' } }],
    ['makes the link too long', { ...signed, signature: bytes(1_500) }],
  ])('error: leaves out a proof that %s', (_, proof) => {
    expect(attached(proof)).toBeNull()
  })

  test('behavior: takes an older proof if the newest cannot be used', () => {
    expect(attached({ proof: later, signature: null }, signed)).toBe(encodeProof(signed))
  })
})
