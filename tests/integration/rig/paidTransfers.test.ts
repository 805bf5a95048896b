import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { type Call, transfer } from '#chain/money/Call.ts'
import { BNB } from '#chain/money/Token.ts'
import { createRpc } from '#chain/rpc/createRpc.ts'
import { decodeReceipt, encodeReceipt } from '#domain/receipt/receiptLink.ts'
import { type PaidTransfer, readPaidTransfers } from '#safe/proposal/paidTransfers.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { amountOf } from '../../../rig/seed/amountOf.ts'
import { legacy, type SeededSafe, solo, treasury } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { brand, influencers, owners, type Persona } from '../../../safe-app/accounts.ts'
import { safeContracts } from '../../../safe-app/chain/safeContracts.ts'
import { type RpcProxy, startRpcProxy } from '../../../safe-app/chain/startRpcProxy.ts'
import { borrowRig } from './borrowRig.ts'
import { executeOn } from './proposals.ts'

const [ada, ben] = owners
const [dana, eli] = influencers
const usdt = amountOf('12.5', 'USDT')
const token = usdt.token.address ?? dana.address
const bnb = (text: string) => ({ token: BNB, value: parseEther(text) })

let rig: Rig
let second: RpcProxy

beforeAll(async () => {
  rig = await borrowRig()
  second = await startRpcProxy({ target: rig.chain.rpcUrl, port: 0 })
})
afterAll(async () => {
  await second.stop()
  await rig.stop()
})

const twoNodes = () => createRpc([rig.chain.rpcUrl, second.url])

/** The transfers that two nodes report for a transaction once its block is final. */
async function paidIn(hash: Hex): Promise<readonly PaidTransfer[]> {
  await rig.chain.client.mine({ blocks: 6 })
  const paid = await readPaidTransfers(twoNodes(), hash)
  if (paid.kind !== 'final') throw new Error(`It is ${paid.kind}`)
  for (const { name } of paid.transfers) {
    const link = { hash, name, note: '' }
    expect(decodeReceipt(encodeReceipt(link))).toEqual({ ok: true, ...link })
  }
  return paid.transfers
}

async function send({ account }: Persona, { to, value, data }: Call): Promise<Hex> {
  const receipt = await rig.chain.client.sendTransactionSync({ account, to, value, data, gas: 200_000n })
  if (receipt.status !== 'success') throw new Error('The payment reverted')
  return receipt.transactionHash
}

async function pay(safe: SeededSafe, calls: readonly Call[], some: object = {}): Promise<Hex> {
  const nonce = await rig.chain.client.readContract({
    address: safe.address,
    abi: [
      {
        type: 'function',
        name: 'nonce',
        stateMutability: 'view',
        inputs: [],
        outputs: [{ type: 'uint256' }],
      },
    ],
    functionName: 'nonce',
  })
  const [alone] = calls
  const tx =
    calls.length === 1 && alone
      ? SafeTx.fromCall(alone, nonce)
      : SafeTx.fromCall(
          { to: safeContracts.multiSendCallOnly.address, value: 0n, data: MultiSend.encode(calls) },
          nonce,
          1,
        )
  return executeOn(rig, { ...tx, ...some }, safe.owners.slice(0, safe.threshold), safe)
}

const row = (from: Address, to: Address, value: bigint, name: string) => ({
  token: null,
  from,
  to,
  value,
  logIndex: null,
  name,
  bySafe: from,
})
const inToken = (from: Address, to: Address) =>
  expect.objectContaining({ token, from, to, value: usdt.value, bySafe: null })

