import { keccak_256 } from '@noble/hashes/sha3'
import { ParsedMessage } from '@spruceid/siwe-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyAddress } from '#tests/support/arbitraries.ts'
import { anyHandle, anyProof, hostileNames, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { anyChangeOf } from '#tests/support/siweMessages.ts'
import { type Handle, profileUrl } from './Handle.ts'
import type { Proof } from './Proof.ts'
import {
  type ProofMessageFault,
  proofCode,
  proofMessage,
  readProofMessage,
  sameCode,
} from './proofMessage.ts'

const usual = proofMessage(usualProof)
const swap = (from: string | RegExp, to: string) => usual.replace(from, to)

const { address, handle } = usualProof

describe('the message of a proof', () => {
  test('behavior: says which account belongs to which handle, and that it moves nothing', () => {
    expect(usual).toBe(
      [
        'portal.example wants you to sign in with your Ethereum account:',
        '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        '',
        'This account on BNB Smart Chain belongs to @ada on X. Signing this proves it to others, costs nothing and moves nothing.',
        '',
        'URI: https://portal.example/',
        'Version: 1',
        'Chain ID: 56',
        'Nonce: k3Jd82kLmQ0aZx9P',
        'Issued At: 2026-11-21T22:26:40Z',
        'Expiration Time: 2027-02-19T22:26:40Z',
        'Resources:',
        '- https://x.com/ada',
        '- https://x.com/ada/status/1795300000123456789',
      ].join('\n'),
    )
  })

  test('behavior: for a website it names the owner', () => {
    const handle = { platform: 'website', name: 'ada.example' } as const
    const lines = proofMessage({ ...usualProof, handle, post: null }).split('\n')
    expect(lines[3]).toMatch(
      /^This account on BNB Smart Chain belongs to the owner of the website ada\.example\. Signing/,
    )
    expect(lines.slice(11)).toEqual(['Resources:', '- https://ada.example/'])
  })

  test('behavior: every proof is read back unchanged', () => {
    fc.assert(
      fc.property(anyProof, (proof) => {
        expect(readProofMessage(proofMessage(proof))).toEqual({ ok: true, proof })
      }),
      propertyRuns(125),
    )
  })

  test('behavior: two different proofs have different messages', () => {
    fc.assert(
      fc.property(anyProof, anyProof, fc.nat(), (one, other, seed) => {
        const names = ['address', 'nonce', 'issuedAt', 'expiresAt', 'uri', 'post'] as const
        const name = names[seed % names.length] ?? 'nonce'
        const mixed = { ...one, [name]: other[name] }
        if (mixed[name] === one[name]) return
        try {
          expect(proofMessage(mixed)).not.toBe(proofMessage(one))
        } catch (error) {
          // Inconsistent times, or a post on another platform.
          if (!(error instanceof RangeError)) throw error
        }
      }),
      propertyRuns(50),
    )
  })

  test('behavior: a changed message is refused, or is the canonical text of its content', () => {
    const anyChanged = anyProof.chain((proof) => anyChangeOf(proofMessage(proof)))
    fc.assert(
      fc.property(anyChanged, (text) => {
        const read = readProofMessage(text)
        if (read.ok) expect(proofMessage(read.proof)).toBe(text)
      }),
      propertyRuns(250),
    )
  })

  test.each(hostileNames)('error: the name %j is refused in a message', (name) => {
    const lines = usual.replaceAll('@ada ', `@${name} `).replaceAll('/ada', `/${name}`)
    expect(() => proofMessage({ ...usualProof, handle: { platform: 'instagram', name } })).toThrow('name')
    expect(readProofMessage(lines).ok).toBe(false)
  })

  test.each<[ProofMessageFault, string]>([
    ['other-chain', swap('Chain ID: 56', 'Chain ID: 1')],
    ['address', swap(/0x\w+/, `0x${'0'.repeat(40)}`)],
    ['other-statement', swap('moves nothing.', 'moves all.')],
    ['other-statement', swap('moves nothing.', 'moves nothing. ')],
    ['other-statement', swap('belongs to @ada', 'belongs to ada')],
    ['other-statement', swap('@ada on X', '@Ada on X')],
    ['other-statement', swap('@ada on X', '@ada on x')],
    ['other-statement', swap('@ada on X', '@ada on Facebook')],
    ['other-statement', swap('@ada on X', '@ada.example on website')],
    ['other-statement', swap('@ada on X', 'the owner of the website localhost')],
    ['other-statement', swap('@ada on X', 'the website ada.example')],
    ['other-statement', swap(/This account.*\n/, '')],
    ['other-statement', swap(/This account.*\n/, '\n')],
    ['uri', swap('URI: https://portal.example/', 'URI: https://portal.example')],
    ['uri', swap('URI: https://portal.example/', 'URI: https://portal.example/#/verify/')],
    ['uri', swap('URI: https:', 'URI: http:')],
    ['other-domain', swap('portal.example wants', 'other.example wants')],
    ['other-domain', swap('portal.example wants', 'portal.example:443 wants')],
    ['not-eip-4361', swap('portal.example wants', 'ada@portal.example wants')],
    ['nonce', swap('Nonce: k3J', 'Nonce: ')],
    ['nonce', swap('Nonce: k3J', 'Nonce: kk3J')],
    ['times', swap(/Expiration Time.*\n/, '')],
    ['not-canonical', swap('22:26:40Z', '22:26:40.000Z')],
    ['not-canonical', swap('22:26:40Z', '22:26:40+00:00')],
    ['times', swap('22:26:40Z', '22:26:40z')],
    ['times', swap('T22', 't22')],
    ['times', swap('2026-11', '2025-11')],
    ['times', swap('2026-11', '2027-11')],
    ['times', swap('2026-11', '1999-11')],
    ['times', swap('2026-11', '0026-11')],
    ['times', swap('2027-02-19T22:26:40Z', '2016-12-31T23:59:60Z')],
    ['other-resources', swap('- https://x.com/ada\n', '- https://x.com/ben\n')],
    ['other-resources', swap('- https://x.com/ada\n', '- https://twitter.com/ada\n')],
    ['other-resources', swap('- https://x.com/ada\n', '')],
    ['other-resources', swap('@ada on X', '@ben on X')],
    ['other-resources', swap('- https://x.com/ada/', '- https://evil.example/ada/')],
    ['other-resources', swap('- https://x.com/ada/', '- http://x.com/ada/')],
    ['other-resources', `${usual}\n- https://x.com/ada/status/2`],
    ['other-resources', swap(/\nResources:[\s\S]*/, '')],
    ['other-resources', swap(/\n- [\s\S]*/, '')],
    ['not-canonical', `https://${usual}`],
    ['not-canonical', swap('\nResources', '\nRequest ID: 7\nResources')],
    ['not-canonical', swap('\nResources', '\nRequest ID: \nResources')],
    ['not-canonical', swap('\nResources', '\nNot Before: 2026-11-21T22:26:40Z\nResources')],
  ])('error: names the fault: %s', (fault, text) => {
    expect(text).not.toBe(usual)
    expect(readProofMessage(text)).toEqual({ ok: false, fault })
  })

  test.each([
    ['too long', 'a'.repeat(9_000)],
    ['empty', ''],
    ['with other line ends', usual.replaceAll('\n', '\r\n')],
    ['without its version', swap('Version: 1\n', '')],
    ['quoted by a mail program', usual.replace(/^/gm, '> ')],
  ])('rejects a text is not an EIP-4361 message: %s', (_, text) => {
    expect(readProofMessage(text)).toEqual({ ok: false, fault: 'not-eip-4361' })
  })

  test('the parser of ERC-4361 reads every proof’s message with the same fields', () => {
    fc.assert(
      fc.property(anyProof, (proof) => {
        const read = new ParsedMessage(proofMessage(proof))
        expect(read).toMatchObject({
          scheme: undefined,
          domain: new URL(proof.uri).host,
          address: proof.address,
          uri: proof.uri,
          version: '1',
          chainId: 56,
          nonce: proof.nonce,
          resources: [profileUrl(proof.handle), ...(proof.post === null ? [] : [proof.post])],
        })
        expect(Date.parse(read.issuedAt ?? '')).toBe(proof.issuedAt * 1_000)
        expect(Date.parse(read.expirationTime ?? '')).toBe(proof.expiresAt * 1_000)
      }),
      propertyRuns(100),
    )
  })

  test('error: refuses to write an invalid proof', () => {
    const wrong: Partial<Proof>[] = [
      { nonce: 'a\nURI: b' },
      { issuedAt: Number.NaN },
      { uri: 'https://a b/' },
    ]
    for (const fields of wrong) expect(() => proofMessage({ ...usualProof, ...fields })).toThrow(RangeError)
  })
})

/** The same by arithmetic: the first 80 bits as a number, as renamed base 32 digits. */
function oracle(account: string, { platform, name }: Handle): string {
  const text = `Influencer Portal: code of a proof, version 1\n56\n${account}\n${profileUrl({ platform, name })}`
  const hash = Buffer.from(keccak_256(new TextEncoder().encode(text))).toString('hex')
  const digits = BigInt(`0x${hash.slice(0, 20)}`)
    .toString(32)
    .padStart(16, '0')
  const renamed = [...digits].map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number.parseInt(digit, 32)])
  return renamed.join('').replace(/(....)(....)(....)(....)/, '$1-$2-$3-$4')
}

