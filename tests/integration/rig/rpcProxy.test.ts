import { createPublicClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TREASURY } from '../../../safe-app/accounts.ts'
import { type Chain, startChain } from '../../../safe-app/chain/startChain.ts'
import { type RpcProxy, startRpcProxy } from '../../../safe-app/chain/startRpcProxy.ts'
import { ask } from './ask.ts'

let chain: Chain
let proxy: RpcProxy

beforeAll(async () => {
  chain = await startChain({ port: 0 })
  await chain.client.mine({ blocks: 5 })
  proxy = await startRpcProxy({ target: chain.rpcUrl, port: 0 })
})

afterEach(() => {
  proxy.faults.reset()
})

afterAll(async () => {
  await proxy.stop()
  await chain.stop()
})

describe('an RPC endpoint', () => {
  const client = () =>
    createPublicClient({ transport: http(proxy.url, { retryCount: 0, timeout: 500 }), cacheTime: 0 })

  test('behavior: passes requests through, alone and in batches, with CORS', async () => {
    expect(await client().getChainId()).toBe(56)
    const body = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_blockNumber', params: [] }))
    const { body: answers, headers } = await ask(proxy.url, '', { body })
    const result = `0x${(await chain.client.getBlockNumber()).toString(16)}`
    expect(answers).toMatchObject([
      { id: 1, result },
      { id: 2, result },
    ])
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('behavior: claims another chain', async () => {
    proxy.faults.set({ chainId: 1 })
    expect(await client().getChainId()).toBe(1)
  })

  test('behavior: falls behind the head, for the block number and for what is read at it', async () => {
    const head = await client().getBlockNumber()
    proxy.faults.set({ staleHead: 3 })
    expect(await client().getBlockNumber()).toBe(head - 3n)
    expect((await client().getBlock()).number).toBe(head - 3n)
  })

  test('behavior: refuses, stumbles, hangs and dies', async () => {
    proxy.faults.set({ rpcError: { code: -32005, message: 'limit exceeded' } })
    await expect(client().getBlockNumber()).rejects.toThrow('limit exceeded')
    proxy.faults.set({ rpcError: null, status: 429, retryAfter: 1 })
    await expect(client().getBlockNumber()).rejects.toThrow(/429/)
    proxy.faults.set({ status: null, html: true })
    await expect(client().getBlockNumber()).rejects.toThrow()
    proxy.faults.set({ html: false, malformed: true })
    await expect(client().getBlockNumber()).rejects.toThrow()
    proxy.faults.set({ malformed: false, hang: true })
    await expect(client().getBlockNumber()).rejects.toThrow(/took too long/)
    proxy.faults.set({ hang: false, down: true })
    await expect(client().getBlockNumber()).rejects.toThrow(/fetch failed|HTTP request failed/)
    proxy.faults.reset()
    expect(await client().getBlockNumber()).toBeGreaterThan(0n)
  })

  test('behavior: fails for one method only', async () => {
    proxy.faults.set({ status: 503, match: 'eth_call' })
    expect(await client().getBlockNumber()).toBeGreaterThan(0n)
    await expect(client().call({ to: TREASURY, data: '0x' })).rejects.toThrow(/503/)
  })

  test('behavior: refuses logs of more blocks than it likes, or all of them', async () => {
    const logs = (fromBlock: bigint, toBlock: bigint) => client().getLogs({ fromBlock, toBlock })
    proxy.faults.set({ logRange: 2 })
    expect(await logs(1n, 2n)).toEqual([])
    await expect(logs(1n, 3n)).rejects.toThrow('limit exceeded')
    await expect(client().getLogs({ fromBlock: 1n, toBlock: 'latest' })).rejects.toThrow('limit exceeded')
    proxy.faults.set({ logRange: null, logsOff: true })
    await expect(logs(1n, 1n)).rejects.toMatchObject({ cause: { code: -32005 } })
    proxy.faults.reset()
    expect(await logs(1n, 5n)).toEqual([])
  })

  test('behavior: has no state of old blocks, and says so as public nodes do', async () => {
    const head = await client().getBlockNumber()
    const at = (blockNumber: bigint) =>
      Promise.all([
        client().getBalance({ address: TREASURY, blockNumber }),
        client().getTransactionCount({ address: TREASURY, blockNumber }),
        client().getCode({ address: TREASURY, blockNumber }),
      ])
    proxy.faults.set({ stateDepth: 2 })
    expect(await at(head - 2n)).toEqual([0n, 0, undefined])
    await expect(at(head - 3n)).rejects.toThrow('missing trie node')
    await expect(client().call({ to: TREASURY, data: '0x', blockNumber: head - 3n })).rejects.toThrow(
      'missing trie node',
    )
    expect(await client().getBalance({ address: TREASURY })).toBe(0n)
    expect((await client().getBlock({ blockNumber: head - 3n })).number).toBe(head - 3n)
    proxy.faults.set({ staleHead: 1 })
    expect(await at(head - 3n)).toEqual([0n, 0, undefined])
  })

  test('behavior: refuses one question of a batch and answers the others in their order', async () => {
    proxy.faults.set({ logsOff: true })
    const body = ['eth_chainId', 'eth_getLogs', 'eth_chainId'].map((method, id) => {
      return { jsonrpc: '2.0', id, method, params: method === 'eth_getLogs' ? [{}] : [] }
    })
    const { body: answers } = await ask(proxy.url, '', { body })
    expect(answers).toMatchObject([
      { id: 0, result: '0x38' },
      { id: 1, error: { code: -32005, message: 'limit exceeded' } },
      { id: 2, result: '0x38' },
    ])
  })

  test('behavior: is switched over HTTP, and dies with the chain behind it', async () => {
    await ask(proxy.url, '/rig/faults', { body: { chainId: 97 } })
    expect(await client().getChainId()).toBe(97)
    await ask(proxy.url, '/rig/faults', { method: 'DELETE' })
    expect(await client().getChainId()).toBe(56)
    const orphan = await startRpcProxy({ target: 'http://127.0.0.1:1', port: 0 })
    await expect(ask(orphan.url, '', { body: { id: 1, method: 'eth_chainId' } })).rejects.toThrow(
      'fetch failed',
    )
    await orphan.stop()
  })
})
