import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { anyJudged, everySignature } from '#tests/support/proofSignatures.ts'
import { anyProof, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import type { ProofSignature } from './checkSignature.ts'
import { handleText } from './Handle.ts'
import {
  dayText,
  judgeProof,
  type ProofVerdict,
  proofWords,
  signatureText,
  verdictNames,
} from './judgeProof.ts'
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

const unknown: ProofSignature = { kind: 'unknown', words: 'BNB Smart Chain could not be asked.' }

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

const [, byKey] = everySignature[0] as [string, ProofSignature]
const wrong: ProofSignature = { kind: 'wrong', words: 'It is not a signature of this text.' }

const say = (verdict: ProofVerdict, signature = byKey) => proofWords(usualProof, verdict, signature, HERE)
const all = ({ title, text }: StatusText) => `${title} ${text}`

describe('the text shown', () => {
  test.each<[ProofVerdict, ProofSignature, StatusText['tone'], string, RegExp]>([
    ['valid', byKey, 'good', 'Signed', /^Signed by this address\. Not yet checked: does @ada on X agree\?/],
    [
      'wrong-signer',
      wrong,
      'bad',
      'Wrong signer',
      /not a signature of this text.*changed later.*Don’t rely on it/,
    ],
    [
      'owners-changed',
      { kind: 'owners-changed', acceptedAt: 7n, gone: [usualProof.address] },
      'bad',
      'Owners changed',
      /No longer valid: the Safe’s owners changed.*block 7.*0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 signed it and isn’t an owner/,
    ],
    ['other-domain', byKey, 'bad', 'Other domain', /Made on portal\.example, not here.*a copycat/],
    ['expired', byKey, 'warn', 'Expired', /Expired on .*Ask for a new one/],
    ['not-yet', byKey, 'warn', 'Dated in the future', /Dated in the future.*the clock of this device/],
    [
      'incomplete',
      { kind: 'collecting', have: 1, need: 2 },
      'warn',
      'Not complete yet',
      /Not complete yet: 1 of 2 owners signed/,
    ],
    [
      'incomplete',
      { kind: 'collecting', have: null, need: 2 },
      'warn',
      'Not complete yet',
      /still have to sign/,
    ],
    ['incomplete', { kind: 'none' }, 'warn', 'Not complete yet', /Not signed\..*has no signature/],
    [
      'unknown',
      unknown,
      'warn',
      'Can’t check now',
      /can’t check it right now\..*could not be asked.*either way/,
    ],
  ])('behavior: for a proof that is %s', (verdict, signature, tone, short, words) => {
    const said = say(verdict, signature)
    expect({ tone: said.tone, short: verdictNames[verdict] }).toEqual({ tone, short })
    expect(all(said)).toMatch(words)
  })

  test('behavior: contains the proof’s dates', () => {
    expect(say('expired').title).toContain(dayText(usualProof.expiresAt))
    expect(say('not-yet').title).toContain(dayText(usualProof.issuedAt))
  })

  test('behavior: names the other portal and this one', () => {
    const other = proofWords(usualProof, 'other-domain', byKey, 'copy.example')
    expect(other.title).toContain('portal.example')
    expect(other.text).toContain('copy.example')
  })

  test.each(everySignature)('behavior: has its own reason for a signature that is %s', (_, signature) => {
    const reason = signatureText(signature)
    expect(reason).toMatch(/\.$/)
    expect(reason).not.toMatch(/undefined|null|NaN/)
    if ('words' in signature) expect(reason).toBe(signature.words)
    if (signature.kind === 'valid' && signature.block) expect(reason).toContain(`block ${signature.block}`)
    if (signature.kind === 'owners-changed') {
      expect(reason).toContain(`block ${signature.acceptedAt}`)
      for (const owner of signature.gone) expect(reason).toContain(owner)
    }
  })

  test('error: does not claim a higher threshold if it is unknown', () => {
    expect(signatureText({ kind: 'owners-changed', acceptedAt: 7n, gone: [] })).toMatch(/something else/)
  })
})

test('behavior: contains for any verdict its reason, handle and portal, and promises nothing', () => {
  fc.assert(
    fc.property(anyProof, anyJudged, (proof, { signature, isHome, after }) => {
      const here = isHome ? domainOf(proof) : `other.${domainOf(proof)}`
      const verdict = judgeProof(proof, signature, here, (proof.issuedAt + after) * 1_000)
      const said = proofWords(proof, verdict, signature, here)
      expect(said.title).toMatch(/[.?]$/)
      expect(said.text).toContain(signatureText(signature))
      expect(said.tone === 'good').toBe(verdict === 'valid')
      expect(/^Signed/.test(verdictNames[verdict])).toBe(verdict === 'valid')
      if (verdict === 'valid') expect(said.title).toContain(handleText(proof.handle))
      // A Safe is an account; the words safe, trusted or owned are never used. Only a key’s signature is “verified”.
      const own = `${all(said)} ${verdictNames[verdict]}`
        .replaceAll(handleText(proof.handle), '')
        .replaceAll(domainOf(proof), '')
      expect(own).not.toMatch(
        /\bsafe(ly)?\b|secure|guarantee|(?<!^.*Signature )verified|trust|genuine|authentic/,
      )
      if (verdict === 'unknown') expect(own).not.toMatch(/invalid|wrong|forged|altered/i)
    }),
    propertyRuns(250),
  )
})
