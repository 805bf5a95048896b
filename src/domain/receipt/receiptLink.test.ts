import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLabel, labelLength } from '#chain/text/label.ts'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { decodeReceipt, encodeReceipt, MAX_NOTE, type ReceiptLink } from './receiptLink.ts'

const HASH = word(0xabcdef)
const PATH = `/receipt/56/${HASH}/log-3`
const noted = (bytes: Uint8Array | string) => `${PATH}/${Buffer.from(bytes).toString('base64url')}`

const anyHash = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(word)
const place = fc.integer({ min: 1, max: 999_999_999 })
const anyName = fc.oneof(
  fc.constant('value'),
  fc.nat({ max: 999_999_999 }).map((index) => `log-${index}`),
  fc.array(place, { minLength: 1, maxLength: 4 }).map((path) => `row-${path.join('.')}`),
)
const anyNote = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: MAX_NOTE }), anyUnicode({ maxLength: MAX_NOTE }))
  .map(cleanLabel)
  .filter((text) => labelLength(text) <= MAX_NOTE)
const anyReceipt: fc.Arbitrary<ReceiptLink> = fc.record({ hash: anyHash, name: anyName, note: anyNote })

describe('a receipt as a link', () => {
  test('behavior: contains chain, transaction, position and note, and nothing that the chain has', () => {
    const path = encodeReceipt({ hash: HASH, name: 'row-2.1', note: 'Reel, November' })
    expect(path).toBe(`/receipt/56/${HASH}/row-2.1/UmVlbCwgTm92ZW1iZXI`)
    expect(encodeReceipt({ hash: HASH, name: 'log-3', note: '' })).toBe(PATH)
  })

  test('behavior: every receipt is read back unchanged', () => {
    fc.assert(
      fc.property(anyReceipt, (receipt) => {
        expect(decodeReceipt(encodeReceipt(receipt))).toEqual({ ok: true, ...receipt })
      }),
      propertyRuns(1_000),
    )
  })

  test('behavior: a changed text is refused, or is the canonical text of its content', () => {
    const hostile = fc.constantFrom(
      '',
      '/',
      '%2F',
      '56',
      '1',
      '0',
      'value',
      'log-',
      '.',
      '=',
      'A',
      '\n',
      '😀',
    )
    fc.assert(
      fc.property(anyReceipt, fc.nat(), fc.nat({ max: 3 }), hostile, (receipt, at, gone, put) => {
        const path = encodeReceipt(receipt)
        const place = at % (path.length + 1)
        const text = path.slice(0, place) + put + path.slice(place + gone)
        const decoded = decodeReceipt(text)
        if (decoded.ok) expect(encodeReceipt(decoded)).toBe(text)
      }),
      propertyRuns(2_000),
    )
  })

  test.each([
    ['', 'empty'],
    ['/receipt', 'empty'],
    ['/receipt/', 'empty'],
    [`/r/56/${HASH}/log-3`, 'empty'],
    [`${PATH}/${'A'.repeat(600)}`, 'too-long'],
    [`${PATH}?x=1`, 'foreign-characters'],
    [`${PATH}%20`, 'foreign-characters'],
    [`${PATH}\n`, 'foreign-characters'],
    [PATH.replace('/56/', '/1/'), 'other-chain'],
    [PATH.replace('/56/', '/056/'), 'other-chain'],
    [PATH.replace(HASH, HASH.toUpperCase()), 'hash'],
    [PATH.replace(HASH, HASH.slice(0, -1)), 'hash'],
    [`/receipt/56/${HASH}`, 'name'],
    [PATH.replace('log-3', 'log-03'), 'name'],
    [PATH.replace('log-3', 'log-1234567890'), 'name'],
    [PATH.replace('log-3', 'row-0'), 'name'],
    [PATH.replace('log-3', 'row-1.2.3.4.5'), 'name'],
    [PATH.replace('log-3', 'Value'), 'name'],
    [`${PATH}/`, 'note'],
    [noted('two  spaces'), 'note'],
    [noted('turned \u202e round'), 'note'],
    [noted('x'.repeat(MAX_NOTE + 1)), 'note'],
    [noted(Uint8Array.of(0xff)), 'note'],
    [noted(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41)), 'note'],
    [`${noted('a')}/`, 'unknown-field'],
  ] as const)('error: refuses %j: %s', (path, fault) => {
    expect(decodeReceipt(path)).toEqual({ ok: false, fault })
  })

  test('error: refuses to write a receipt that cannot be read back', () => {
    expect(() => encodeReceipt({ hash: HASH, name: 'log-x', note: '' })).toThrow(RangeError)
    expect(() => encodeReceipt({ hash: HASH, name: 'value', note: ' loose ' })).toThrow(RangeError)
  })
})
