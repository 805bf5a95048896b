import fc from 'fast-check'
import { concat, type Hex, pad, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { quantity } from '#tests/support/fakeRpc.ts'
import { revert } from '#tests/support/fakeSafe.ts'
import {
  away,
  bare,
  bent,
  byAll,
  check,
  garbled,
  honest,
  kindOf,
  MAGIC,
  noSayer,
  nothing,
  part,
  proof,
  several,
  TEXT,
  wordsOf,
  yesSayer,
} from '#tests/support/proofNodes.ts'
import { anyJudged, everySignature } from '#tests/support/proofSignatures.ts'
import { anyProof, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { messageOf } from '#tests/support/signingSafe.ts'
import { owners as people, stranger } from '../../../safe-app/accounts.ts'
import { handleText } from './Handle.ts'
import {
  dayText,
  judgeProof,
  type ProofSignature,
  type ProofVerdict,
  proofWords,
  signatureText,
  verdictNames,
} from './judgeProof.ts'
import { domainOf } from './Proof.ts'
import { proofMessage } from './proofMessage.ts'

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
    propertyRuns(125),
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
    propertyRuns(125),
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
    propertyRuns(125),
  )
})

const [ada, ben, cleo] = people
const WITHOUT_BEN = [ada.address, cleo.address, stranger.address]
const approvedBy = (owner: Hex) => concat([pad(owner), toHex(0, { size: 32 }), '0x01'])

describe('several nodes', () => {
  test.each<[string, Rpc, ProofSignature['kind']]>([
    ['two honest ones', several(honest(), honest(), away), 'valid'],
    ['one that lies and two honest ones', several(noSayer, honest(), honest()), 'valid'],
    ['two that disagree', several(honest(), noSayer), 'unknown'],
    ['two that disagree and one without the Safe', several(honest(), noSayer, bare), 'unknown'],
    ['one honest alone', several(honest(), away, garbled), 'unknown'],
    ['one that refuses alone', several(noSayer, away, garbled), 'unknown'],
    ['none that answers', several(away, garbled), 'unknown'],
  ])('behavior: %s decide correctly about a valid signature', async (_, rpc, kind) => {
    expect(await kindOf(rpc, await byAll(ada, ben))).toBe(kind)
  })

  test('error: one that accepts everything makes nothing valid alone', async () => {
    const junk = await byAll(stranger, cleo)
    expect(await kindOf(several(yesSayer(), honest(), honest()), junk)).toBe('wrong')
    expect(await kindOf(several(yesSayer(), away, away), junk)).toBe('unknown')
    expect(await kindOf(several(yesSayer(), honest(), honest()))).toBe('collecting')
    expect(await wordsOf(several(yesSayer(), away, away))).toContain('unknown: It could not be read whether')
    expect(await kindOf(several(yesSayer(bare), bare, bare))).toBe('none')
  })

  test('error: without agreement on the on-chain signature, no owners are reported as missing', async () => {
    const reported = await messageOf(TEXT, [ada])
    expect(await kindOf(several(yesSayer(), honest()), null, () => reported)).toBe('unknown')
    expect(await check(several(honest(), honest()), null, () => reported)).toMatchObject({ have: 1, need: 2 })
  })

  test('error: two are needed to say that an account is not a Safe', async () => {
    expect(await kindOf(several(bare, honest(), honest()))).toBe('unknown')
    expect(await kindOf(several(bare, away))).toBe('unknown')
    expect(await kindOf(several(bare, honest(), bare))).toBe('none')
  })
})

describe('a contract that is not a Safe', () => {
  const own = bent(honest(), (data) => (data.startsWith('0x1626') ? MAGIC : revert()))
  const mute = bent(honest(), () => '0x')

  test('behavior: stores no signature, but may accept one', async () => {
    expect(await check(own)).toEqual({ kind: 'none' })
    expect(await check(mute)).toEqual({ kind: 'none' })
    expect(await check(own, '0x1234')).toEqual({ kind: 'valid', by: 'contract', block: 500n })
    expect(await kindOf(mute, '0x1234')).toBe('wrong')
  })

  test('behavior: a wallet delegated to one (EIP-7702) still has its key', async () => {
    const signature = await ada.account.signMessage({ message: proofMessage(usualProof) })
    expect(await check(own, signature, nothing, usualProof)).toMatchObject({ kind: 'valid', by: 'key' })
    expect(await kindOf(own, null, nothing, usualProof)).toBe('none')
  })

  test('error: a busy node leaves it unknown', async () => {
    const busy = bent(honest(), () => {
      throw new RpcError(-32005, 'limit exceeded')
    })
    expect(await kindOf(busy)).toBe('unknown')
    expect(await kindOf(busy, '0x1234')).toBe('unknown')
  })

  test('behavior: a Safe of an unknown version may accept a signature, but is not searched', async () => {
    const odd = honest({ version: 'latest' })
    expect(await check(odd)).toEqual({ kind: 'none' })
    expect(
      await kindOf(
        bent(odd, (data) => (data.startsWith('0x1626') ? MAGIC : null)),
        '0x1234',
      ),
    ).toBe('valid')
    expect(
      await kindOf(
        bent(odd, (data) => (data.startsWith('0x20c1') ? revert() : null)),
        '0x1234',
      ),
    ).toBe('unknown')
  })
})

