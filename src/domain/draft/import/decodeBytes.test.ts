import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { decodeBytes, type FileFault, fileFaultText, MAX_BYTES } from './decodeBytes.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}

const TEXT = 'address;amount\r\nJürgen 😀;1'

test.each([
  ['UTF-8', utf8(TEXT)],
  ['UTF-8 with its mark', utf8(`\ufeff${TEXT}`)],
  ['UTF-16, little end first', utf16(TEXT, false)],
  ['UTF-16, big end first', utf16(TEXT, true)],
])('behavior: decodes %s without its byte order mark', (_, bytes) => {
  expect(decodeBytes(bytes)).toEqual({ ok: true, text: TEXT })
})

test.each<[string, Uint8Array, FileFault]>([
  ['no bytes', new Uint8Array(), 'empty'],
  ['nothing but a mark', utf8('\ufeff'), 'empty'],
  ['too many bytes', new Uint8Array(MAX_BYTES + 1).fill(65), 'too-large'],
  ['a spreadsheet', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0]), 'workbook'],
  ['an empty archive', new Uint8Array([0x50, 0x4b, 0x05, 0x06]), 'workbook'],
  [
    'an old spreadsheet',
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]),
    'old-spreadsheet',
  ],
  ['Latin-1', new Uint8Array([0x4a, 0xfc, 0x72]), 'not-utf-8'],
  ['an overlong slash', new Uint8Array([0xc0, 0xaf]), 'not-utf-8'],
  ['half a surrogate pair in UTF-8', new Uint8Array([0xed, 0xa0, 0x80]), 'not-utf-8'],
  ['UTF-16 that ends in the middle', utf16('abc', false).slice(0, -1), 'not-utf-16'],
  ['half a surrogate pair in UTF-16', utf16('a\ud800b', true), 'not-utf-16'],
  ['UTF-16 without its mark', utf16('abc', false).slice(2), 'nul-bytes'],
  ['UTF-32', new Uint8Array([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), 'nul-bytes'],
  ['a NUL byte', utf8('a\0b'), 'nul-bytes'],
])('error: refuses %s and says what to do', (_, bytes, fault) => {
  expect(decodeBytes(bytes)).toEqual({ ok: false, fault })
  if (fault !== 'workbook') expect(fileFaultText[fault]).toMatch(/^[A-Z].*\.$/)
})

test('behavior: a decoded text encodes back to the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const read = decodeBytes(bytes)
      if (!read.ok || bytes[0] === 0xff || bytes[0] === 0xfe) return
      const again = utf8(read.text)
      expect([again, utf8(`\ufeff${read.text}`)]).toContainEqual(bytes)
    }),
    propertyRuns(500),
  )
})
