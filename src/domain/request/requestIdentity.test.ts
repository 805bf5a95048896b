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

test('behavior: the handle in the signed request goes before that of the proof, which stays listed', () => {
  const found = identity(asks({ handle: eve }, proof), valid, valid)
  expect(found.handle).toEqual(eve)
  expect(found.proof).toMatchObject({ kind: 'of-payee', verdict: 'valid' })
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
