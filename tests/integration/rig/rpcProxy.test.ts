import { createPublicClient, erc20Abi, type Hex, http, parseEventLogs } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { localTokens } from '../../../rig/chain/portalTokens.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { placeTokens, setTokenBalance } from '../../../safe-app/chain/localTokens.ts'
import { finalizedRefusals } from '../../../safe-app/chain/RpcFaults.ts'
import { type Chain, startChain } from '../../../safe-app/chain/startChain.ts'
import { type RpcProxy, startRpcProxies, startRpcProxy } from '../../../safe-app/chain/startRpcProxy.ts'
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
  proxy.resetCounts()
})

afterAll(async () => {
  await proxy.stop()
  await chain.stop()
})

describe('an RPC endpoint', () => {
  const client = () =>
    createPublicClient({ transport: http(proxy.url, { retryCount: 0, timeout: 500 }), cacheTime: 0 })

  test('behavior: forwards requests, single and batched, with CORS', async () => {
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

  test('behavior: can report another chain', async () => {
    proxy.faults.set({ chainId: 1 })
    expect(await client().getChainId()).toBe(1)
  })

  test('behavior: can lie about one function of one contract', async () => {
    const [usdt, usdc] = [localTokens[0]?.address ?? '0x', localTokens[1]?.address ?? '0x']
    await placeTokens(chain.client, localTokens)
    const decimals = (address: Hex) =>
      client().readContract({ address, abi: erc20Abi, functionName: 'decimals' })
    proxy.faults.set({ callResult: { to: usdt, data: '0x313ce567', result: `0x${'0'.repeat(63)}7` } })
    expect(await Promise.all([decimals(usdt), decimals(usdc)])).toEqual([7, 18])
    expect(proxy.counts().callResult).toBe(1)
  })

  test('behavior: can lag behind the head, in the block number and in reads', async () => {
    const head = await client().getBlockNumber()
    proxy.faults.set({ staleHead: 3 })
    expect(await client().getBlockNumber()).toBe(head - 3n)
    expect((await client().getBlock()).number).toBe(head - 3n)
  })

  test('behavior: can refuse, fail, hang and go down', async () => {
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

  test('behavior: can fail for one method only', async () => {
    proxy.faults.set({ status: 503, match: 'eth_call' })
    expect(await client().getBlockNumber()).toBeGreaterThan(0n)
    await expect(client().call({ to: TREASURY, data: '0x' })).rejects.toThrow(/503/)
  })

  test('behavior: can refuse logs of too many blocks, or all logs', async () => {
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

  test('behavior: can lack the state of old blocks, with public nodes’ error', async () => {
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

  test('behavior: can refuse one request of a batch and answer the others in order', async () => {
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

  test('behavior: can be switched over HTTP, and answers with an error if its chain is down', async () => {
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

describe('an RPC endpoint that lies', () => {
  const [ada] = owners
  const [dana] = influencers
  const token = localTokens[0]?.address ?? '0x'
  const client = () => createPublicClient({ transport: http(proxy.url, { retryCount: 0 }), cacheTime: 0 })
  let paid: { hash: Hex; block: bigint }

  beforeAll(async () => {
    await placeTokens(chain.client, localTokens)
    await setTokenBalance(chain.client, token, ada.address, 1000n)
    const hash = await chain.client.writeContract({
      account: ada.address,
      address: token,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [dana.address, 10n],
    })
    const { blockNumber } = await chain.client.waitForTransactionReceipt({ hash })
    paid = { hash, block: blockNumber }
  })

  const receipt = () => client().getTransactionReceipt({ hash: paid.hash })
  const logs = (toBlock: bigint | 'latest' | 'finalized' = 'latest') =>
    client().getLogs({ address: token, fromBlock: paid.block, toBlock })

  test('behavior: hides the receipt of all transactions or of some', async () => {
    proxy.faults.set({ hideReceipts: true })
    await expect(receipt()).rejects.toThrow('could not be found')
    proxy.faults.set({ receiptsOf: [`0x${'1'.repeat(64)}`] })
    expect((await receipt()).status).toBe('success')
    proxy.faults.set({ receiptsOf: [paid.hash] })
    await expect(receipt()).rejects.toThrow('could not be found')
    expect(proxy.counts()).toEqual({ hideReceipts: 2 })
  })

  test('behavior: changes a receipt’s status and logs', async () => {
    proxy.faults.set({ receiptStatus: '0x0', receiptLogs: 'none' })
    expect(await receipt()).toMatchObject({ status: 'reverted', logs: [] })
    proxy.faults.set({ receiptStatus: '0x1', receiptLogs: 'other' })
    const reported = await receipt()
    expect(reported.status).toBe('success')
    const [transfer] = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: reported.logs })
    expect(transfer?.args.value).toBe(11n)
    expect(proxy.counts()).toEqual({ receiptStatus: 1, receiptLogs: 2 })
  })

  test('behavior: hides logs without an error, and counts only changed answers', async () => {
    expect(await logs()).toHaveLength(1)
    proxy.faults.set({ hideLogs: true })
    expect(await logs()).toEqual([])
    expect(await client().getLogs({ fromBlock: 0n, toBlock: 0n })).toEqual([])
    expect(proxy.counts()).toEqual({ hideLogs: 1 })
  })

  test('behavior: lagging behind the head, it lacks everything later: number, blocks, receipts, logs, nonces, balances', async () => {
    const nonce = await client().getTransactionCount({ address: ada.address })
    const head = await client().getBlockNumber()
    proxy.faults.set({ staleHead: Number(head - paid.block) + 1 })
    const seen = paid.block - 1n
    expect(await client().getBlockNumber()).toBe(seen)
    expect((await client().getBlock({ blockTag: 'pending' })).number).toBe(seen)
    expect((await client().getBlock({ blockTag: 'finalized' })).number).toBe(seen - 2n)
    await expect(client().getBlock({ blockNumber: paid.block })).rejects.toThrow('could not be found')
    await expect(receipt()).rejects.toThrow('could not be found')
    await expect(client().getTransaction({ hash: paid.hash })).rejects.toThrow('could not be found')
    expect(await logs()).toEqual([])
    expect(await logs(paid.block)).toEqual([])
    expect(
      await client().getLogs({ address: token, fromBlock: 0n, toBlock: paid.block + 9n }),
      'the range is cut at the head',
    ).toEqual([])
    for (const blockTag of ['latest', 'pending'] as const) {
      expect(await client().getTransactionCount({ address: ada.address, blockTag })).toBe(nonce - 1)
    }
    const read = { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [dana.address] } as const
    expect(await client().readContract(read)).toBe(0n)
    await expect(client().getBalance({ address: TREASURY, blockNumber: paid.block })).rejects.toThrow(
      'header not found',
    )
    expect(proxy.counts().staleHead).toBeGreaterThanOrEqual(10)
    proxy.faults.reset()
    expect(await logs()).toHaveLength(1)
    expect(await client().readContract(read)).toBe(10n)
  })

  test('behavior: limits one method only, with its own error or with HTTP 429', async () => {
    proxy.faults.set({ rateLimit: { method: 'eth_getLogs', as: 'rpc' } })
    await expect(logs()).rejects.toMatchObject({ cause: { code: -32005 } })
    expect(await client().getBlockNumber()).toBeGreaterThan(0n)
    proxy.faults.set({ rateLimit: { method: 'eth_getLogs', as: 'http' } })
    await expect(logs()).rejects.toThrow(/429/)
    expect(await client().getBlockNumber()).toBeGreaterThan(0n)
    expect(proxy.counts()).toEqual({ rateLimit: 2 })
  })

  test.each(Object.entries(finalizedRefusals))(
    'behavior: refuses only the finalized tag, with "%s"',
    async (_, { code, message }) => {
      proxy.faults.set({ finalizedError: { code, message } })
      const final = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['finalized', false] }
      expect((await ask(proxy.url, '', { body: final })).body).toMatchObject({ error: { code, message } })
      await expect(logs('finalized')).rejects.toThrow()
      expect((await client().getBlock()).number).toBeGreaterThan(0n)
      expect(proxy.counts()).toEqual({ finalizedError: 2 })
    },
  )

  test('behavior: lets finality lag while the head advances', async () => {
    await chain.client.mine({ blocks: 30 })
    proxy.faults.set({ finalityLag: 25 })
    const head = await client().getBlockNumber()
    expect((await client().getBlock({ blockTag: 'finalized' })).number).toBe(head - 25n)
    expect((await client().getBlock({ blockTag: 'safe' })).number).toBe(head - 25n)
    expect((await client().getBlock()).number).toBe(head)
    proxy.faults.set({ staleHead: 3 })
    expect((await client().getBlock({ blockTag: 'finalized' })).number).toBe(head - 28n)
    expect(proxy.counts()).toEqual({ finalityLag: 3, staleHead: 1 })
  })

  test('behavior: runs beside others with their own faults, and reports over HTTP how often each acted', async () => {
    const { endpoints, urls, stop } = await startRpcProxies({ target: chain.rpcUrl, count: 3 })
    expect(urls.split(',')).toHaveLength(3)
    endpoints[1]?.faults.set({ staleHead: 1 })
    endpoints[2]?.faults.set({ down: true })
    const heads = await Promise.allSettled(
      urls
        .split(',')
        .map((url) => createPublicClient({ transport: http(url, { retryCount: 0 }) }).getBlockNumber()),
    )
    const head = await chain.client.getBlockNumber()
    expect(heads).toMatchObject([{ value: head }, { value: head - 1n }, { status: 'rejected' }])
    const url = endpoints[1]?.url ?? ''
    expect((await ask(url, '/rig/counts')).body).toEqual({ staleHead: 1 })
    expect(endpoints[2]?.counts()).toEqual({ down: 1 })
    await stop()
  })
})
