import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transfer } from '#chain/money/Call.ts'
import type * as SafeTx from '#safe/tx/SafeTx.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { amountOf } from '../../../rig/seed/amountOf.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import { type Rig, startRig } from '../../../rig/startRig.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { sendSync } from '../../../safe-app/chain/sendSync.ts'
import { changesBetween } from '../../../safe-app/service/indexer/changesBetween.ts'
import { createIndexer } from '../../../safe-app/service/indexer/Indexer.ts'
import { ask } from './ask.ts'
import { history } from './documents.ts'
import { detailsOf, executeOn, nonces, payout, proposalBody, proposeTo } from './proposals.ts'

const [ada, ben, cleo] = owners

let rig: Rig

beforeAll(async () => {
  rig = await startRig({ chainPort: 0, servicePort: 0 })
})

afterAll(() => rig.stop())

async function statusOf(tx: SafeTx.SafeTx): Promise<string> {
  return (await detailsOf(rig, tx)).body.txStatus
}

describe('the chain reorganises', () => {
  test('behavior: reverted executions leave the service, and their replacements are found', async () => {
    const { client } = rig.chain
    const { current } = await nonces(rig)
    const id = await client.snapshot()
    const tx = payout(current, '32')
    await proposeTo(rig, tx, ada)
    await executeOn(rig, tx, [ada, ben])
    expect(await statusOf(tx)).toBe('SUCCESS')

    await client.revert({ id })
    // The proposal is stored by the service and stays; the execution was on the chain and is gone.
    expect(await statusOf(tx)).toBe('AWAITING_CONFIRMATIONS')
    expect((await nonces(rig)).current).toBe(current)

    const instead = payout(current, '33')
    await executeOn(rig, instead, [ben, cleo])
    expect(await statusOf(instead)).toBe('SUCCESS')
    expect(await statusOf(tx)).toBe('CANCELLED')
    const times = (await history(rig.service.url, TREASURY)).filter(({ txHash }) => txHash !== null).length
    expect(times).toBe(new Set((await history(rig.service.url, TREASURY)).map(({ id: row }) => row)).size)
  })

  test('behavior: the gateway, not the service behind it, refuses a proposal below the Safe’s nonce', async () => {
    const { current } = await nonces(rig)
    await executeOn(rig, payout(current, '34'), [ada, ben])
    const late = await proposalBody(payout(0n, '35'), ada)
    const refused = await ask(rig.service.url, `/v1/chains/56/transactions/${TREASURY}/propose`, {
      body: late,
    })
    expect(refused).toMatchObject({ status: 422, body: { message: 'Invalid nonce', statusCode: 422 } })
  })
})

describe('the indexer', () => {
  test('behavior: of a chain that went back reads only what is new, and knows what a new indexer knows', async () => {
    const { client } = rig.chain
    const pay = () => {
      const call = transfer(payeeAt(42_000), amountOf('1', 'USDT'))
      return sendSync(client, { ...call, from: ada.address, gas: 100_000n })
    }
    const blocks: bigint[] = []
    const getBlock: typeof client.getBlock = (args) => {
      if (args?.blockNumber !== undefined) blocks.push(args.blockNumber)
      return client.getBlock(args)
    }
    const indexer = createIndexer({ ...client, getBlock }, 0n)
    await indexer.sync()
    const before = indexer.facts()
    const [id, kept] = [await client.snapshot(), await client.getBlockNumber()]
    for (const payments of [2, 1]) {
      for (let made = 0; made < payments; made += 1) {
        await pay()
        await indexer.sync()
      }
      const fresh = createIndexer(client, 0n)
      await fresh.sync()
      expect(indexer.facts()).toEqual(fresh.facts())
      expect(indexer.facts().transfers).toHaveLength(before.transfers.length + payments)
      if (payments === 2) {
        expect(changesBetween(before, indexer.facts())).toHaveLength(4)
        await client.revert({ id })
        blocks.length = 0
      }
    }
    expect(changesBetween(before, indexer.facts())).toBeNull()
    expect(blocks.filter((number) => number < kept)).toEqual([])
  })
})

describe('a chain that went on for long', () => {
  /** All at once, a node answered some of 5,000 too late, and the service failed from then on. */
  test('error: is read in parts, and completely', async () => {
    const { client } = rig.chain
    const to = payeeAt(41_000)
    const BLOCKS = 300
    const call = transfer(to, amountOf('1', 'USDT'))
    for (let block = 0; block < BLOCKS; block++) {
      await sendSync(client, { ...call, from: ada.address, gas: 100_000n })
    }
    let now = 0
    let most = 0
    const getBlock: typeof client.getBlock = async (asked) => {
      most = Math.max(most, ++now)
      return client.getBlock(asked).finally(() => now--)
    }
    const indexer = createIndexer({ ...client, getBlock }, 0n)
    await indexer.sync()
    expect(indexer.facts().transfers.filter((one) => one.to === to)).toHaveLength(BLOCKS)
    expect(most).toBeLessThanOrEqual(250)
  })
})
