import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { type AccountCode, kindOfCode } from './accountCode.ts'

test.each<[string, Hex | null, AccountCode]>([
  ['no code', null, 'none'],
  ['empty code', '0x', 'none'],
  ['its own code', '0x6080', 'contract'],
  ['a delegation to a contract (EIP-7702)', `0xef0100${'ab'.repeat(20)}`, 'delegated'],
  ['a delegation in capitals', `0xEF0100${'AB'.repeat(20)}`, 'delegated'],
  ['a delegation with one byte more', `0xef0100${'ab'.repeat(21)}`, 'contract'],
  ['a delegation with one byte less', `0xef0100${'ab'.repeat(19)}`, 'contract'],
  ['the three bytes alone', '0xef0100', 'contract'],
])('behavior: the kind of %s', (_, code, kind) => {
  expect(kindOfCode(code)).toBe(kind)
})
