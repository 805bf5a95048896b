import { type Address, type Hex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TransferLog } from '#chain/logs/logs.ts'
import {
  type BnbScan,
  isBnbScanDone,
  startBnbScan,
  stepBnbBack,
  stepBnbForward,
} from '#chain/logs/scanBnb.ts'
import { isLogScanDone, startLogScan, type TransferScan } from '#chain/logs/scanLogs.ts'
import { transfer } from '#chain/money/Call.ts'
import { BNB, pinned } from '#chain/money/Token.ts'
import { createRpc } from '#chain/rpc/createRpc.ts'
import { readPayment } from '#safe/proposal/paidTransfers.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import type { SafeTx } from '#safe/tx/SafeTx.ts'
import * as SafeTransaction from '#safe/tx/SafeTx.ts'
import { scanTransfers, stepForward } from '#tests/support/scanTransfers.ts'
import { amountOf } from '../../../rig/seed/amountOf.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { brand, influencers, owners, type Persona } from '../../../safe-app/accounts.ts'
import { safeContracts } from '../../../safe-app/chain/safeContracts.ts'
import { type RpcProxy, startRpcProxy } from '../../../safe-app/chain/startRpcProxy.ts'
import { borrowRig } from './borrowRig.ts'
import { executeOn, nonces } from './proposals.ts'

const [ada, ben] = owners
const [, , , , , , , kai] = influencers
const tokens = pinned.flatMap(({ address }) => address ?? [])
const subject = { account: kai.address, tokens, side: 'to' } as const

let rig: Rig
/** Two endpoints: the first serves no logs, the second does. */
let first: RpcProxy
let second: RpcProxy

/** The blocks and hashes of Kai's payments. */
type Story = Readonly<Record<'start' | 'token' | 'bnb' | 'own' | 'payout' | 'end', bigint>> & {
  readonly hashes: Readonly<Record<'token' | 'bnb' | 'own' | 'payout', Hex>>
}
let story: Story

beforeAll(async () => {
  rig = await borrowRig()
  first = await startRpcProxy({ target: rig.chain.rpcUrl, port: 0 })
  second = await startRpcProxy({ target: rig.chain.rpcUrl, port: 0 })
  story = await readStory()
})

afterEach(() => {
  first.faults.reset()
  second.faults.reset()
})

afterAll(async () => {
  await first.stop()
  await second.stop()
  await rig.stop()
})

async function send(from: Persona, to: Address, value: bigint, data: Hex = '0x'): Promise<Hex> {
  const account = from.account
  const receipt = await rig.chain.client.sendTransactionSync({ account, to, value, data, gas: 200_000n })
  if (receipt.status !== 'success') throw new Error('A transaction of the story reverted')
  return receipt.transactionHash
}

/** A payout of BNB and tokens from the treasury, in one multisend. */
async function payOut(): Promise<Hex> {
  const calls = [
    transfer(kai.address, { token: BNB, value: parseEther('0.25') }),
    transfer(kai.address, amountOf('70', 'USDC')),
    transfer(ada.address, { token: BNB, value: parseEther('0.5') }),
  ]
  const { current } = await nonces(rig)
  const row = { to: safeContracts.multiSendCallOnly.address, value: 0n, data: MultiSend.encode(calls) }
  const tx: SafeTx = { ...SafeTransaction.fromCall(row, current), operation: 1 }
  return executeOn(rig, tx, [ada, ben])
}

async function readStory(): Promise<Story> {
  const { client } = rig.chain
  const quiet = () => client.mine({ blocks: 6 })
  const blockOf = async (hash: Hex) => (await client.getTransactionReceipt({ hash })).blockNumber
  await send(brand, TREASURY, parseEther('5'))
  const usdc = amountOf('100', 'USDC')
  await send(brand, usdc.token.address ?? TREASURY, 0n, transfer(TREASURY, usdc).data)
  await quiet()
  const start = await client.getBlockNumber()
  await quiet()
  const usdt = amountOf('12.5', 'USDT')
  const token = await send(brand, usdt.token.address ?? TREASURY, 0n, transfer(kai.address, usdt).data)
  await quiet()
  const bnb = await send(brand, kai.address, parseEther('0.125'))
  await quiet()
  const own = await send(kai, brand.address, parseEther('0.01'))
  await quiet()
  const payout = await payOut()
  await quiet()
  const [tokenAt, bnbAt, ownAt, payoutAt] = await Promise.all([token, bnb, own, payout].map(blockOf))
  const end = await client.getBlockNumber()
  const places = {
    start,
    token: tokenAt ?? 0n,
    bnb: bnbAt ?? 0n,
    own: ownAt ?? 0n,
    payout: payoutAt ?? 0n,
    end,
  }
  return { ...places, hashes: { token, bnb, own, payout } }
}

const rpc = () => createRpc([first.url, second.url])

async function transfersBack(start: TransferScan): Promise<TransferScan> {
  let scan = start
  for await (const state of scanTransfers(rpc(), subject, start, { oldest: story.start + 1n })) scan = state
  return scan
}

async function bnbBack(oldest: bigint): Promise<BnbScan> {
  const begun = await startBnbScan(rpc(), kai.address, story.end)
  if (begun.kind !== 'started') throw new Error(begun.reason)
  let { scan } = begun
  while (!isBnbScanDone(scan, oldest)) scan = await stepBnbBack(rpc(), kai.address, scan, oldest)
  return scan
}

