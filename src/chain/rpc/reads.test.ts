import { encodeFunctionResult, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { BNB, pinned } from '#chain/money/Token.ts'
import { callOf, fakeRpc, word } from '#tests/support/fakeRpc.ts'
import { RpcError } from './Rpc.ts'
import { readBalances, readContract } from './rpcMethods.ts'

const PAYER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdt = pinned.find(({ symbol }) => symbol === 'USDT') ?? BNB

describe('readContract', () => {
  const contract = { address: PAYER, abi: erc20Abi } as const

  test('behavior: encodes and decodes like viem', async () => {
    const rpc = fakeRpc({
      eth_call: (params) => {
        expect(params[1]).toBe('latest')
        expect(callOf(params)).toEqual({ to: PAYER.toLowerCase(), data: '0x95d89b41' })
        return encodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', result: 'USDT' })
      },
    })
    expect(await readContract(rpc, contract, 'symbol')).toBe('USDT')
  })

  test.each([['0x'], ['0x01'], [null], [undefined], [7], [{}]])(
    'error: refuses the answer %j',
    async (answer) => {
      await expect(readContract(fakeRpc({ eth_call: () => answer }), contract, 'decimals')).rejects.toThrow()
    },
  )

  test('error: forwards a revert', async () => {
    const revert = new RpcError(3, 'execution reverted')
    const rpc = fakeRpc({
      eth_call: () => {
        throw revert
      },
    })
    await expect(readContract(rpc, contract, 'decimals')).rejects.toBe(revert)
  })
})

describe('readBalances', () => {
  test('behavior: lists BNB and the pinned tokens in order', async () => {
    const rpc = fakeRpc({ eth_getBalance: '0x5', eth_call: word(7) })
    const balances = await readBalances(rpc, PAYER)
    expect(balances.map(({ token }) => token)).toEqual(pinned)
    expect(balances.map(({ value }) => value)).toEqual([5n, 7n, 7n, 7n, 7n])
  })

  test('behavior: an unreadable balance is unknown, not zero', async () => {
    const rpc = fakeRpc({
      eth_getBalance: '0x0',
      eth_call: (params) => (callOf(params).to === usdt.address?.toLowerCase() ? '0x' : word(0)),
    })
    expect((await readBalances(rpc, PAYER)).map(({ value }) => value)).toEqual([0n, null, 0n, 0n, 0n])
  })

  test('behavior: BNB is returned even if no token answers', async () => {
    const rpc = fakeRpc({ eth_getBalance: '0x5', eth_call: '0x' })
    expect((await readBalances(rpc, PAYER)).map(({ value }) => value)).toEqual([5n, null, null, null, null])
  })

  test('behavior: the tokens are returned even without BNB’s balance', async () => {
    const rpc = fakeRpc({ eth_call: word(1) })
    expect((await readBalances(rpc, PAYER)).map(({ value }) => value)).toEqual([null, 1n, 1n, 1n, 1n])
  })

  test('error: throws if nothing answers', async () => {
    await expect(readBalances(fakeRpc({}), PAYER)).rejects.toThrow()
  })
})
