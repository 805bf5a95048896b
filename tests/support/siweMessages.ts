import fc from 'fast-check'
import type { SiweMessage } from '#domain/proof/siweText.ts'
import { anyAddress } from './arbitraries.ts'

const ALNUM = 'ABCXYZabcxyz0189'
const chars = (text: string, options: fc.StringConstraints = {}) =>
  fc.string({ unit: fc.constantFrom(...text), ...options })

const anyDomain = fc.oneof(
  fc.constantFrom('example.com', 'example.com:3388', 'localhost:5173', 'a@b.example:1', 'u:p@h', '127.0.0.1'),
  fc.constantFrom(
    '[::1]:80',
    '[2001:db8::7]',
    '[::ffff:1.2.3.4]',
    '[1:2:3:4:5:6:7:8]',
    '[v1.fe:a]',
    'a%20b',
    'h:',
  ),
  fc.ipV6().map((ip) => `[${ip}]`),
  chars(`${ALNUM}-._~!$&'()*+,;=`, { minLength: 1, maxLength: 20 }),
)
const anyPchars = chars(`${ALNUM}-._~!$&'()*+,;=:@`, { maxLength: 12 })
const anyUri = fc.oneof(
  fc.constantFrom(
    'https://example.com/login',
    'did:key:z6Mk',
    'urn:a:b',
    'ipfs://bafy/',
    'mailto:',
    'a:/',
    'x:///',
  ),
  fc.constantFrom(
    'https://[::1]:8/?a=b#c',
    'data:,x',
    'https://a/%2F?%41#%7e',
    'https://example.com?q=/?#/?',
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.tuple(chars('abz+-.9', { maxLength: 5 }), anyPchars, anyPchars).map(([s, a, b]) => `a${s}:${a}/${b}`),
)
export const anyDateTime = fc
  .tuple(
    fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    fc.constantFrom('', '.0', '.123456789'),
    fc.constantFrom('Z', 'z', '+00:00', '-00:00', '+23:59', '-05:30'),
    fc.constantFrom('T', 't'),
  )
  .map(([date, fraction, zone, t]) => date.toISOString().slice(0, 19).replace('T', t) + fraction + zone)
  .filter((text) => /^\d{4}-/.test(text))
const anyStatement = chars(`${ALNUM} :/?#[]@!$&'()*+,;=-._~`, { maxLength: 40 })

/** Messages with any combination of ERC-4361's fields, in every allowed form. */
export const anySiweMessage: fc.Arbitrary<SiweMessage> = fc.record({
  scheme: fc.option(fc.constantFrom('https', 'http', 'a+b-c.1', 'X')),
  domain: anyDomain,
  address: anyAddress,
  statement: fc.option(anyStatement),
  uri: anyUri,
  chainId: fc.integer({ min: 1 }).map(String),
  nonce: chars(ALNUM, { minLength: 8, maxLength: 20 }),
  issuedAt: anyDateTime,
  expirationTime: fc.option(anyDateTime),
  notBefore: fc.option(anyDateTime),
  requestId: fc.option(anyPchars),
  resources: fc.option(fc.array(anyUri, { maxLength: 3 })),
})

type Change = (lines: string[], at: number, other: number, sign: string) => string[]

/** Changes to a message's lines, accidental or deliberate. */
const changes: readonly Change[] = [
  (lines, at) => lines.toSpliced(at, 1),
  (lines, at, other) => lines.toSpliced(other, 0, lines[at] ?? ''),
  (lines, at, other) => lines.with(at, lines[other] ?? '').with(other, lines[at] ?? ''),
  (lines, at) => lines.toSpliced(at, 0, ''),
  (lines) => [...lines, ''],
  (lines, at) => lines.with(at, `${lines[at]} `),
  (lines, at) => lines.with(at, ` ${lines[at]}`),
  (lines, at) => lines.with(at, `${lines[at]}\r`),
  (lines, at) => lines.with(at, (lines[at] ?? '').toLowerCase()),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(/\d/, '9')),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(/: .*/, ': ')),
  (lines, at) => lines.with(at, (lines[at] ?? '').replace(': ', ':')),
  (lines) => [...lines, 'Resources:', '- https://example.com'],
  (lines) => [...lines, '- no uri'],
  ...[0, 0, 0, 0].map(
    (): Change => (lines, at, place, sign) => {
      const line = lines[at] ?? ''
      const cut = line.length === 0 ? 0 : place % line.length
      return lines.with(at, line.slice(0, cut) + sign + line.slice(cut + (place % 2)))
    },
  ),
]

const anySign = fc.oneof(
  fc.constantFrom(...' /:?#[]@%"<>\\^`{|}\n\r\t-._~0+Zé\u202e\u0430\u{1f600}'),
  fc.constantFrom('%zz', '%2', '://', '::', '//'),
)

/** A message's text with one or two changes. */
export function anyChangeOf(text: string): fc.Arbitrary<string> {
  const step = fc.tuple(fc.constantFrom(...changes), fc.nat({ max: 60 }), fc.nat({ max: 60 }), anySign)
  return fc.array(step, { minLength: 1, maxLength: 2 }).map((steps) =>
    steps
      .reduce((lines, [change, at, other, sign]) => {
        const count = Math.max(lines.length, 1)
        return change(lines, at % count, other % count, sign)
      }, text.split('\n'))
      .join('\n'),
  )
}