const expectedTransfers = () => [
  {
    value: parseEther('70'),
    from: TREASURY,
    blockNumber: story.payout,
    transactionHash: story.hashes.payout,
  },
  {
    value: parseEther('12.5'),
    from: brand.address,
    blockNumber: story.token,
    transactionHash: story.hashes.token,
  },
]
const expectedBnb = () => [
  { value: parseEther('0.25'), from: null, blockNumber: story.payout, transactionHash: null },
  {
    value: parseEther('0.125'),
    from: brand.address,
    blockNumber: story.bnb,
    transactionHash: story.hashes.bnb,
  },
]

describe('received tokens', () => {
  test('behavior: are all found, though one endpoint serves no logs and the other only a few blocks at once', async () => {
    first.faults.set({ logsOff: true })
    second.faults.set({ logRange: 7 })
    const scan = await transfersBack(startLogScan<TransferLog>(story.end))
    expect(scan).toMatchObject({ from: story.start + 1n, to: story.end, transfers: expectedTransfers() })
    const { timestamp } = await rig.chain.client.getBlock({ blockNumber: scan.from })
    expect(scan.since).toBe(Number(timestamp) * 1000)
  })

  test('error: are not reported as none if no endpoint serves logs', async () => {
    first.faults.set({ logsOff: true })
    second.faults.set({ logsOff: true })
    const scan = await transfersBack(startLogScan<TransferLog>(story.end))
    expect(scan).toMatchObject({ from: story.end + 1n, to: story.end, transfers: [], refusedAt: story.end })
    expect(isLogScanDone(scan)).toBe(true)
  })

  test('error: are covered only up to the head of the endpoint that serves the logs', async () => {
    first.faults.set({ logsOff: true })
    const behind = Number(story.end - story.payout) + 2
    second.faults.set({ staleHead: behind })
    const scan = await transfersBack(startLogScan<TransferLog>(story.end))
    expect(scan.to).toBe(story.end - BigInt(behind))
    expect(scan.transfers).toMatchObject(expectedTransfers().slice(1))
    second.faults.reset()
    const later = await stepForward(rpc(), subject, scan, story.end)
    expect(later).toMatchObject({ to: story.end, transfers: expectedTransfers() })
  })
})

describe('received BNB', () => {
  test('behavior: is found, whether sent by a wallet or by a Safe’s multisend', async () => {
    const scan = await bnbBack(story.start + 1n)
    expect(scan).toMatchObject({ from: story.start + 1n, to: story.end, unexplained: [] })
    expect(scan.arrivals).toEqual(expectedBnb())
  })

  test('behavior: is found as far back as a node keeps state', async () => {
    const { client } = rig.chain
    const depth = Number((await client.getBlockNumber()) - story.payout) + 3
    first.faults.set({ stateDepth: depth })
    second.faults.set({ stateDepth: depth })
    const scan = await bnbBack(1n)
    expect(scan).toMatchObject({ from: story.payout - 2n, to: story.end, back: { stopped: 'refused' } })
    expect(scan.arrivals).toEqual(expectedBnb().slice(0, 1))
  })

  test('behavior: is found in new blocks while the page stays open', async () => {
    const begun = await startBnbScan(rpc(), kai.address, story.start)
    if (begun.kind !== 'started') throw new Error(begun.reason)
    let { scan } = begun
    while (scan.to < story.end) scan = await stepBnbForward(rpc(), kai.address, scan, story.end)
    expect(scan).toMatchObject({ from: story.start + 1n, unexplained: [] })
    expect(scan.arrivals).toEqual(expectedBnb())
  })

  test('error: is not searched for a Safe, because it is a contract and its balance proves nothing', async () => {
    expect(await startBnbScan(rpc(), TREASURY, story.end)).toEqual({
      kind: 'unsupported',
      reason: 'contract',
    })
  })
})

describe('a payment by its hash', () => {
  test('behavior: reads a token payment, a BNB payment, and a Safe’s payout, whose BNB leaves no log', async () => {
    const { hashes } = story
    const to = kai.address
    expect(await readPayment(rpc(), hashes.token)).toMatchObject({
      kind: 'final',
      status: 'success',
      blockNumber: story.token,
      from: brand.address,
      transfers: [{ token: amountOf('1', 'USDT').token.address, to, value: parseEther('12.5') }],
    })
    expect(await readPayment(rpc(), hashes.bnb)).toMatchObject({
      transfers: [{ token: null, from: brand.address, to, value: parseEther('0.125'), logIndex: null }],
    })
    const payout = await readPayment(rpc(), hashes.payout)
    expect('transfers' in payout && payout.transfers).toMatchObject([
      { token: amountOf('1', 'USDC').token.address, from: TREASURY, to, value: parseEther('70') },
    ])
  })

  test('behavior: counts BNB received by a Safe once', async () => {
    const hash = await send(brand, TREASURY, 7n)
    const paid = await readPayment(rpc(), hash)
    expect('transfers' in paid && paid.transfers).toEqual([
      { token: null, from: brand.address, to: TREASURY, value: 7n, logIndex: null },
    ])
  })

  test('behavior: reports an unknown hash', async () => {
    expect(await readPayment(rpc(), `0x${'12'.repeat(32)}`)).toEqual({ kind: 'unknown-hash' })
  })
})
