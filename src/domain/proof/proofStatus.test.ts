import { describe, expect, test } from 'vitest'
import { usualProof } from '#tests/support/proofs.ts'
import { type ProofSignature, type ProofVerdict, proofStatus, proofWords } from './judgeProof.ts'

const verdicts: readonly ProofVerdict[] = [
  'valid',
  'wrong-signer',
  'owners-changed',
  'other-domain',
  'expired',
  'not-yet',
  'incomplete',
  'unknown',
]
const byKey: ProofSignature = { kind: 'valid', by: 'key', block: null }
const answerOf = (isThere: boolean) => ({ proof: usualProof, isThere, at: usualProof.issuedAt })
const standing = (verdict: ProofVerdict, answer: boolean | null, proof = usualProof) =>
  proofStatus(
    proof,
    proofWords(proof, verdict, byKey, 'portal.example'),
    answer === null ? null : answerOf(answer),
  )

describe('the status of a proof', () => {
  test('behavior: is green only when the signature holds and the reader saw the code', () => {
    const green = verdicts.flatMap((verdict) =>
      [null, true, false].flatMap((answer) =>
        standing(verdict, answer).tone === 'good' ? [`${verdict} ${answer}`] : [],
      ),
    )
    expect(green).toEqual(['valid true'])
  })

  test('behavior: a signature alone is half a proof, and says which half is missing', () => {
    const { tone, title, text } = standing('valid', null)
    expect([tone, title]).toEqual(['warn', '1 of 2 checked'])
    expect(text.replaceAll('\n', ' ')).toMatch(/Not yet checked: does @ada on X agree\? Anyone can sign/)
  })

  test.each(verdicts)('error: a code that is missing makes it red: %s', (verdict) => {
    expect(standing(verdict, false).tone).toBe('bad')
  })

  test.each(['wrong-signer', 'owners-changed', 'other-domain'] as const)(
    'error: a code that was seen changes nothing about a signature that does not hold: %s',
    (verdict) => {
      for (const answer of [null, true, false])
        expect(standing(verdict, answer)).toEqual(standing(verdict, null))
    },
  )

  test('error: an answer of a backup file confirms and denies nothing, and that is said', () => {
    for (const isThere of [true, false]) {
      const words = proofWords(usualProof, 'valid', byKey, 'portal.example')
      const status = proofStatus(usualProof, words, { ...answerOf(isThere), isRestored: true })
      expect(status).toMatchObject({ tone: 'warn', title: '1 of 2 checked' })
      expect(status.text.replaceAll('\n', ' ')).toContain(
        'A backup file says that you looked for it. Look again.',
      )
    }
  })

  test('behavior: names where the code was looked for', () => {
    const post = 'https://x.com/ada/status/20'
    const bare = { ...usualProof, post: null }
    expect(standing('valid', true, bare).text).toContain('you saw the code on the profile.')
    expect(standing('valid', true, { ...usualProof, post }).text).toContain('in the post.')
    const handle = { platform: 'website', name: 'ada.example' } as const
    expect(standing('valid', false, { ...bare, handle }).text).toContain('on the website.')
  })
})
