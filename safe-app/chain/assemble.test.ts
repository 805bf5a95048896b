import { describe, expect, test } from 'vitest'
import { assemble, creationCode } from './assemble.ts'

describe('assemble', () => {
  test('behavior: turns words into bytes, pushes numbers and resolves labels', () => {
    expect(assemble('0x1 0x0200 add ; a comment\n @end jumpi stop end: stop')).toBe(
      '0x60016102000161000b57005b00',
    )
  })

  test('error: names an unknown word, a missing label and a number that is too long', () => {
    expect(() => assemble('multiply')).toThrow('There is no opcode "multiply".')
    expect(() => assemble('@nowhere jump')).toThrow('There is no label "nowhere".')
    expect(() => assemble(`0x${'11'.repeat(33)}`)).toThrow('longer than a word')
  })

  test('behavior: creation code copies everything after it', () => {
    expect(creationCode('0x5b00')).toBe('0x61000280600c6000396000f35b00')
  })
})
