import { type Address, getAddress, isAddressEqual, keccak256, slice, stringToHex, toHex } from 'viem'
import { type ChainClient, chainClient } from '../../safe-app/chain/chainClient.ts'
import { safeAddress } from '../../safe-app/chain/createSafe.ts'
import { fillQueue } from './fillQueue.ts'
import { fund } from './fund.ts'
import { giveNames } from './names.ts'
import { seededSafes, setupOf } from './safes.ts'
import { teller } from './Teller.ts'
import { tellHistory } from './tellHistory.ts'

/** Blocks that `finalized` stays behind the head: the whole history must be final. */
const FINALITY = 2

/**
 * Fills the local chain and the service with a small agency's past nine days and a queue. Does nothing if it
 * has run before. On a chain younger than the history, the history is compressed. Throws if a Safe does not
 * get its address from `safes.ts`.
 */
export async function seed({ rpcUrl, serviceUrl }: { rpcUrl: string; serviceUrl: string }): Promise<void> {
  const client = chainClient(rpcUrl)
  const now = Date.now()
  if (!(await isReported(client))) {
    for (const safe of seededSafes) {
      const actual = await safeAddress(client, setupOf(safe))
      if (!isAddressEqual(actual, safe.address))
        throw new Error(`${safe.name} is at ${actual}, not ${safe.address}`)
    }
    await fund(client)
    await giveNames(client)
    await tellHistory(client, serviceUrl, await teller(client, Math.floor(now / 1000)))
    await catchUp(client)
    await client.setStorageAt({ address: MARK, index: toHex(0, { size: 32 }), value: toHex(1, { size: 32 }) })
  }
  await fillQueue(serviceUrl, now)
}

/** An otherwise unused account whose storage marks a completed seed. */
const MARK: Address = getAddress(slice(keccak256(stringToHex('influencer portal: the story is told')), 12))

async function isReported(client: ChainClient): Promise<boolean> {
  return BigInt((await client.getStorageAt({ address: MARK, slot: toHex(0) })) ?? 0) === 1n
}

/** Brings the chain's clock to the present. */
async function catchUp(client: ChainClient): Promise<void> {
  const { timestamp } = await client.getBlock()
  const present = BigInt(Math.floor(Date.now() / 1000))
  if (present > timestamp) await client.setNextBlockTimestamp({ timestamp: present })
  await client.mine({ blocks: FINALITY + 1 })
}
