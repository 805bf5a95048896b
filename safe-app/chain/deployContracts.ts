import type { ChainClient } from './chainClient.ts'
import { areSafeContractsDeployed, deploySafe, placeHelpers } from './deploySafeContracts.ts'
import { placeTokens } from './localTokens.ts'
import { placeOldSafes } from './oldSafeContracts.ts'
import { placePriceFeeds } from './priceFeeds.ts'
import { safeContracts } from './safeContracts.ts'
import { placeSpaceId } from './spaceIdContracts.ts'

/**
 * Deploys the portal's contracts to the local chain: those of Safe and SPACE ID, Multicall3, the tokens and their price
 * feeds, and the contracts for batches and bundles. Does nothing if it has run before. Throws if a contract gets another
 * address.
 */
export async function deployContracts(client: ChainClient): Promise<void> {
  if (await areSafeContractsDeployed(client)) return
  await placeHelpers(client)
  await placeTokens(client)
  await placePriceFeeds(client)
  await placeSpaceId(client)
  await deploySafe(client, Object.values(safeContracts))
  await placeOldSafes(client)
}
