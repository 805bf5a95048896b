import { safeContracts } from '../../chain/safeContracts.ts'
import type { World } from '../World.ts'

/** The service's progress in following the chain. */
export async function indexing(world: World) {
  const current = await world.client.getBlock()
  const head = world.indexer.head()
  const currentBlockNumber = Number(current.number)
  const read = head?.number ?? 0
  const readAt = new Date((head?.timestamp ?? 0) * 1000).toISOString()
  const synced = read >= currentBlockNumber
  return {
    currentBlockNumber,
    currentBlockTimestamp: new Date(Number(current.timestamp) * 1000).toISOString(),
    erc20BlockNumber: read,
    erc20BlockTimestamp: readAt,
    erc20Synced: synced,
    masterCopiesBlockNumber: read,
    masterCopiesBlockTimestamp: readAt,
    masterCopiesSynced: synced,
    synced,
  }
}

/** The Safe contracts of the service, in the format of `/about/singletons`. */
export function singletons() {
  const { safe, safeL2, safe130, safeL2130 } = safeContracts
  return [safe, safeL2, safe130, safeL2130].map((contract) => {
    const l2 = contract === safeL2 || contract === safeL2130
    return {
      address: contract.address,
      version: l2 ? `${contract.version}+L2` : contract.version,
      deployer: 'Safe',
      deployedBlockNumber: 1,
      lastIndexedBlockNumber: 1,
      l2,
    }
  })
}
