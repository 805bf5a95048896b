import type { ChainClient } from '../../safe-app/chain/chainClient.ts'
import {
  areSafeContractsDeployed,
  deploySafe,
  placeHelpers,
} from '../../safe-app/chain/deploySafeContracts.ts'
import { placeTokens } from '../../safe-app/chain/localTokens.ts'
import { placeOldSafes } from '../../safe-app/chain/oldSafeContracts.ts'
import { safeContracts } from '../../safe-app/chain/safeContracts.ts'
import { localTokens } from './portalTokens.ts'
import { placePriceFeeds } from './priceFeeds.ts'
import { placeSpaceId } from './spaceIdContracts.ts'

/**
 * Deploys the portal's contracts to the local chain: those of Safe and SPACE ID, Multicall3, the tokens and their price
 * feeds, and the contracts for batches and bundles. Does nothing if it has run before. Throws if a contract gets another
 * address.
 */
export async function deployContracts(client: ChainClient): Promise<void> {
  if (await areSafeContractsDeployed(client)) return
  await placeHelpers(client)
  await placeTokens(client, localTokens)
  await placePriceFeeds(client)
  await placeSpaceId(client)
  await deploySafe(client, Object.values(safeContracts))
  await placeOldSafes(client)
}
