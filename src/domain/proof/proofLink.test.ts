import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { anySignedProof, hostileNames, usualProof } from '#tests/support/proofs.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { MAX_SIGNATURE } from './Proof.ts'
import { decodeProof, encodeProof, MAX_PROOF_TEXT, proofKey } from './proofLink.ts'

const b64 = (text: string) => Buffer.from(text).toString('base64url')
/** Any text with a valid checksum, as a program without this codec could produce it. */
const checked = (text: string) => `${text}~${zlibCrc32(text).toString(16).padStart(8, '0')}`

const signature = `0x${'1b'.repeat(65)}` as const
const usual = encodeProof({ proof: usualProof, signature })
const usualBody = usual.slice(0, usual.lastIndexOf('~'))
const withPart = (at: number, part: string) => checked(usualBody.split('~').with(at, part).join('~'))

describe('a proof as a link', () => {
  test('behavior: the text contains account and handle in readable form', () => {
    expect(usualBody).toBe(
      [
        '1~56~0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266~x~ada',
        b64('https://portal.example/'),
        'k3Jd82kLmQ0aZx9P~1795300000~1803076000',
        `p-${b64('https://x.com/ada/status/1795300000123456789')}`,
        `s-${Buffer.alloc(65, 0x1b).toString('base64url')}`,
      ].join('~'),
    )
    expect(`https://portal.example/#/verify/${usual}`.length).toBeLessThan(340)
  })

  test('behavior: every proof is read back unchanged, in characters that no messenger changes', () => {
    fc.assert(
      fc.property(anySignedProof, (signed) => {
        const text = encodeProof(signed)
        expect(text).toMatch(/^[A-Za-z0-9~.:_-]+$/)
        expect(decodeProof(text)).toEqual({ ok: true, signed })
      }),
      propertyRuns(125),
    )
  })

  test('behavior: the longest proof with ten owners’ signatures fits', () => {
    const name = `${'a'.repeat(61)}.${'b'.repeat(61)}.${'c'.repeat(61)}.io`
    const proof = {
      ...usualProof,
      handle: { platform: 'website', name } as const,
      uri: `https://portal.example/${'a'.repeat(177)}`,
      post: `https://${name}/`.padEnd(200, 'p'),
    }
    const ten = `0x${'ff'.repeat(MAX_SIGNATURE)}` as const
    expect(encodeProof({ proof, signature: ten }).length).toBeLessThan(MAX_PROOF_TEXT - 100)
    expect(() => encodeProof({ proof, signature: `${ten}00` })).toThrow('signature')
  })

  test('behavior: a changed link is refused, or is the canonical text of its content', () => {
    fc.assert(
      fc.property(anySignedProof, fc.infiniteStream(fc.nat()), (signed, numbers) => {
        const parts = encodeProof(signed).split('~').slice(0, -1)
        const next = () => numbers.next().value ?? 0
        const text = checked(changes[next() % changes.length]?.(parts, next).join('~') ?? '')
        const decoded = decodeProof(text)
        if (decoded.ok) expect(encodeProof(decoded.signed)).toBe(text)
      }),
      propertyRuns(250),
    )
  })

  test('error: every replacement of one character in the usual link is refused', () => {
    for (let at = 0; at < usual.length; at++) {
      for (const sign of ' 09AZaz~-_.:%/а\u202e') {
        const typo = usual.slice(0, at) + sign + usual.slice(at + 1)
        if (typo !== usual) expect(decodeProof(typo).ok, typo).toBe(false)
      }
    }
  })

  test('behavior: any text is refused or is canonical', () => {
    const anyText = fc.oneof(anyUnicode(), fc.string({ maxLength: 80 }).map(checked))
    fc.assert(
      fc.property(anyText, (text) => {
        const decoded = decodeProof(text)
        if (decoded.ok) expect(encodeProof(decoded.signed)).toBe(text)
      }),
      propertyRuns(125),
    )
  })

  test.each(hostileNames)('error: the name %j is refused in a link', (name) => {
    expect(decodeProof(checked(`1~56~${usualProof.address}~tiktok~${name}~rest`)).ok).toBe(false)
    const handle = { platform: 'instagram', name } as const
    expect(() => encodeProof({ proof: { ...usualProof, handle }, signature })).toThrow('name')
  })

  test.each([
    ['empty', ''],
    ['too-long', `${usual}${'a'.repeat(MAX_PROOF_TEXT)}`],
    ['white-space', ` ${usual}`],
    ['white-space', usual.replace('~x~', '~x\n~')],
    ['percent-encoded', usual.replaceAll('~', '%7E')],
    ['foreign-characters', `${usual}#`],
    ['foreign-characters', usual.replace('~ada~', '~аda~')],
    ['damaged', usual.slice(0, -1)],
    ['damaged', usual.toLowerCase()],
    ['damaged', 'ada'],
    ['unknown-version', withPart(0, '2')],
    ['unknown-version', checked('')],
    ['other-chain', withPart(1, '1')],
    ['other-chain', withPart(1, '056')],
    ['address', checked('1~56')],
    ['address', withPart(2, usualProof.address.toLowerCase())],
    ['address', withPart(2, `bnb:${usualProof.address}`)],
    ['address', withPart(2, `0x${'0'.repeat(40)}`)],
    ['platform', withPart(3, 'X')],
    ['platform', withPart(3, '__proto__')],
    ['name', withPart(4, 'Ada')],
    ['name', withPart(4, '')],
    ['uri', withPart(5, '')],
    ['uri', withPart(5, `${b64('https://portal.example/')}A`)],
    ['uri', withPart(5, b64('https://portal.example/#'))],
    ['uri', withPart(5, b64('https://portal.example/ä'))],
    ['uri', withPart(5, Buffer.from([0xff, 0xfe]).toString('base64url'))],
    ['nonce', withPart(6, 'a')],
    ['nonce', withPart(6, 'k3Jd82kLmQ0aZx9_')],
    ['issued-at', withPart(7, '01795300000')],
    ['issued-at', withPart(7, '1e9')],
    ['issued-at', withPart(7, '9999999999')],
    ['expires-at', withPart(8, '1795300000')],
    ['expires-at', withPart(8, '')],
    ['post', withPart(9, 'p-')],
    ['post', withPart(9, `p-${b64('https://evil.example/')}`)],
    ['signature', withPart(10, 's-')],
    ['signature', withPart(10, `s-${Buffer.alloc(64).toString('base64url')}`)],
    ['signature', withPart(10, `s-${Buffer.alloc(1_601).toString('base64url')}`)],
    ['signature', withPart(10, `s-${Buffer.alloc(65).toString('base64url').slice(0, -1)}B`)],
    ['unknown-field', checked(`${usualBody}~x-1`)],
    ['unknown-field', checked(`${usualBody}~`)],
    ['unknown-field', checked(`${usualBody}~p-${b64('https://x.com/a')}`)],
    ['signature', withPart(9, 's-')],
  ])('error: names the fault: %s', (fault, text) => {
    expect(decodeProof(text)).toEqual({ ok: false, fault })
  })

  test('behavior: a signature does not make it another proof, but a nonce does', () => {
    const decoded = decodeProof(usual)
    expect(decoded.ok && proofKey(decoded.signed.proof)).toBe(proofKey(usualProof))
    expect(usual.startsWith(`${proofKey(usualProof)}~s-`)).toBe(true)
    expect(proofKey({ ...usualProof, nonce: 'AAAAAAAAAAAAAAAA' })).not.toBe(proofKey(usualProof))
  })

  test('error: refuses to write an invalid proof', () => {
    for (const none of ['0x', '0x1', `0x${'AB'.repeat(65)}`] as const) {
      expect(() => encodeProof({ proof: usualProof, signature: none })).toThrow('Not a proof: signature')
    }
    expect(() => encodeProof({ proof: { ...usualProof, uri: '' }, signature })).toThrow('Not a proof: uri')
  })
})

