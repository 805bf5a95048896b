import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyAddress, anyUnicode } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { foreignWords, hostOf, MAX_WORDS, redact } from './foreignText.ts'

const NODE = 'https://bsc.example/v3/0123456789abcdefKEY?token=sesame-open'

describe('text from an endpoint', () => {
  test('behavior: becomes one line without control or invisible characters', () => {
    expect(foreignWords('limit\r\n\texceeded\u0000\u202e\ufeff, \u200bsorry', NODE)).toBe(
      'limit exceeded, sorry',
    )
  })

  test('behavior: is cut to 200 characters', () => {
    const words = foreignWords('ab '.repeat(500), NODE)
    expect(words).toHaveLength(MAX_WORDS)
    expect(words.endsWith('…')).toBe(true)
  })

  test('behavior: loses the endpoint’s keys, however they are quoted', () => {
    const said =
      'key 0123456789abcdefKEY (token=sesame-open) of https://bsc.example/v3/0123456789abcdefKEY is spent'
    expect(foreignWords(said, NODE)).toBe('key … (token=…) of https://bsc.example is spent')
  })

  test('behavior: leaves no half of an address at the cut', () => {
    fc.assert(
      fc.property(anyAddress, fc.nat({ max: 60 }), (address, before) => {
        const words = foreignWords(`${'- '.repeat(70)}${'z'.repeat(before)} ${address} and more`, NODE)
        expect(redact(words, { addresses: false })).not.toMatch(/[0-9a-f]{12}/i)
      }),
      propertyRuns(100),
    )
  })

  test('error: is always a short single line', () => {
    fc.assert(
      fc.property(anyUnicode({ maxLength: 1_000 }), (text) => {
        const words = foreignWords(text, NODE)
        expect(words.length).toBeLessThanOrEqual(MAX_WORDS)
        expect(words).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
      }),
      propertyRuns(150),
    )
  })
})

describe('redaction', () => {
  test('behavior: keeps only the origin of a URL', () => {
    const out = (text: string) => redact(text, { addresses: true })
    expect(out('parent https://app.safe.global')).toBe('parent https://app.safe.global')
    expect(out('see http://a.example:81/path/KEY?x=1#y, twice')).toBe('see http://a.example:81 twice')
    expect(out('wss://user:pass@b.example/KEY')).toBe('wss://b.example')
    expect(out('rpc.example/v1/KEY and localhost:8545/KEY and 10.0.0.1?key=KEY')).toBe(
      'rpc.example and localhost:8545 and 10.0.0.1',
    )
    expect(out('foo://KEY/KEY')).toBe('foo:…')
    expect(out('“no logs for https://a.example/KEY” (1)')).toBe('“no logs for https://a.example” (1)')
  })

  test('behavior: masks addresses and hashes, and keeps everything short', () => {
    const address = '0x55d398326f99059fF775485246999027B3197955'
    const out = (text: string) => redact(text, { addresses: false })
    expect(out(`of ${address}, ${address.slice(2).toUpperCase()} and 0x${'ab'.repeat(32)}`)).toBe(
      'of 0x…, 0x… and 0x…',
    )
    expect(out('block 71,234,567 code 0x1234abcd (-32005)')).toBe('block 71,234,567 code 0x1234abcd (-32005)')
    expect(redact(address, { addresses: true })).toBe(address)
  })

  test('behavior: keeps the text of browsers unchanged', () => {
    const agent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    expect(redact(agent, { addresses: false })).toBe(agent)
  })
})

test('behavior: names an endpoint by host and port', () => {
  expect(hostOf(NODE)).toBe('bsc.example')
  expect(hostOf('http://127.0.0.1:8545/KEY')).toBe('127.0.0.1:8545')
  expect(hostOf('nonsense')).toBe('not a URL')
})
