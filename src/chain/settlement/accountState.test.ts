import { expect, test } from 'vitest'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { fakeRpc } from '#tests/support/fakeRpc.ts'
import { getAccountState } from './settlement.ts'

const ACCOUNT = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const answers = { eth_getBalance: '0x10', eth_getTransactionCount: '0x2', eth_getCode: '0x' }

test('behavior: balance, nonce and code come from one block and one endpoint', async () => {
  const asked: unknown[] = []
  const groups = new Set<unknown>()
  const rpc: Rpc = (method, params = [], together) => {
    asked.push([method, ...params])
    groups.add(together)
    return fakeRpc(answers)(method, params)
  }
  expect(await getAccountState(rpc, ACCOUNT, 255n)).toEqual({
    block: 255n,
    balance: 16n,
    nonce: 2n,
    code: 'none',
  })
  expect(asked).toEqual([
    ['eth_getBalance', ACCOUNT, '0xff'],
    ['eth_getTransactionCount', ACCOUNT, '0xff'],
    ['eth_getCode', ACCOUNT, '0xff'],
  ])
  expect(groups).toEqual(new Set([expect.any(Object)]))
})

test('behavior: an account delegated to a contract (EIP-7702) is no contract', async () => {
  const lent = { ...answers, eth_getCode: `0xef0100${'12'.repeat(20)}` }
  expect(await getAccountState(fakeRpc(lent), ACCOUNT, 1n)).toMatchObject({ code: 'delegated' })
})

test.each([
  ['eth_getBalance', null],
  ['eth_getTransactionCount', 'many'],
  ['eth_getCode', null],
])('error: rejects %s answered with %j', async (method, answer) => {
  const rpc = fakeRpc({ ...answers, [method]: () => answer })
  await expect(getAccountState(rpc, ACCOUNT, 1n)).rejects.toThrow()
})