describe('a 2-of-3 Safe', () => {
  test('behavior: paying USDT and BNB in one multisend has a receipt for every row', async () => {
    const before = await rig.chain.client.getBalance({ address: eli.address })
    const hash = await pay(treasury, [
      transfer(dana.address, usdt),
      transfer(dana.address, bnb('0.25')),
      transfer(eli.address, bnb('0.5')),
    ])
    const paid = await paidIn(hash)
    expect(paid).toEqual([
      inToken(treasury.address, dana.address),
      row(treasury.address, dana.address, parseEther('0.25'), 'row-2'),
      row(treasury.address, eli.address, parseEther('0.5'), 'row-3'),
    ])
    expect(paid[0]?.name).toBe(`log-${paid[0]?.logIndex}`)
    expect(await rig.chain.client.getBalance({ address: eli.address })).toBe(before + parseEther('0.5'))
  })

  test('error: has no receipt if its execution failed inside, though the transaction succeeded', async () => {
    const tooMuch = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [dana.address, 10n ** 40n],
    })
    const calls = [transfer(dana.address, bnb('0.25')), { to: token, value: 0n, data: tooMuch }]
    const before = await rig.chain.client.getBalance({ address: dana.address })
    // With gas set aside, a failed execution does not revert.
    expect(await paidIn(await pay(treasury, calls, { safeTxGas: 200_000n }))).toEqual([])
    expect(await rig.chain.client.getBalance({ address: dana.address })).toBe(before)
  })

  test('behavior: that pays another Safe counts each payment once, and the sum matches the balance', async () => {
    const before = await rig.chain.client.getBalance({ address: solo.address })
    const hash = await pay(treasury, [
      transfer(solo.address, bnb('0.125')),
      transfer(solo.address, bnb('0.125')),
      transfer(solo.address, bnb('0.0625')),
    ])
    const paid = await paidIn(hash)
    expect(paid.map(({ to, value }) => [to, value])).toEqual(
      ['0.125', '0.125', '0.0625'].map((text) => [solo.address, parseEther(text)]),
    )
    expect(new Set(paid.map(({ name }) => name)).size).toBe(3)
    const sum = paid.reduce((total, { value }) => total + value, 0n)
    expect(await rig.chain.client.getBalance({ address: solo.address })).toBe(before + sum)
  })
})

test('behavior: of version 1.3.0 that pays only BNB has one row', async () => {
  await send(brand, transfer(legacy.address, bnb('1')))
  expect(await paidIn(await pay(legacy, [transfer(dana.address, bnb('0.75'))]))).toEqual([
    row(legacy.address, dana.address, parseEther('0.75'), 'row-1'),
  ])
})

describe('an account with a key', () => {
  test('behavior: pays BNB by the transaction’s value, and USDT by a log', async () => {
    expect(await paidIn(await send(brand, transfer(dana.address, bnb('0.2'))))).toEqual([
      {
        ...row(brand.address, dana.address, parseEther('0.2'), 'value'),
        bySafe: null,
      },
    ])
    expect(await paidIn(await send(brand, transfer(dana.address, usdt)))).toEqual([
      inToken(brand.address, dana.address),
    ])
  })

  test('behavior: has one receipt for paying a Safe, although the Safe logs it too', async () => {
    const hash = await send(brand, transfer(treasury.address, bnb('0.3')))
    expect((await rig.chain.client.getTransactionReceipt({ hash })).logs).toHaveLength(1)
    expect((await paidIn(hash)).map(({ name, value, bySafe }) => [name, value, bySafe])).toEqual([
      ['value', parseEther('0.3'), null],
    ])
    expect(await paidIn(await send(brand, transfer(treasury.address, usdt)))).toEqual([
      inToken(brand.address, treasury.address),
    ])
  })
})

test('error: a lagging node leaves a payment mined but not final', async () => {
  const hash = await send(ben, transfer(ada.address, bnb('0.01')))
  await rig.chain.client.mine({ blocks: 6 })
  second.faults.set({ staleHead: 50 })
  const rpc = twoNodes()
  expect((await readPaidTransfers(rpc, hash)).kind).toBe('mined')
  second.faults.reset()
  expect((await readPaidTransfers(rpc, hash)).kind).toBe('final')
})
