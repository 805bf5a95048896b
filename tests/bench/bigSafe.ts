import { concat, encodeFunctionData, pad, parseAbi, parseEther } from 'viem'
import { transfer } from '#chain/money/Call.ts'
import { USDT } from '#chain/money/Token.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import buildOnce from '#tests/support/buildOnce.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { startPortalWorld } from '#tests/support/worlds/portalWorld.ts'
import { executionData } from '../../rig/seed/SafeActs.ts'
import { propose } from '../../rig/seed/ServiceClient.ts'
import { treasury } from '../../rig/seed/safes.ts'
import { TREASURY_NONCE } from '../../rig/seed/story.ts'
import { teller } from '../../rig/seed/Teller.ts'
import { owners } from '../../safe-app/accounts.ts'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'
import { sendSync } from '../../safe-app/chain/sendSync.ts'
import { median, print } from './figures.ts'
import { launch } from './loading/visits.ts'
import { longestTask, press, SETTLE, watchTasks } from './longTasks.ts'

const EXECUTED = 5_000
const QUEUED = 60
const OWNERS = 30
const ROUNDS = 5
const aim = 'under 50; 0 for none over 50'
const pages = ['Activity', 'Pay', 'Get paid', 'Overview'] as const
const [ada, ben] = owners
const abi = parseAbi(['function addOwnerWithThreshold(address owner, uint256 _threshold)'])

/** Opens the pages of a Safe with 30 owners, 60 queued and 5,000 executed transactions, and prints their longest tasks. */
export async function bigSafe(): Promise<void> {
  await buildOnce()
  const { world, stop } = await startPortalWorld()
  const browser = await launch()
  try {
    await fill(world.rig.chain.client, world.rig.service.url)
    const page = await browser.newPage()
    await watchTasks(page)
    await world.safe.openApp(page, world.portalUrl, { safe: treasury.name })
    const document = page.frames().find((frame) => frame.url().startsWith(world.portalUrl))
    if (document === undefined) throw new Error('The host has no frame with the portal')
    await page.waitForTimeout(SETTLE)
    print('Overview of a large Safe after loading, its longest task', await longestTask(document), 'ms', aim)
    const longest = new Map(pages.map((name) => [name, [] as number[]]))
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of pages) {
        await press(document, name)
        await page.waitForTimeout(SETTLE)
        longest.get(name)?.push(await longestTask(document))
      }
    }
    for (const [name, all] of longest)
      print(`${name} of a large Safe, its longest task, median`, median(all), 'ms', aim)
  } finally {
    await browser.close()
    await stop()
  }
}

/**
 * Gives the treasury its owners, its past and its queue, on the chain and in the service. Its past has a threshold of
 * one, where the owner’s own call counts as the signature (type 1): signing 10,000 times would take minutes.
 */
async function fill(client: ChainClient, serviceUrl: string): Promise<void> {
  const { address } = treasury
  await client.setBalance({ address, value: parseEther('1000') })
  await client.impersonateAccount({ address })
  const addOwner = (index: number, threshold: bigint) => {
    const data = encodeFunctionData({
      abi,
      functionName: 'addOwnerWithThreshold',
      args: [payeeAt(index), threshold],
    })
    return sendSync(client, { from: address, to: address, data, gas: 300_000n })
  }
  for (let index = treasury.owners.length; index < OWNERS - 1; index++) await addOwner(index, 1n)
  const now = Date.now()
  const past = await teller(client, Math.floor(now / 1000))
  const signature = concat([pad(ben.address), pad('0x', { size: 32 }), '0x01'])
  for (let index = 0; index < EXECUTED; index++) {
    const call = { to: payeeAt(index % 900), value: BigInt(index + 1), data: '0x' } as const
    const tx = SafeTx.fromCall(call, TREASURY_NONCE + BigInt(index))
    await past.send(ben.address, { to: address, data: executionData(tx, signature) })
  }
  await addOwner(OWNERS - 1, 2n)
  for (let index = 0; index < QUEUED; index++) {
    const call = transfer(payeeAt(index), { token: USDT, value: BigInt(index + 1) * 10n ** 18n })
    const tx = SafeTx.fromCall(call, TREASURY_NONCE + BigInt(EXECUTED + index))
    await propose(serviceUrl, { safe: treasury, tx, signers: [ada], note: `Invoice ${index}`, at: now })
  }
}
