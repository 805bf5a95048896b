import { expect, test } from 'vitest'
import type { ProofSignature } from '#domain/proof/checkSignature.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { everySignature } from '#tests/support/proofSignatures.ts'
import { usualProof } from '#tests/support/proofs.ts'
import { usualRequest } from '#tests/support/requests.ts'
import { stranger } from '../../../safe-app/accounts.ts'
import type { SignedRequest } from './PaymentRequest.ts'
import { askerText, requestIdentity } from './requestIdentity.ts'

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
