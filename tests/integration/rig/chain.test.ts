import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { seededSafes, setupOf, TREASURY } from '../../../rig/seed/safes.ts'
import { seed } from '../../../rig/seed/seed.ts'
import { type Rig, startRig } from '../../../rig/startRig.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { anvilBinary } from '../../../safe-app/chain/anvilBinary.ts'
import { safeAddress } from '../../../safe-app/chain/createSafe.ts'
import { startChain } from '../../../safe-app/chain/startChain.ts'
import { ask } from './ask.ts'
import { history } from './documents.ts'

describe('the chain', () => {
  test('behavior: has BSC’s chain id, listens on loopback, and finality follows two blocks behind', async () => {
    const chain = await startChain({ port: 0 })
    expect(chain.rpcUrl).toBe(`http://127.0.0.1:${chain.port}`)
    expect(await chain.client.getChainId()).toBe(56)
    await chain.client.mine({ blocks: 5 })
    expect((await chain.client.getBlock({ blockTag: 'safe' })).number).toBe(4n)
    expect((await chain.client.getBlock({ blockTag: 'finalized' })).number).toBe(3n)
    await chain.stop()
    await expect(chain.client.getChainId()).rejects.toThrow()
  })

  test('behavior: with a block time, blocks are mined regularly and a transaction does not wait for one', async () => {
    const chain = await startChain({ port: 0, blockTime: 1 })
    const [ada] = owners
    const receipt = await chain.client.sendTransactionSync({ account: ada.account, to: TREASURY, value: 1n })
    await vi.waitFor(
      async () => {
        const finalized = await chain.client.getBlock({ blockTag: 'finalized' })
        expect(finalized.number).toBeGreaterThanOrEqual(receipt.blockNumber)
      },
      { timeout: 6_000, interval: 100 },
    )
    await chain.stop()
  })

  test('error: names a port that is taken', async () => {
    const chain = await startChain({ port: 0 })
    await expect(startChain({ port: chain.port })).rejects.toThrow(/The local chain did not start/)
    await chain.stop()
  })

  test('behavior: stops when its parent process ends in any way', async () => {
    const script = fileURLToPath(new URL('../../../safe-app/chain/startChain.ts', import.meta.url))
    const code = `import(${JSON.stringify(script)}).then(async ({ startChain }) => console.log((await startChain({ port: 0 })).rpcUrl))`
    const parent = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const rpcUrl = await new Promise<string>((resolve) => {
      parent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    })
    const alive = async () =>
      (await fetch(rpcUrl, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' }))
        .status
    expect(await alive()).toBeGreaterThan(0)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(alive()).rejects.toThrow('fetch failed'), { timeout: 5_000, interval: 50 })
  })

  test('error: a platform without an anvil build gets a message that says what to do', () => {
    expect(() => anvilBinary('sunos', 'sparc')).toThrow('There is no anvil for sunos on sparc')
    const here = `${process.platform}-${process.arch}`
    const elsewhere = here === 'darwin-arm64' ? (['linux', 'arm64'] as const) : (['darwin', 'arm64'] as const)
    expect(() => anvilBinary(...elsewhere)).toThrow(/is missing: run "npm ci" without --omit=optional/)
  })
})

describe('the seed', () => {
  let rig: Rig

  beforeAll(async () => {
    rig = await startRig({ chainPort: 0, servicePort: 0 })
  })

  afterAll(() => rig.stop())

  test('behavior: every Safe has the address of its setup, and code if it is deployed', async () => {
    for (const safe of seededSafes) {
      expect(await safeAddress(rig.chain.client, setupOf(safe))).toBe(safe.address)
      const code = await rig.chain.client.getCode({ address: safe.address })
      expect(code !== undefined).toBe(safe.deployed)
    }
  })

  test('behavior: seeding again changes neither the chain nor the service', async () => {
    const state = async () => ({
      block: await rig.chain.client.getBlockNumber(),
      queue: (await ask(rig.service.url, '/v1/chains/56/safes/T/transactions/queued')).body,
      history: (await ask(rig.service.url, '/v1/chains/56/safes/T/transactions/history')).body,
      balances: (await ask(rig.service.url, '/v1/chains/56/safes/T/balances/usd')).body,
    })
    const before = await state()
    await seed({ rpcUrl: rig.chain.rpcUrl, serviceUrl: rig.service.url })
    expect(await state()).toEqual(before)
  })

  test('behavior: the history is in the past, the chain’s clock in the present, and everything is final', async () => {
    const { timestamp } = await rig.chain.client.getBlock()
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(30)
    const rows = await history(rig.service.url, TREASURY)
    const dated = rows.map((row) => row.timestamp)
    expect(Math.max(...dated)).toBeLessThan(Date.now() - 12 * 3_600_000)
    const days = new Set(dated.map((time) => new Date(time).toDateString()))
    expect(days.size).toBeGreaterThanOrEqual(5)
    const finalized = await rig.chain.client.getBlock({ blockTag: 'finalized' })
    expect(Number(finalized.timestamp) * 1000).toBeGreaterThan(Math.max(...dated))
  })
})
