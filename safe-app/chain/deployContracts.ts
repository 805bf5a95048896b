import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { type Address, concatHex, type Hex, isHex, pad } from 'viem'
import { BATCH_EXECUTOR, batchExecutorCode } from './batchExecutor.ts'
import { ENTRY_POINT, entryPointCode, SMART_ACCOUNT, smartAccountCode } from './bundleContracts.ts'
import type { ChainClient } from './chainClient.ts'
import { placeTokens } from './localTokens.ts'
import { placePriceFeeds } from './priceFeeds.ts'
import { readArtifact, type SafeContract, safeContracts } from './safeContracts.ts'
import { sendSync } from './sendSync.ts'
import { placeSpaceId } from './spaceIdContracts.ts'

/** The factories that deployed Safe's contracts, so that their addresses match BSC. */
const factories: Record<SafeContract['version'], Address> = {
  '1.4.1': '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7',
  '1.3.0': '0x4e59b44847b379578588920cA78FbF26c0B4956C',
}

/** Multicall3's address on BSC and most other chains. */
export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** An otherwise unused account: deploying as a persona would use up that persona's nonces. */
const DEPLOYER: Address = '0x000000000000000000000000000000000000d0e5'

/**
 * Deploys the real contracts of Safe and SPACE ID, Multicall3, the tokens and their price feeds, and the contracts
 * for batches and bundles to the local chain. Does nothing if it has run before. Throws if a contract gets another
 * address.
 */
export async function deployContracts(client: ChainClient): Promise<void> {
  if (await isDeployed(client)) return
  // anvil includes only 1.3.0's factory; Safe's own has the same code at another address.
  const program = await client.getCode({ address: factories['1.3.0'] })
  if (program === undefined) throw new Error('The local chain has no deterministic deployment proxy.')
  await client.setCode({ address: factories['1.4.1'], bytecode: program })
  await client.setCode({ address: MULTICALL3, bytecode: await multicall3Code(client) })
  await client.setCode({ address: BATCH_EXECUTOR, bytecode: batchExecutorCode })
  await client.setCode({ address: ENTRY_POINT, bytecode: entryPointCode })
  await client.setCode({ address: SMART_ACCOUNT, bytecode: smartAccountCode })
  await placeTokens(client)
  await placePriceFeeds(client)
  await placeSpaceId(client)
  await deploySafe(client)
}

async function isDeployed(client: ChainClient): Promise<boolean> {
  const codes = await Promise.all(
    Object.values(safeContracts).map(({ address }) => client.getCode({ address })),
  )
  return codes.every((code) => code !== undefined)
}

async function deploySafe(client: ChainClient): Promise<void> {
  await client.impersonateAccount({ address: DEPLOYER })
  await client.setBalance({ address: DEPLOYER, value: 10n ** 21n })
  const salt = pad('0x', { size: 32 })
  for (const { version, artifact, address } of Object.values(safeContracts)) {
    if ((await client.getCode({ address })) !== undefined) continue
    const { bytecode } = readArtifact(artifact)
    await sendSync(client, {
      from: DEPLOYER,
      to: factories[version],
      data: concatHex([salt, bytecode]),
      gas: 8_000_000n,
    })
    if ((await client.getCode({ address })) === undefined) throw new Error(`${artifact} is not at ${address}`)
  }
  await client.stopImpersonatingAccount({ address: DEPLOYER })
}

/** Multicall3's runtime code, which viem's creation code returns. */
async function multicall3Code(client: ChainClient): Promise<Hex> {
  const viem = createRequire(import.meta.url).resolve('viem/package.json')
  const file = new URL('_esm/constants/contracts.js', pathToFileURL(viem))
  const { multicall3Bytecode }: Record<string, unknown> = await import(file.href)
  if (!isHex(multicall3Bytecode)) throw new Error('viem carries no Multicall3 any more.')
  const { data } = await client.call({ data: multicall3Bytecode })
  if (data === undefined) throw new Error('Multicall3 has no code.')
  return data
}
