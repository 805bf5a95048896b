import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import {
  cleanLines,
  detailsFault,
  keepOwnDetails,
  LONGEST_DETAILS,
  parseOwnDetails,
  readOwnDetails,
} from './ownDetails.ts'

const own = { name: 'Nordlicht Media', text: 'Kai 1\nHamburg\n\nUSt-ID DE123' }

describe('own details', () => {
  test('behavior: are kept in this browser, and removed once they are empty', () => {
    const { storage, kept } = memoryStorage()
    expect(readOwnDetails(storage)).toBeNull()
    keepOwnDetails(storage, own)
    expect(readOwnDetails(storage)).toEqual(own)
    expect(kept.get('portal.details')).toBe(JSON.stringify({ version: 1, ...own }))
    keepOwnDetails(storage, { name: '', text: '' })
    expect(kept.size).toBe(0)
  })

  test('behavior: any text is cleaned line by line, once and for all, and read back as it was kept', () => {
    fc.assert(
      fc.property(fc.array(anyUnicode({ maxLength: 60 }), { maxLength: 8 }), (lines) => {
        const text = cleanLines(lines.join('\n'))
        expect(cleanLines(text)).toBe(text)
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
        const { storage } = memoryStorage()
        const details = { name: 'Dana', text }
        keepOwnDetails(storage, details)
        expect(readOwnDetails(storage)).toEqual(details)
      }),
      propertyRuns(150),
    )
  })

  test.each([
    [
      'a name that is too long',
      { name: 'x'.repeat(81), text: '' },
      { name: '81 characters. The limit is 80.' },
    ],
    [
      'too many characters',
      { name: '', text: 'x'.repeat(2_001) },
      { text: '2001 characters. The limit is 2000.' },
    ],
    ['too many lines', { name: '', text: 'x\n'.repeat(41).trim() }, { text: '41 lines. The limit is 40.' }],
  ])('error: %s are refused', (_, details, faults) => {
    expect(detailsFault(details)).toEqual(faults)
    expect(parseOwnDetails(details)).toBeNull()
  })

  test('behavior: exactly the longest ones fit', () => {
    expect(detailsFault({ name: 'x'.repeat(80), text: 'x'.repeat(LONGEST_DETAILS) })).toBeNull()
  })

  test.each([
    ['no object', '7'],
    ['no text', '{"version":1,"name":"Dana"}'],
    ['hidden characters', '{"version":1,"name":"Da\u202ena","text":""}'],
    ['other white space', '{"version":1,"name":"Dana ","text":""}'],
    ['nothing in it', '{"version":1,"name":"","text":""}'],
    ['no JSON', '{'],
  ])('error: %s in storage is no entry', (_, text) => {
    const { storage, kept } = memoryStorage()
    kept.set('portal.details', text)
    expect(readOwnDetails(storage)).toBeNull()
  })
})