type Change = (parts: string[], next: () => number) => string[]
/** Changes to the parts of a link in transit, by accident or on purpose. */
const changes: readonly Change[] = [
  (parts, next) => parts.toSpliced(next() % parts.length, 1),
  (parts, next) => parts.toSpliced(next() % parts.length, 0, parts[next() % parts.length] ?? ''),
  (parts, next) => change(parts, next, (part) => part.toUpperCase()),
  (parts, next) => change(parts, next, (part) => part.toLowerCase()),
  (parts, next) => change(parts, next, (part) => `0${part}`),
  (parts, next) => change(parts, next, (part) => `${part}0`),
  (parts, next) => change(parts, next, (part) => `${part}A`),
  (parts, next) => change(parts, next, (part) => part.slice(0, -1)),
  (parts, next) => change(parts, next, (part) => part.replace(/^(.-)?/, 's-')),
  (parts, next) => change(parts, next, () => ['', 'x', 'website', '1', 'p-', '..'][next() % 6] ?? ''),
  (parts, next) => {
    const [a, b] = [next() % parts.length, next() % parts.length]
    return parts.with(a, parts[b] ?? '').with(b, parts[a] ?? '')
  },
]

function change(parts: string[], next: () => number, how: (part: string) => string): string[] {
  const at = next() % parts.length
  return parts.with(at, how(parts[at] ?? ''))
}
