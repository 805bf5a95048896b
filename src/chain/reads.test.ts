import { encodeFunctionResult, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { callOf, fakeRpc, quantity, word } from '../../tests/support/fakeRpc.ts'
import { RpcError } from './Rpc.ts'
import { readContract } from './readContract.ts'
import { checkFunds, readBalances } from './reads.ts'
import { BNB, pinned } from './Token.ts'

const PAYER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdt = pinned.find(({ symbol }) => symbol === 'USDT') ?? BNB
const GWEI = 10n ** 9n
const DECIMALS = '0x313ce567'

describe('readContract', () => {
  const contract = { address: PAYER, abi: erc20Abi } as const

  test('behavior: asks what viem encodes and gives what viem decodes', async () => {
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
    'error: the answer %j is refused',
    async (answer) => {
      await expect(readContract(fakeRpc({ eth_call: () => answer }), contract, 'decimals')).rejects.toThrow()
    },
  )

  test('error: a revert is passed on', async () => {
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
  test('behavior: lists BNB and the pinned tokens in their order', async () => {
    const rpc = fakeRpc({ eth_getBalance: '0x5', eth_call: word(7) })
    const balances = await readBalances(rpc, PAYER)
    expect(balances.map(({ token }) => token)).toEqual(pinned)
    expect(balances.map(({ value }) => value)).toEqual([5n, 7n, 7n, 7n, 7n])
  })

  test('behavior: a balance that cannot be read is unknown, which is not zero', async () => {
    const rpc = fakeRpc({
      eth_getBalance: '0x0',
      eth_call: (params) => (callOf(params).to === usdt.address?.toLowerCase() ? '0x' : word(0)),
    })
    expect((await readBalances(rpc, PAYER)).map(({ value }) => value)).toEqual([0n, null, 0n, 0n, 0n])
  })

  test('error: when no token answers, it says so instead of listing nothing', async () => {
    const rpc = fakeRpc({ eth_getBalance: '0x5', eth_call: '0x' })
    await expect(readBalances(rpc, PAYER)).rejects.toThrow('did not answer')
  })

  test('error: without BNB’s balance there is no list', async () => {
    await expect(readBalances(fakeRpc({ eth_call: word(1) }), PAYER)).rejects.toThrow()
  })
})

describe('checkFunds', () => {
  const node = (native: bigint, balance: bigint, decimals = 18) =>
    fakeRpc({
      eth_getBalance: quantity(native),
      eth_gasPrice: quantity(GWEI),
      eth_call: (params) => word(callOf(params).data.startsWith(DECIMALS) ? decimals : balance),
    })
  const amount = { token: usdt, value: 100n }

  test('behavior: enough of everything is fine', async () => {
    expect(await checkFunds(node(10n ** 18n, 100n), PAYER, amount, 1)).toBeNull()
  })

  test('error: decimals that differ come first, whatever else is wrong', async () => {
    const fault = await checkFunds(node(0n, 0n, 6), PAYER, amount, 1)
    expect(fault).toEqual({ kind: 'decimals-differ', onChain: 6 })
  })

  test('error: one base unit too little is too little', async () => {
    expect(await checkFunds(node(10n ** 18n, 99n), PAYER, amount, 1)).toEqual({
      kind: 'too-little',
      has: { token: usdt, value: 99n },
    })
  })

  test('error: without BNB for the fee nothing can be sent, except by who pays none', async () => {
    expect(await checkFunds(node(0n, 100n), PAYER, amount, 1)).toEqual({ kind: 'no-gas' })
    expect(await checkFunds(node(0n, 100n), PAYER, amount, 0)).toBeNull()
  })

  test('error: all of the BNB leaves nothing for the fee', async () => {
    const all = { token: BNB, value: 10n ** 18n }
    expect(await checkFunds(node(10n ** 18n, 0n), PAYER, all, 1)).toEqual({ kind: 'no-gas' })
    expect(await checkFunds(node(10n ** 18n, 0n), PAYER, all, 0)).toBeNull()
    expect(await checkFunds(node(10n ** 18n - 1n, 0n), PAYER, all, 0)).toEqual({
      kind: 'too-little',
      has: { token: BNB, value: 10n ** 18n - 1n },
    })
  })

  test('error: a token that does not answer is no reason to go on', async () => {
    const rpc = fakeRpc({ eth_getBalance: quantity(10n ** 18n), eth_gasPrice: '0x1', eth_call: '0x' })
    await expect(checkFunds(rpc, PAYER, amount, 1)).rejects.toThrow()
  })
})
