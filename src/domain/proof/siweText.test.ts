import { ParsedMessage } from '@spruceid/siwe-parser'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../tests/support/propertyRuns.ts'
import { anyChangeOf, anySiweMessage } from '../../../tests/support/siweMessages.ts'
import { MAX_SIWE, readSiwe, type SiweMessage, writeSiwe } from './siweText.ts'

/** The first example of the ERC. */
const example = [
  'example.com wants you to sign in with your Ethereum account:',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '',
  'I accept the ExampleOrg Terms of Service: https://example.com/tos',
  '',
  'URI: https://example.com/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 32891756',
  'Issued At: 2021-09-30T16:25:24Z',
  'Resources:',
  '- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
  '- https://example.com/my-web2-claim.json',
]
const withLine = (at: number, line: string) => example.with(at, line).join('\n')
const without = (at: number) => example.toSpliced(at, 1).join('\n')
const withIssuedAt = (time: string) => withLine(9, `Issued At: ${time}`)

/** The parser by the authors of the ERC: generated from a grammar, it shares no line with ours. */
function theirs(text: string): ParsedMessage | null {
  try {
    return new ParsedMessage(text)
  } catch {
    return null
  }
}

/** The fields that both parsers must agree on. */
function fieldsOf(message: SiweMessage) {
  const { scheme, domain, address, statement, uri, chainId, nonce, issuedAt } = message
  const { expirationTime, notBefore, requestId, resources } = message
  return [
    ...[scheme, domain, address, statement, uri, Number(chainId), nonce, issuedAt],
    ...[expirationTime, notBefore, requestId, resources],
  ]
}

function theirFieldsOf(message: ParsedMessage) {
  const { scheme, domain, address, statement, uri, chainId, nonce, issuedAt } = message
  const { expirationTime, notBefore, requestId, resources } = message
  return [
    ...[scheme, domain, address, statement, uri, chainId, nonce, issuedAt],
    ...[expirationTime, notBefore, requestId, resources],
  ].map((value) => value ?? null)
}

/**
 * Where the other parser accepts texts outside the ERC, and ours rejects them:
 * - a chain id of zero or with a leading zero: EIP-155, to which the ERC refers, identifies chains by numbers
 * - a second 60 at any time: RFC 3339, 5.7, allows it only where a leap second is inserted
 * - octets of an IPv4 address within an IPv6 one that are empty or begin with zeros: RFC 3986, 3.2.2, has
 * `dec-octet`
 */
function isTakenOnlyByThem(text: string): boolean {
  return (
    /^Chain ID: 0/m.test(text) ||
    /:60(\.\d+)?(Z|[+-]..:..)$/im.test(text) ||
    /\[[^\]]*:[\d.]*\.[^\]]*\]/.test(text)
  )
}

function compare(text: string): 'both' | 'neither' | 'theirs' {
  const [ours, other] = [readSiwe(text), theirs(text)]
  if (ours.ok && other) {
    expect(fieldsOf(ours.message), text).toEqual(theirFieldsOf(other))
    expect(writeSiwe(ours.message)).toBe(text)
    return 'both'
  }
  expect(ours.ok, `taken by ours alone:\n${text}`).toBe(false)
  if (!other) return 'neither'
  expect(isTakenOnlyByThem(text), `refused by ours alone (${JSON.stringify(ours)}):\n${text}`).toBe(true)
  return 'theirs'
}

