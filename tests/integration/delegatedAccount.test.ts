import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BNB } from '#chain/money/Token.ts'
import { getCode, kindOfCode } from '#chain/rpc/rpcMethods.ts'
import { hasLooked, watchIncoming } from '#domain/activity/incoming.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { incomingHashes, seenIn } from '#domain/request/paymentsSeen.ts'
import { requestKey } from '#domain/request/requestLink.ts'
import { attributePayments, requestStatus } from '#domain/request/requestStatus.ts'
import { readPaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { localRpc } from '#tests/support/localRpc.ts'
import { usualRequest } from '#tests/support/requests.ts'
import type { Rig } from '../../rig/startRig.ts'
import { brand, influencers } from '../../safe-app/accounts.ts'
import { BATCH_EXECUTOR } from '../../safe-app/chain/batchExecutor.ts'
import { bsc } from '../../safe-app/chain/Network.ts'
import { broadcast } from '../../safe-app/wallet/broadcast.ts'
import { walletAccount } from '../../safe-app/wallet/buildSandboxWallet.ts'
import { borrowRig } from './rig/borrowRig.ts'

const [, , , , , , kai] = influencers
const VALUE = parseEther('0.25')

let rig: Rig
beforeAll(async () => {
  rig = await borrowRig()
})
afterAll(() => rig.stop())

/** Delegates the account as a wallet's upgrade does: its own transaction with its own authorization (EIP-7702). */
async function delegate(): Promise<void> {
  const { client, rpcUrl } = rig.chain
  const call = { to: kai.address, value: 0n, data: '0x' } as const
  const gas = { gas: 200_000n, lendTo: BATCH_EXECUTOR }
  const hash = await broadcast({ network: bsc, rpcUrl }, walletAccount(kai), call, gas)
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
}

test('behavior: plain BNB to a delegated account (EIP-7702) is found, and its request is Paid', async () => {
  const { client, rpcUrl } = rig.chain
  const rpc = localRpc(rpcUrl)
  await delegate()
  expect(kindOfCode(await getCode(rpc, kai.address))).toBe('delegated')
  const { timestamp } = await client.getBlock()
  const request: PaymentRequest = {
    ...usualRequest,
    payee: kai.address,
    token: BNB,
    asked: { kind: 'exact', value: VALUE },
    madeAt: Number(timestamp),
    dueOn: null,
  }
  const watch = watchIncoming(rpc, kai.address)
  await watch.refresh()
  await expect.poll(() => hasLooked(watch.get())).toBe(true)

  const paid = await client.sendTransactionSync({ account: brand.account, to: kai.address, value: VALUE })
  expect(paid.status).toBe('success')
  await client.mine({ blocks: 70 })
  await expect
    .poll(async () => incomingHashes(await watch.refresh(), request, [request]))
    .toEqual([paid.transactionHash])

  const seen = seenIn(paid.transactionHash, await readPaidTransfers(rpc, paid.transactionHash), request, [])
  expect(seen).toMatchObject([{ value: VALUE, proof: 'final' }])
  const { of } = attributePayments([{ request, claimed: [] }], seen)
  const own = of.get(requestKey(request)) ?? []
  expect(requestStatus(request, own, [], Date.now())).toEqual({ kind: 'paid', received: VALUE })
})
