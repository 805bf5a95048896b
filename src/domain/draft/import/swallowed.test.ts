import { expect, test } from 'vitest'
import type { Separator } from './records.ts'
import { maySwallowRow } from './records.ts'

const A = `0x${'a'.repeat(40)}`

test.each<[string, string, Separator, boolean]>([
  ['one line with any content', `${A},5`, ',', false],
  ['an address on another line', `thanks\n${A}`, ',', true],
  ['an address on another line, without a separator', `thanks\r${A}`, 'none', true],
  ['a line that contains the separator and a digit', 'thanks\r\nAnn,5', ',', true],
  ['such a line with a digit of another script', 'thanks\nAnn;٥', ';', true],
  ['such a line without a digit', 'thanks\nAnn, Ben', ',', false],
  ['a digit but no separator', 'thanks\nfor 5', ',', false],
  ['a digit and the separator on different lines', 'thanks, Ann\nfor 5', ',', false],
  ['a line with a digit, in a file without a separator', 'thanks\nfor 5 none, 6', 'none', false],
])('behavior: judges a quoted cell with %s', (_, cell, separator, expected) => {
  expect(maySwallowRow(cell, separator)).toBe(expected)
})