describe('reading an EIP-4361 message', () => {
  test('behavior: reads the ERC’s example field by field', () => {
    expect(readSiwe(example.join('\n'))).toEqual({
      ok: true,
      message: {
        scheme: null,
        domain: 'example.com',
        address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
        statement: 'I accept the ExampleOrg Terms of Service: https://example.com/tos',
        uri: 'https://example.com/login',
        chainId: '1',
        nonce: '32891756',
        issuedAt: '2021-09-30T16:25:24Z',
        expirationTime: null,
        notBefore: null,
        requestId: null,
        resources: [
          'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
          'https://example.com/my-web2-claim.json',
        ],
      },
    })
    for (const first of ['https://', '']) {
      expect(compare(withLine(0, `${first}example.com:3388${example[0]?.slice(11)}`))).toBe('both')
    }
  })

  test('behavior: reads every message back, and the other parser agrees', () => {
    fc.assert(
      fc.property(anySiweMessage, (message) => {
        const text = writeSiwe(message)
        expect(readSiwe(text)).toEqual({ ok: true, message })
        expect(compare(text)).toBe('both')
      }),
      propertyRuns(150),
    )
  })

  test('behavior: both parsers accept and refuse the same changed messages', () => {
    const seen = { both: 0, neither: 0, theirs: 0 }
    fc.assert(
      fc.property(
        anySiweMessage.chain((message) => anyChangeOf(writeSiwe(message))),
        (text) => {
          seen[compare(text)]++
        },
      ),
      propertyRuns(400),
    )
    console.info(`EIP-4361, changed messages: ${JSON.stringify(seen)}`)
    expect(Math.min(seen.both, seen.neither)).toBeGreaterThan(5)
  })

  test('behavior: a missing, an empty and a normal statement are three texts', () => {
    const texts = [without(3), withLine(3, ''), example.join('\n')].map((text) => {
      expect(compare(text)).toBe('both')
      const read = readSiwe(text)
      return read.ok && read.message.statement
    })
    expect(texts).toEqual([null, '', example[3]])
  })

  test.each([
    ['a chain id with a zero in front', withLine(7, 'Chain ID: 056'), 'chain-id'],
    ['the chain zero', withLine(7, 'Chain ID: 0'), 'chain-id'],
    ['a leap second in September', withIssuedAt('2021-09-30T23:59:60Z'), 'issued-at'],
    ['a leap second at noon', withIssuedAt('2016-12-31T12:59:60Z'), 'issued-at'],
    ['zeros in front of an octet', withLine(5, 'URI: https://[::1.2.3.004]/'), 'uri'],
    ['an empty octet', withLine(5, 'URI: https://[::1..2.3]/'), 'uri'],
  ])('behavior: refuses %s, though the other parser accepts it', (_, text, fault) => {
    expect(theirs(text)).not.toBeNull()
    expect(compare(text)).toBe('theirs')
    expect(readSiwe(text)).toEqual({ ok: false, fault })
  })

  test.each([
    '2016-12-31T23:59:60Z',
    '2017-01-01T00:59:60+01:00',
    '2015-06-30t18:59:60.5-05:00',
    '2024-02-29T00:00:00Z',
    '2000-02-29T00:00:00z',
    '0000-02-29T00:00:00Z',
    '9999-12-31T23:59:59.999999999-23:59',
  ])('behavior: accepts the time %s', (time) => {
    expect(compare(withIssuedAt(time))).toBe('both')
  })

  test.each([
    '2023-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2021-04-31T00:00:00Z',
    '2021-13-01T00:00:00Z',
    '2021-00-01T00:00:00Z',
    '2021-01-00T00:00:00Z',
    '2021-01-01T24:00:00Z',
    '2021-01-01T00:60:00Z',
    '2021-01-01T00:00:61Z',
    '2021-01-01T00:00:00',
    '2021-01-01 00:00:00Z',
    '2021-01-01T00:00Z',
    '2021-01-01T00:00:00.Z',
    '2021-01-01T00:00:00,5Z',
    '2021-01-01T00:00:00+0100',
    '2021-01-01T00:00:00+24:00',
    '21-01-01T00:00:00Z',
    '+002021-01-01T00:00:00Z',
    '２021-01-01T00:00:00Z',
    '2021-01-01',
    '1632932724',
    '',
  ])('error: refuses the time %j', (time) => {
    expect(compare(withIssuedAt(time))).toBe('neither')
    expect(readSiwe(withIssuedAt(time))).toEqual({ ok: false, fault: 'issued-at' })
  })

  test.each([
    ['too-long', `${example.join('\n')}${'a'.repeat(MAX_SIWE)}`],
    ['first-line', ''],
    ['first-line', withLine(0, 'example.com wants you to sign in with your ethereum account:')],
    ['first-line', without(0)],
    ['first-line', `\n${example.join('\n')}`],
    ['first-line', `> ${example.join('\r\n> ')}`],
    ['scheme', withLine(0, `1x://${example[0]}`)],
    ['scheme', withLine(0, `://${example[0]}`)],
    ['domain', withLine(0, ` wants you to sign in with your Ethereum account:`)],
    ['domain', withLine(0, `https://https://${example[0]}`)],
    ['domain', withLine(0, `example.com/login${example[0]?.slice(11)}`)],
    ['domain', withLine(0, `exаmple.com${example[0]?.slice(11)}`)],
    ['domain', withLine(0, `example.com:80a${example[0]?.slice(11)}`)],
    ['address', withLine(1, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc')],
    ['address', withLine(1, '0XC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2')],
    ['address', withLine(1, 'bnb:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2')],
    ['address', withLine(1, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2 ')],
    ['checksum', withLine(1, '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2')],
    ['checksum', withLine(1, '0xc02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2')],
    ['blank-line', without(2).replace(/\n\n/, '\nx\n')],
    ['blank-line', example.toSpliced(3, 2).join('\n')],
    ['blank-line', without(4)],
    ['blank-line', withLine(3, 'two\nlines')],
    ['statement', withLine(3, 'He said "yes"')],
    ['statement', withLine(3, '100%')],
    ['statement', withLine(3, 'Ich gehöre dazu')],
    ['statement', withLine(3, 'right\u202eleft')],
    ['statement', withLine(3, 'a\rb')],
    ['line-order', without(5)],
    [
      'line-order',
      example
        .with(5, example[6] ?? '')
        .with(6, example[5] ?? '')
        .join('\n'),
    ],
    ['line-order', example.toSpliced(7, 0, 'Version: 1').join('\n')],
    ['line-order', example.toSpliced(10, 0, 'Request ID: a', 'Not Before: 2021-09-30T16:25:24Z').join('\n')],
    ['line-order', withLine(10, 'Resources: ')],
    ['line-order', example.slice(0, 9).join('\n')],
    ['line-order', [...example.slice(0, 10), ''].join('\n')],
    ['uri', withLine(5, 'URI: example.com/login')],
    ['uri', withLine(5, 'URI: https://example.com/lo gin')],
    ['uri', withLine(5, 'URI: https://example.com/lögin')],
    ['uri', withLine(5, 'URI: https://example.com/%zz')],
    ['uri', withLine(5, 'URI: https://[::1/')],
    ['uri', withLine(5, 'URI: https://[1:2:3:4:5:6:7:8:9]/')],
    ['version', withLine(6, 'Version: 2')],
    ['version', withLine(6, 'Version: 1 ')],
    ['chain-id', withLine(7, 'Chain ID: 0x38')],
    ['chain-id', withLine(7, 'Chain ID: ')],
    ['nonce', withLine(8, 'Nonce: 1234567')],
    ['nonce', withLine(8, 'Nonce: 1234567-')],
    ['nonce', withLine(8, 'Nonce: 1234567８')],
    ['expiration-time', example.toSpliced(10, 0, 'Expiration Time: tomorrow').join('\n')],
    ['not-before', example.toSpliced(10, 0, 'Not Before: ').join('\n')],
    ['request-id', example.toSpliced(10, 0, 'Request ID: a/b').join('\n')],
    ['resources', withLine(11, 'ipfs://bafy')],
    ['resources', withLine(11, '-  ipfs://bafy')],
    ['resources', withLine(11, '- bafy')],
    ['resources', [...example, ''].join('\n')],
    ['resources', [...example, 'Request ID: a'].join('\n')],
  ])('error: names the fault: %s', (fault, text) => {
    expect(readSiwe(text)).toEqual({ ok: false, fault })
    if (fault !== 'too-long') expect(theirs(text)).toBeNull()
  })

  test('behavior: any text is refused or is canonical', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        expect(compare(text)).toBe('neither')
      }),
      propertyRuns(50),
    )
  })
})

describe('writing an EIP-4361 message', () => {
  const read = readSiwe(example.join('\n'))
  const message = (read.ok && read.message) as SiweMessage

  test.each<[string, Partial<SiweMessage>]>([
    ['statement', { statement: 'Zürich' }],
    ['blank-line', { statement: 'a\nb' }],
    ['nonce', { nonce: '1\nIssued At: 2021-09-30T16:25:24Z' }],
    ['uri', { uri: '' }],
    ['resources', { resources: ['no uri'] }],
    ['domain', { domain: '' }],
    ['line-order', { nonce: `32891756\nIssued At: ${message.issuedAt}`, issuedAt: 'x' }],
    ['line-order', { issuedAt: `${message.issuedAt}\nRequest ID: 7` }],
    ['line-order', { requestId: '7\nResources:\n- a:b', resources: null }],
    ['line-order', { scheme: 'https', domain: 'a', statement: '\nURI: https://example.com/' }],
  ])('error: refuses to write fields that give an invalid or different message: %s', (fault, fields) => {
    expect(() => writeSiwe({ ...message, ...fields })).toThrow(RangeError)
    expect(() => writeSiwe({ ...message, ...fields })).toThrow(fault)
  })
})