describe('the code of a proof', () => {
  test('behavior: never changes, because profiles contain it', () => {
    expect(proofCode(address, handle)).toBe('Y4WY-05ST-AJKX-9TEC')
  })

  test('behavior: is the first 80 bits of the hash, in four groups of four', () => {
    fc.assert(
      fc.property(anyAddress, anyHandle, (account, of) => {
        expect(proofCode(account, of)).toBe(oracle(account, of))
        expect(proofCode(account, of)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
      }),
      propertyRuns(100),
    )
  })

  test('behavior: differs for any two accounts or handles', () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, anyHandle, anyHandle, (a, b, one, other) => {
        const isSame = a === b && one.platform === other.platform && one.name === other.name
        expect(sameCode(proofCode(a, one), proofCode(b, other))).toBe(isSame)
        if (a !== b) expect(proofCode(a, one)).not.toBe(proofCode(b, one))
      }),
      propertyRuns(50),
    )
  })

  test('behavior: matches in the spellings that people use', () => {
    const code = '0A1B-C2D3-E4F5-G6H7'
    for (const typed of [
      code.toLowerCase(),
      'OA1B-C2D3-E4F5-G6H7',
      'oaib-c2d3-e4f5-g6h7',
      '0aLB C2D3 E4F5 G6H7',
      ' 0A1BC2D3E4F5G6H7 ',
    ]) {
      expect(sameCode(typed, code), typed).toBe(true)
      expect(sameCode(code, typed), typed).toBe(true)
    }
  })

  test('error: differs for a wrong, missing or foreign character', () => {
    const code = '0A1B-C2D3-E4F5-G6H7'
    for (const typed of [
      '0A1B-C2D3-E4F5-G6H8',
      '0A1B-C2D3-E4F5-G6H',
      '0A1B-C2D3-E4F5-G6H77',
      '0A1B–C2D3-E4F5-G6H7',
    ]) {
      expect(sameCode(typed, code), typed).toBe(false)
    }
    for (const typed of [
      '0А1B-C2D3-E4F5-G6H7',
      '0A\u0131B-C2D3-E4F5-G6H7',
      '0A1B\u200b-C2D3-E4F5-G6H7',
      'UA1B-C2D3-E4F5-G6H7',
    ]) {
      expect(sameCode(typed, code), typed).toBe(false)
      expect(sameCode(typed, typed), typed).toBe(false)
    }
    expect(sameCode('', '')).toBe(false)
  })
})
