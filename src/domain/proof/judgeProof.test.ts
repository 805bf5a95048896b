import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyJudged, everySignature } from '#tests/support/proofSignatures.ts'
import { anyProof, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import type { ProofSignature } from './checkSignature.ts'
import { judgeProof, type ProofVerdict } from './judgeProof.ts'
import { domainOf } from './Proof.ts'

const HERE = 'portal.example'
const { issuedAt, expiresAt } = usualProof
const times = {
  'long before it was made': issuedAt - 86_400,
  'ten minutes and a second before': issuedAt - 601,
  'ten minutes before': issuedAt - 600,
  'when it was made': issuedAt,
  'in its last second': expiresAt - 1,
  'when it ends': expiresAt,
  'a year later': expiresAt + 31_536_000,
} as const
type Time = keyof typeof times

const open: Record<ProofSignature['kind'], ProofVerdict> = {
  valid: 'valid',
  collecting: 'incomplete',
  none: 'incomplete',
  'owners-changed': 'owners-changed',
  wrong: 'wrong-signer',
  unknown: 'unknown',
}
const outside: Partial<Record<Time, ProofVerdict>> = {
  'long before it was made': 'not-yet',
  'ten minutes and a second before': 'not-yet',
  'when it ends': 'expired',
  'a year later': 'expired',
}
/** The worst possible verdicts, judged by the text of the proof alone. */
const worst: Partial<Record<ProofSignature['kind'], ProofVerdict>> = {
  wrong: 'wrong-signer',
  'owners-changed': 'owners-changed',
}
const judge = (signature: ProofSignature, time: Time, here = HERE) =>
  judgeProof(usualProof, signature, here, times[time] * 1_000)

describe.each(everySignature)('a signature that is %s', (_, signature) => {
  test.each(Object.keys(times) as Time[])('behavior: %s, it gets the expected verdict', (time) => {
    const { kind } = signature
    expect(judge(signature, time)).toBe(worst[kind] ?? outside[time] ?? open[kind])
  })

  test.each(Object.keys(times) as Time[])(
    'error: %s, with another portal’s domain it is never valid for this one',
    (time) => {
      for (const other of [
        'portal.example:8443',
        'evil.portal.example',
        'portal.example.evil',
        'PORTAL.example',
      ]) {
        expect(judge(signature, time, other)).toBe(worst[signature.kind] ?? 'other-domain')
      }
    },
  )
})

test('behavior: is valid exactly if it is signed, for this portal and in time', () => {
  fc.assert(
    fc.property(anyProof, anyJudged, (proof, { signature, isHome, after }) => {
      const here = isHome ? domainOf(proof) : `other.${domainOf(proof)}`
      const now = proof.issuedAt + after
      const isInTime = after >= -600 && now < proof.expiresAt
      const verdict = judgeProof(proof, signature, here, now * 1_000)
      expect(verdict === 'valid').toBe(signature.kind === 'valid' && isHome && isInTime)
    }),
    propertyRuns(250),
  )
})

test('error: an unknown signature is never wrong', () => {
  fc.assert(
    fc.property(anyProof, anyJudged, (proof, { isHome, after }) => {
      const here = isHome ? domainOf(proof) : `other.${domainOf(proof)}`
      const unknown = { kind: 'unknown', words: 'Nobody answered.' } as const
      const verdict = judgeProof(proof, unknown, here, (proof.issuedAt + after) * 1_000)
      expect(['unknown', 'expired', 'not-yet', 'other-domain']).toContain(verdict)
      // These verdicts follow from the text alone, so they hold while the chain is unreachable.
      expect(verdict === 'other-domain').toBe(!isHome)
      if (isHome) expect(verdict === 'expired').toBe(proof.issuedAt + after >= proof.expiresAt)
    }),
    propertyRuns(250),
  )
})
