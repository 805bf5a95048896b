import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { feedOf } from '#chain/prices/feeds.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import {
  anyRequest,
  anySignature,
  anySignedRequest,
  usdRequest,
  usualRequest,
} from '#tests/support/requests.ts'
import { decodeRequest, encodeRequest, MAX_REQUEST_TEXT, requestKey } from './requestLink.ts'

const usual = encodeRequest({ request: usualRequest, signature: null, proof: null })

/** Any text with a valid checksum, as a program without this codec could produce it. */
function checked(text: string): string {
  return `${text}/${crcOf(text)}`
}

const crcOf = (text: string) => zlibCrc32(text).toString(16).padStart(8, '0')
const usualBody = usual.slice(0, usual.lastIndexOf('/'))
/** The usual request with one part replaced. */
function withPart(at: number, part: string): string {
  return checked(usualBody.split('/').with(at, part).join('/'))
}

const usd = encodeRequest({ request: usdRequest, signature: null, proof: null })
/** The request in US dollars with one part replaced. */
function withUsdPart(at: number, part: string): string {
  return checked(usd.slice(0, usd.lastIndexOf('/')).split('/').with(at, part).join('/'))
}

describe('a request as a link', () => {
  const madeBefore = '1/56/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  test.each([
    `${madeBefore}/USDT/1250.5/1795300000/m-U3RvcnkgYW5kIHJlZWwsIE5vdmVtYmVy/r-SU5WLTIwMjYtMDExNw/d-20261215/0d537b15`,
    `${madeBefore}/BNB/open/1795300000/7351da82`,
    `${madeBefore}/0x70997970C51812dc3A010C7d01b50e0d17dc79C8:6/0.000001/1795300000/m-U3RvcnkgYW5kIHJlZWwsIE5vdmVtYmVy/r-SU5WLTIwMjYtMDExNw/d-20261215/p-0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC/c6dec066`,
  ])('behavior: a link made before dollars is read, and written with the very same bytes: %s', (text) => {
    const decoded = decodeRequest(text)
    expect(decoded.ok && encodeRequest(decoded)).toBe(text)
  })

  test('behavior: dollars stand in the link as dollars, with their tolerance and time', () => {
    expect(usd).toMatch(/\/BNB\/1250\.5USD\/1795300000\/t-100\/u-1795904800\/m-/)
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { asked } = request
        const parts = encodeRequest({ request, signature: null, proof: null }).split('/')
        if (asked.kind !== 'usd') {
          expect(parts[4]).not.toContain('USD')
          return
        }
        // Dollars and cents, written without the codec.
        const digits = asked.cents.toString().padStart(3, '0')
        const [whole, rest] = [digits.slice(0, -2), digits.slice(-2).replace(/0{1,2}$/, '')]
        const expected = [`${whole}${rest && `.${rest}`}USD`, `${request.madeAt}`]
        expect(parts.slice(4, 8)).toEqual([...expected, `t-${asked.tolerance}`, `u-${asked.until}`])
      }),
      propertyRuns(500),
    )
  })

  test('behavior: every token that a link can price in dollars has a feed', () => {
    expect(Token.pinned.filter((token) => !feedOf(token))).toEqual([])
  })

  test('behavior: the text contains chain, payee, token and amount in readable form', () => {
    expect(usual).toMatch(/^1\/56\/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\/USDT\/1250\.5\/1795300000\/m-/)
  })

  test('behavior: a typical signed request with a site’s URL stays under 300 characters', () => {
    const signature =
      fc.sample(
        anySignature.filter((hex) => hex.length === 132),
        1,
      )[0] ?? null
    const link = `https://portal.example.com/#/r/${encodeRequest({ request: usualRequest, signature, proof: null })}`
    expect(link.length).toBeLessThan(300)
  })

  test('behavior: every request is read back unchanged', () => {
    fc.assert(
      fc.property(anySignedRequest, (signed) => {
        const text = encodeRequest(signed)
        expect(text.length).toBeLessThanOrEqual(MAX_REQUEST_TEXT)
        expect(decodeRequest(text)).toEqual({ ok: true, ...signed })
      }),
      propertyRuns(500, 50_000),
    )
  })

  test('behavior: a changed link is refused, or is the canonical text of its content', () => {
    fc.assert(
      fc.property(anySignedRequest, fc.infiniteStream(fc.nat()), (signed, numbers) => {
        const parts = encodeRequest(signed).split('/')
        const next = () => numbers.next().value ?? 0
        const changed = changes[next() % changes.length]?.(parts.slice(0, -1), next).join('/') ?? ''
        const text = next() % 4 === 0 ? `${changed}/${parts.at(-1)}` : checked(changed)
        const decoded = decodeRequest(text)
        if (decoded.ok) expect(encodeRequest(decoded)).toBe(text)
      }),
      propertyRuns(500, 50_000),
    )
  })

  test('error: no single changed, lost, added or swapped character is accepted', () => {
    fc.assert(
      fc.property(anySignedRequest, fc.nat(), fc.nat(), fc.nat({ max: 3 }), (signed, place, code, how) => {
        const text = encodeRequest(signed)
        const at = place % text.length
        const other = String.fromCharCode(32 + (code % 95))
        const [before, here, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)]
        const typo = [
          before + other + after,
          before + after,
          before + other + here + after,
          before + after.charAt(0) + here + after.slice(1),
        ][how]
        if (typo !== text) expect(decodeRequest(typo ?? '').ok).toBe(false)
      }),
      propertyRuns(500, 50_000),
    )
  })

  test('error: every replacement of one character in the usual link is refused', () => {
    for (let at = 0; at < usual.length; at++) {
      for (let code = 33; code < 127; code++) {
        const typo = usual.slice(0, at) + String.fromCharCode(code) + usual.slice(at + 1)
        if (typo !== usual) expect(decodeRequest(typo).ok, typo).toBe(false)
      }
    }
  })

  test('behavior: any text is refused or is canonical', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 1_200 }), fc.string({ maxLength: 80 }).map(checked)),
        (text) => {
          const decoded = decodeRequest(text)
          if (decoded.ok) expect(encodeRequest(decoded)).toBe(text)
        },
      ),
      propertyRuns(500, 50_000),
    )
  })

  test.each([
    ['empty', ''],
    ['too-long', `${usual}${'a'.repeat(MAX_REQUEST_TEXT)}`],
    ['white-space', usual.replace('/56/', '/56/\n')],
    ['white-space', ` ${usual}`],
    ['percent-encoded', encodeURIComponent(usual)],
    ['foreign-characters', `${usual}#/r/${usual}`],
    ['foreign-characters', usual.replace('0xf', '0х')],
    ['damaged', usual.slice(0, -1)],
    ['damaged', usual.toLowerCase()],
    ['unknown-version', withPart(0, '2')],
    ['other-chain', withPart(1, '1')],
    ['payee', withPart(2, '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')],
    ['payee', withPart(2, 'bnb:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')],
    ['payee', withPart(2, '0x0000000000000000000000000000000000000000')],
    ['payee', withPart(2, '0x55d398326f99059fF775485246999027B3197955')],
    ['token', withPart(3, 'usdt')],
    ['token', withPart(3, 'BUSD')],
    ['token', withPart(3, '0x55d398326f99059fF775485246999027B3197955:18')],
    ['token', withPart(3, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8:018')],
    ['token', withPart(3, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')],
    ['amount', withPart(4, '0')],
    ['amount', withPart(4, '-1')],
    ['amount', withPart(4, '1e3')],
    ['amount', withPart(4, '0x10')],
    ['amount', withPart(4, '1.0000000000000000001')],
    ['amount', withPart(4, '')],
    ['not-canonical', withPart(4, '1250.50')],
    ['not-canonical', withPart(4, '01250.5')],
    ['made-at', withPart(5, '0')],
    ['made-at', withPart(5, '9999999999')],
    ['amount', withUsdPart(4, '0USD')],
    ['amount', withUsdPart(4, '-1USD')],
    ['amount', withUsdPart(4, 'USD')],
    ['amount', withUsdPart(4, 'openUSD')],
    ['amount', withUsdPart(4, '1e3USD')],
    ['amount', withUsdPart(4, '1250.505USD')],
    ['amount', withUsdPart(4, '1250.5usd')],
    ['amount', withUsdPart(4, '1250.5USDUSD')],
    ['amount', withUsdPart(4, '10000000000000.01USD')],
    ['amount', withUsdPart(3, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8:18')],
    ['not-canonical', withUsdPart(4, '1250.50USD')],
    ['not-canonical', withUsdPart(4, '01250.5USD')],
    ['tolerance', withPart(4, '1250.5USD')],
    ['tolerance', withUsdPart(6, 't-1001')],
    ['tolerance', withUsdPart(6, 't-0100')],
    ['tolerance', withUsdPart(6, 't--1')],
    ['tolerance', withUsdPart(6, 't-')],
    ['tolerance', withUsdPart(6, 'u-1795904800')],
    ['until', withUsdPart(7, 'u-1795300000')],
    ['until', withUsdPart(7, 'u-9999999999')],
    ['until', withUsdPart(7, 'u-')],
    ['until', withUsdPart(7, 't-100')],
    ['unknown-field', withUsdPart(4, '1250.5')],
    ['unknown-field', checked(`${usd.slice(0, usd.lastIndexOf('/'))}/d-20261215`)],
    ['message', withPart(6, 'm-')],
    ['message', withPart(6, 'm-YQ-')],
    ['message', withPart(6, `m-${b64('x'.repeat(81))}`)],
    ['message', withPart(6, `m-${b64('two\nlines')}`)],
    ['message', withPart(6, `m-${b64('right\u202eleft')}`)],
    ['message', withPart(6, `m-${Buffer.from([0xff, 0xfe]).toString('base64url')}`)],
    ['reference', withPart(7, `r-${b64('x'.repeat(41))}`)],
    ['due', withPart(8, 'd-20260230')],
    ['due', withPart(8, 'd-2026-2-3')],
    ['unknown-field', withPart(8, 'x-1')],
    ['unknown-field', checked(`${usualBody}/d-20261215`)],
    ['unknown-field', checked(`${usualBody}/r-${b64('late')}`)],
    ['payer', checked(`${usualBody}/p-0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`)],
    ['name', checked(`${usualBody}/n-`)],
    ['name', checked(`${usualBody}/n-${b64('x'.repeat(61))}`)],
    ['name', checked(`${usualBody}/n-${b64('right\u202eleft')}`)],
    ['name', checked(`${usualBody}/n-${b64('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')}`)],
    ['name', checked(`${usualBody}/n-${b64('@dana on X')}`)],
    ['name', checked(`${usualBody}/n-${b64('✓ Verified')}`)],
    ['name', checked(`${usualBody}/n-${b64('Verified by Binance')}`)],
    ['name', checked(`${usualBody}/n-${b64('binance.com')}`)],
    ['handle', checked(`${usualBody}/h-`)],
    ['handle', checked(`${usualBody}/h-dana`)],
    ['handle', checked(`${usualBody}/h-x:Dana`)],
    ['handle', checked(`${usualBody}/h-x:dana:x`)],
    ['handle', checked(`${usualBody}/h-myspace:dana`)],
    ['handle', checked(`${usualBody}/h-__proto__:dana`)],
    ['unknown-field', checked(`${usualBody}/h-x:dana/n-${b64('Dana')}`)],
    ['signature', checked(`${usualBody}/s-AA`)],
    ['proof', checked(`${usualBody}/v-`)],
    ['proof', checked(`${usualBody}/v-1~56:${'a'.repeat(900)}`)],
    ['unknown-field', checked(`${usualBody}/v-1~56/v-1~56`)],
    ['unknown-field', checked(`${usualBody}/v-1~56/s-${b64('x'.repeat(65))}`)],
    ['unknown-version', checked('')],
    ['payee', checked('1/56')],
  ])('error: names the fault: %s', (fault, text) => {
    expect(decodeRequest(text)).toEqual({ ok: false, fault })
  })

  test('behavior: a signature or a proof does not make it another request', () => {
    fc.assert(
      fc.property(anySignedRequest, (signed) => {
        const decoded = decodeRequest(encodeRequest(signed))
        expect(decoded.ok && requestKey(decoded.request)).toBe(requestKey(signed.request))
      }),
      propertyRuns(50),
    )
  })

  test('error: refuses to write a request that no link can contain', () => {
    const request = { ...usualRequest, memo: 'a\u202eb' }
    expect(() => encodeRequest({ request, signature: null, proof: null })).toThrow(RangeError)
    expect(() =>
      encodeRequest({
        request: { ...usualRequest, asked: { kind: 'exact', value: 0n } },
        signature: null,
        proof: null,
      }),
    ).toThrow('amount')
    const signature = `0x${'11'.repeat(1_600)}` as const
    expect(() => encodeRequest({ request: usualRequest, signature, proof: null })).toThrow('too-long')
    const dueOn = '2026-12-15'
    expect(() => encodeRequest({ request: { ...usdRequest, dueOn }, signature: null, proof: null })).toThrow(
      'unknown-field',
    )
  })
})

function b64(text: string): string {
  return Buffer.from(text).toString('base64url')
}

type Change = (parts: string[], next: () => number) => string[]
/** Changes to the parts of a link in transit, by accident or on purpose. */
const changes: readonly Change[] = [
  (parts, next) => parts.toSpliced(next() % parts.length, 1),
  (parts, next) => parts.toSpliced(next() % parts.length, 0, parts[next() % parts.length] ?? ''),
  (parts, next) => change(parts, next, (part) => part.toUpperCase()),
  (parts, next) => change(parts, next, (part) => part.toLowerCase()),
  (parts, next) => change(parts, next, (part) => `0${part}`),
  (parts, next) => change(parts, next, (part) => `${part}0`),
  (parts, next) => change(parts, next, (part) => `${part}.0`),
  (parts, next) => change(parts, next, (part) => `${part}A`),
  (parts, next) => change(parts, next, (part) => part.slice(0, -1)),
  (parts, next) => change(parts, next, (part) => part.replace(/^(.-)?/, 'm-')),
  (parts, next) => change(parts, next, () => ''),
  (parts, next) =>
    change(
      parts,
      next,
      () => ['open', 'BNB', '1', '0x10', 'p-', '..', '1USD', 't-1', 'u-1795904800'][next() % 9] ?? '',
    ),
  (parts, next) => {
    const [a, b] = [next() % parts.length, next() % parts.length]
    return parts.with(a, parts[b] ?? '').with(b, parts[a] ?? '')
  },
]

function change(parts: string[], next: () => number, how: (part: string) => string): string[] {
  const at = next() % parts.length
  return parts.with(at, how(parts[at] ?? ''))
}