describe('a Safe that does not accept the signatures', () => {
  test('behavior: is collecting while all signers are owners but too few', async () => {
    expect(await check(honest(), await byAll(ada))).toEqual({ kind: 'collecting', have: 1, need: 2 })
    const three = honest({ threshold: 3 })
    expect(await check(three, await byAll(cleo, ada))).toEqual({ kind: 'collecting', have: 2, need: 3 })
  })

  test('error: counts an owner who signed twice once', async () => {
    const twice = concat([await part(ada), await part(ada)])
    expect(await check(honest(), twice)).toEqual({ kind: 'collecting', have: 1, need: 2 })
  })

  test('error: does not report a count if an owner is only named', async () => {
    const named = { kind: 'collecting', have: null, need: 2 }
    expect(await check(honest(), approvedBy(ada.address))).toEqual(named)
    const three = honest({ threshold: 3 })
    const mixed = concat([await part(ada), approvedBy(ben.address)])
    expect(await check(three, mixed)).toEqual({ ...named, need: 3 })
  })

  test('error: is wrong with a stranger among them, who is named', async () => {
    const words = await wordsOf(honest(), await byAll(ada, stranger))
    expect(words).toContain(
      `wrong: The Safe doesn’t accept the signature. Not an owner: ${stranger.address}.`,
    )
    expect(words).not.toContain(ada.address)
  })

  test('error: is wrong with a plain signature of one key, whose account is named', async () => {
    const signature = await ada.account.signMessage({ message: proofMessage(usualProof) })
    const other = { ...usualProof, address: stranger.address }
    const signed = await ada.account.signMessage({ message: proofMessage(other) })
    expect(await wordsOf(bare, signed, nothing, other)).toContain(`the signature of ${ada.address}`)
    expect(await kindOf(honest(), signature)).toBe('wrong')
  })
})

describe('a Safe whose owners have changed', () => {
  const CHANGED = 400
  const START = proof.issuedAt - 100
  const timed =
    (node: Rpc): Rpc =>
    async (method, params = []) => {
      if (method !== 'eth_getBlockByNumber') return node(method, params)
      const number = Number(params[0])
      return { number: quantity(number), timestamp: quantity(START + number) }
    }
  /** A node where Ben is an owner of the Safe until that block, and not after it. */
  const changed = (before: Rpc = honest()) => {
    const after = honest({ owners: WITHOUT_BEN })
    return timed(async (method, params = []) => {
      const block = params[1]
      return (block !== 'latest' && Number(block) < CHANGED ? before : after)(method, params)
    })
  }
  const pruned = async () => {
    throw new RpcError(-32000, 'missing trie node')
  }
  const two = (before?: Rpc) => several(changed(before), changed(before))
  const signed = () => byAll(ada, ben)

  test('error: reports when the proof was valid, and which owner is gone', async () => {
    const at = { kind: 'owners-changed', acceptedAt: 100n, gone: [ben.address] }
    expect(await check(two(), await signed())).toEqual(at)
  })

  test('error: needs more than one node to prove that it was valid', async () => {
    const words = await wordsOf(several(changed(), changed(pruned)), await signed())
    expect(words).toMatch(/^wrong: .*couldn’t read/)
    expect(await wordsOf(several(changed(), changed(noSayer)), await signed())).toMatch(
      /^wrong: .*couldn’t read/,
    )
    expect(await wordsOf(two(noSayer), await signed())).toMatch(/^wrong: .*didn’t at block 100 either/)
    expect(await wordsOf(two(pruned), await signed())).toMatch(/^wrong: .*couldn’t read/)
  })

  test('behavior: names no one as gone if all signers are still owners', async () => {
    const onlyOnce = timed(async (method, params = []) => {
      const block = params[1]
      return (block !== 'latest' && Number(block) < CHANGED ? honest() : noSayer)(method, params)
    })
    const at = { kind: 'owners-changed', acceptedAt: 100n, gone: [] }
    expect(await check(several(onlyOnce, onlyOnce), await signed())).toEqual(at)
  })
})
