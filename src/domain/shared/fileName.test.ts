import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { fileName } from './csvCells.ts'

test.each([
  [['Portal', 'safe', '0xAb'], 'portal-safe-0xab.csv'],
  [['../../etc/passwd'], 'etc-passwd.csv'],
  [['invoice\u202Egnp.exe'], 'invoice-gnp-exe.csv'],
  [['.hidden', ''], 'hidden.csv'],
  [['данные', '=1+1'], '1-1.csv'],
  [[''], 'file.csv'],
])('behavior: %j gives the file name %s', (parts, name) => {
  expect(fileName(parts, 'csv')).toBe(name)
})

test('behavior: for any parts, a name has only small letters, digits and hyphens, and one extension', () => {
  fc.assert(
    fc.property(fc.array(anyUnicode()), (parts) => {
      expect(fileName(parts, 'png')).toMatch(/^[a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?\.png$/)
    }),
    propertyRuns(250),
  )
})
