import {
  type Address,
  encodeFunctionData,
  formatUnits,
  getAddress,
  type Hex,
  parseAbi,
  parseEther,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { someOf } from '#tests/support/deep.ts'
import { listenSomewhere } from '#tests/support/freePorts.ts'
import { chainClient } from '../../../safe-app/chain/chainClient.ts'
import { networkOf } from '../../../safe-app/chain/Network.ts'
import { readArtifact } from '../../../safe-app/chain/readArtifact.ts'
import type { LocalSafe } from '../../../safe-app/local/LocalSafe.ts'
import { startLocalSafe } from '../../../safe-app/local/startLocalSafe.ts'
import { the } from '../rig/ask.ts'
import { localSafesForTests } from './localSafesForTests.ts'

const start = localSafesForTests({ blockTime: 0 })

const stranger = getAddress('0x000000000000000000000000000000000000beef')
const balanceOf = (world: LocalSafe, address: Address) =>
  chainClient(world.rpc, networkOf(world.chainId)).getBalance({ address })

async function read<T>({ service, chainId }: LocalSafe, path: string): Promise<T> {
  const response = await fetch(`${service}/v1/chains/${chainId}${path}`)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

describe('a local Safe', () => {
  test.each(someOf([56, 987_654, 1, 137], 2))(
    'behavior: on chain %i a proposal is signed by two owners and executed',
    async (chain) => {
      const world = await start({ chain })
      const { nonce } = await world.propose([{ to: stranger, value: parseEther('2') }])
      await world.sign(nonce, { as: 'Cleo' })
      await world.execute(nonce, { as: 'Ben' })
      expect(await balanceOf(world, stranger)).toBe(parseEther('2'))
      const config = await read<{ chainId: string }>(world, '')
      expect(config.chainId).toBe(`${chain}`)
    },
  )

  test.each(['1.3.0', '1.4.1', '1.5.0'] as const)(
    'behavior: a Safe of version %s sends a batch, which the service lists as one transaction',
    async (version) => {
      const world = await start({ safes: [{ name: 'Mine', owners: ['Ada', 'Ben'], threshold: 2, version }] })
      const { safeTxHash } = await world.propose([
        { to: stranger, value: 1n },
        { to: stranger, value: 2n },
      ])
      await world.actingAs('Ben')
      await world.execute(safeTxHash)
      expect(await balanceOf(world, stranger)).toBe(3n)
      const { address } = the(world.safes[0])
      expect(await read(world, `/safes/${address}`)).toMatchObject({
        version: expect.stringMatching(version),
      })
      expect(await read(world, `/transactions/${safeTxHash}`)).toMatchObject({
        txStatus: 'SUCCESS',
        txInfo: { methodName: 'multiSend', actionCount: 2 },
      })
    },
  )

  test('behavior: equal Safes have different addresses, the first the same as everywhere', async () => {
    const safe = { owners: ['Ada'] }
    const world = await start({
      safes: [
        { ...safe, name: 'One' },
        { ...safe, name: 'Two' },
        { ...safe, name: 'Twenty', saltNonce: 20 },
      ],
    })
    const addresses = world.safes.map(({ address }) => address)
    expect(new Set(addresses).size).toBe(3)
    expect(addresses[0]).toBe('0x3FeF10718cAc1364c73F8991B2d1C6d54bc5C5b2')
    await world.propose([{ to: stranger, value: 1n }], { safe: 'Two' })
    await world.execute(0, { safe: the(addresses[1]) })
    expect(await balanceOf(world, stranger)).toBe(1n)
  })

  test('behavior: modules and a guard are there from the start, and use up no nonce', async () => {
    const guard = getAddress('0x00000000000000000000000000000000000064a2')
    const module = getAddress('0x0000000000000000000000000000000000000d0d')
    const reentrancyGuard = readArtifact(
      '@safe-global/safe-contracts/build/artifacts/contracts/examples/guards/ReentrancyTransactionGuard.sol/ReentrancyTransactionGuard.json',
    )
    const world = await start({
      contracts: [{ ...reentrancyGuard, address: guard }],
      safes: [{ name: 'Guarded', owners: ['Ada'], modules: [module], guard }],
    })
    expect(await read(world, `/safes/${the(world.safes[0]).address}`)).toMatchObject({
      nonce: 0,
      modules: [{ value: module }],
      guard: { value: guard },
    })
    await world.propose([{ to: stranger, value: 5n }])
    await world.execute(0)
    expect(await balanceOf(world, stranger)).toBe(5n)
  })

  test('behavior: a Safe that is not deployed has an address, coins and no code', async () => {
    const world = await start({ safes: [{ name: 'Later', owners: ['Ada'], deployed: false }] })
    const { address } = the(world.safes[0])
    const client = chainClient(world.rpc)
    expect(await client.getCode({ address })).toBeUndefined()
    expect(await client.getBalance({ address })).toBe(parseEther('100'))
    await expect(read(world, `/safes/${address}`)).rejects.toThrow('404')
  })

  test.each(someOf([56, 987_654, 1], 2))(
    'behavior: on chain %i every Safe has coins and 10,000 of each token that the service knows',
    async (chain) => {
      const world = await start({ chain })
      const { items } = await read<{
        items: { balance: string; tokenInfo: { symbol: string; decimals: number } }[]
      }>(world, `/safes/${the(world.safes[0]).address}/balances/usd?trusted=true`)
      const { coin, tokens } = networkOf(chain)
      const amounts = items.map(({ balance, tokenInfo: { symbol, decimals } }) => [
        symbol,
        formatUnits(BigInt(balance), decimals),
      ])
      expect(Object.fromEntries(amounts)).toEqual(
        Object.fromEntries([[coin.symbol, '100'], ...tokens.map(({ symbol }) => [symbol, '10000'])]),
      )
    },
  )

  test('behavior: calls of own contracts are decoded with their names, structs too', async () => {
    const abi = parseAbi([
      'struct Order { address token; uint256 amount; }',
      'function place(Order order, bool now)',
    ])
    const world = await start({ contracts: [{ abi, address: stranger }] })
    const order = { token: stranger, amount: 7n }
    const data = encodeFunctionData({ abi, functionName: 'place', args: [order, true] })
    const { safeTxHash } = await world.propose([{ to: stranger, data }])
    expect(await read(world, `/transactions/${safeTxHash}`)).toMatchObject({
      txInfo: { methodName: 'place' },
      txData: {
        dataDecoded: {
          method: 'place',
          accuracy: 'FULL_MATCH',
          parameters: [
            { name: 'order', type: '(address,uint256)', value: [stranger, '7'] },
            { name: 'now', type: 'bool', value: true },
          ],
        },
      },
    })
  })

  test('behavior: a rejection is proposed by the first owner, signed by the second, and frees the nonce', async () => {
    const world = await start()
    const { nonce, safeTxHash } = await world.propose([{ to: stranger, value: 1n }])
    const rejection = await world.reject(nonce)
    expect(await world.reject(nonce, { as: 'Ben' })).toEqual(rejection)
    await expect(world.sign(nonce, { as: 'Cleo' })).rejects.toThrow(
      /^Nonce 0 has 2 transactions; name one by its safeTxHash: 0x/,
    )
    expect(rejection.safeTxHash).not.toBe(safeTxHash)
    await world.execute(rejection.safeTxHash)
    expect(await balanceOf(world, stranger)).toBe(0n)
    expect(await read(world, `/transactions/${safeTxHash}`)).toMatchObject({ txStatus: 'CANCELLED' })
  })

  test('behavior: a message is created by the first owner, and complete with the second, for the contract too', async () => {
    const world = await start()
    const text = 'This is us'
    const { messageHash } = await world.signMessage(text)
    const message = () => read<{ preparedSignature: Hex | null }>(world, `/messages/${messageHash}`)
    expect(await message()).toMatchObject({ message: text, status: 'NEEDS_CONFIRMATION' })
    expect(await world.signMessage(text, { as: 'Ben' })).toEqual({ messageHash })
    const { preparedSignature } = await message()
    const { address } = the(world.safes[0])
    const signed = { address, message: text, signature: preparedSignature ?? '0x' } as const
    expect(await chainClient(world.rpc, networkOf(world.chainId)).verifyMessage(signed)).toBe(true)
    await expect(world.signMessage(text, { as: 'Stranger' })).rejects.toThrow()
  })

  test('behavior: a snapshot brings back chain and queue, as often as needed', async () => {
    const world = await start()
    const kept = await world.propose([{ to: stranger, value: 1n }])
    const before = await world.snapshot()
    for (let round = 0; round < 2; round += 1) {
      await world.sign(kept.nonce, { as: 'Ben' })
      await world.execute(kept.nonce)
      await world.propose([{ to: stranger, value: 9n }])
      expect(await balanceOf(world, stranger)).toBe(1n)
      await world.restore(before)
      expect(await balanceOf(world, stranger)).toBe(0n)
      expect(await read(world, `/transactions/${kept.safeTxHash}`)).toMatchObject({
        txStatus: 'AWAITING_CONFIRMATIONS',
        detailedExecutionInfo: { confirmations: [expect.anything()] },
      })
      const queue = await read<{ results: readonly unknown[] }>(
        world,
        `/safes/${the(world.safes[0]).address}/multisig-transactions?executed=false`,
      )
      expect(queue.results).toHaveLength(1)
    }
  })

  test('behavior: a fork continues another chain, whose Safes stay, and takes no address twice', async () => {
    const first = await start({ chain: 100 })
    await first.propose([{ to: stranger, value: 4n }], { safe: 'Ada’s Safe' })
    await first.execute(0, { safe: 'Ada’s Safe' })
    const fork = await start({ fork: first.rpc })
    expect(fork.chainId).toBe(100)
    expect(await balanceOf(fork, stranger)).toBe(4n)
    expect(fork.safes.map(({ address }) => address)).not.toContain(the(first.safes[0]).address)
    await fork.propose([{ to: stranger, value: 3n }])
    await fork.execute(0, { as: 'Ben' })
    expect(await balanceOf(fork, stranger)).toBe(7n)
    expect(await balanceOf(first, stranger)).toBe(4n)
  })

  test('behavior: the test wallet is served to any page', async () => {
    const world = await start({ chain: 1 })
    const response = await fetch(world.wallet)
    expect(response.headers.get('content-type')).toMatch(/javascript/)
    expect(await response.text()).toContain('"rpcUrl"')
  })
})

describe('faults', () => {
  test('behavior: those of the service and of the node are set, merged and reset', async () => {
    const { service, rpc } = the(await start()).faults
    await service.set({ status: 503 })
    await service.set({ slow: 5 })
    expect(service.get()).toMatchObject({ status: 503, slow: 5 })
    await service.reset()
    expect(service.get()).toMatchObject({ status: null, slow: 0 })
    await rpc.set({ chainId: 5 })
    expect(rpc.get()).toMatchObject({ chainId: 5 })
  })

  test('behavior: the node’s faults are the app’s, not those of what a test does', async () => {
    const world = await start()
    await world.faults.rpc.set({ rpcError: { code: -32000, message: 'overloaded' } })
    const { nonce } = await world.propose([{ to: stranger, value: 1n }])
    await world.execute(nonce, { as: 'Ben' })
    await expect(balanceOf(world, stranger)).rejects.toThrow('overloaded')
  })

  test('error: a fault that does not exist is refused by name', async () => {
    const { host, service, rpc } = the(await start()).faults
    // A test in JavaScript may pass anything.
    const wrong: Readonly<Record<string, unknown>> = { slwo: 1 }
    for (const faults of [host, service, rpc]) {
      await expect(faults.set(wrong)).rejects.toThrow('There is no fault called "slwo".')
    }
    await expect(service.set({ slow: -1, status: 7 })).rejects.toThrow()
  })
})

describe('mistakes', () => {
  test('error: a name that nobody has is answered with those that exist', async () => {
    const world = await start()
    await expect(world.actingAs('Zoe')).rejects.toThrow(/^There is no test person "Zoe"\. There are: Ada, /)
    await expect(world.sign(0, { safe: 'Nine' })).rejects.toThrow(
      'There is no Safe "Nine". There are: Team Safe, Ada’s Safe, Old Safe (1.3.0), Undeployed Safe.',
    )
    await expect(world.sign(3)).rejects.toThrow(/^Nothing with nonce 3 waits in the queue of 0x/)
    await world.actingAs(null)
    await expect(world.propose([{ to: stranger }])).rejects.toThrow(/^Nobody acts/)
  })

  test('error: a port in use ends the start, and stops the parts that run', async () => {
    const { server, port } = await listenSomewhere()
    await expect(startLocalSafe({ port })).rejects.toThrow('EADDRINUSE')
    server.close()
    const world = await start({ port })
    expect(world.url).toBe(`http://localhost:${port}`)
  })

  test('error: a guard that is no guard is refused with the Safe’s name', async () => {
    await expect(
      startLocalSafe({ safes: [{ name: 'Guarded', owners: ['Ada'], guard: stranger }] }),
    ).rejects.toThrow(`The Safe "Guarded" refuses the guard ${stranger}`)
  })

  test('error: a fork of nothing is said in one sentence', async () => {
    const fork = 'http://127.0.0.1:1'
    await expect(startLocalSafe({ fork })).rejects.toThrow(
      `The node ${fork} does not say which chain to continue.`,
    )
    await expect(startLocalSafe({ fork, chain: 1 })).rejects.toThrow(/^The local chain did not start/)
  })
})
