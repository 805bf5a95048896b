import { expect, test } from 'vitest'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { readDecimals } from './account.ts'

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const saying =
  (value: number): Rpc =>
  async () =>
    word(value)
const silent: Rpc = () => Promise.reject(new Error('down'))
const inLargerBatch = (...witnesses: readonly Rpc[]): Rpc => Object.assign(saying(6), { witnesses })

test('behavior: a token’s decimals are those on which two nodes agree, even if another is silent', async () => {
  expect(await readDecimals(inLargerBatch(saying(9), saying(9)), payeeAt(1))).toBe(9)
  expect(await readDecimals(inLargerBatch(saying(9), silent, saying(9)), payeeAt(1))).toBe(9)
  expect(await readDecimals(saying(8), payeeAt(1))).toBe(8)
})

test.each<[string, Rpc, string]>([
  ['two nodes that differ', inLargerBatch(saying(6), saying(18)), 'malformed'],
  ['one node alone of several', inLargerBatch(saying(6), silent), 'unreachable'],
  ['more decimals than any token has', inLargerBatch(saying(77), saying(77)), 'malformed'],
])('error: %s give no decimals', async (_, rpc, kind) => {
  await expect(readDecimals(rpc, payeeAt(1))).rejects.toMatchObject({ name: 'PortalError', kind })
})
