import { type Address, concatHex, type Hex, pad } from 'viem'
import { BATCH_EXECUTOR, batchExecutorCode } from './batchExecutor.ts'
import { ENTRY_POINT, entryPointCode, SMART_ACCOUNT, smartAccountCode } from './bundleContracts.ts'
import type { ChainClient } from './chainClient.ts'
import { MULTICALL3 } from './multicall.ts'
import { multicallCode } from './multicallCode.ts'
import { readArtifact } from './readArtifact.ts'
import { type BuiltVersion, type SafeContract, safeContracts } from './safeContracts.ts'
import { sendSync } from './sendSync.ts'

/** The factories that deployed Safe's contracts, so that their addresses match the real ones. */
const factories: Record<BuiltVersion, Address> = {
  '1.5.0': '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7',
  '1.4.1': '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7',
  '1.3.0': '0x4e59b44847b379578588920cA78FbF26c0B4956C',
}

/** An otherwise unused account: deploying as a persona would use up that persona's nonces. */
const DEPLOYER: Address = '0x000000000000000000000000000000000000d0e5'

/** True if the chain has all of Safe's contracts, as most real chains do. */
export async function areSafeContractsDeployed(client: ChainClient): Promise<boolean> {
  return (await withoutCode(client, Object.values(safeContracts))).length === 0
}

/** Those contracts that the chain lacks. All are asked for at once, which is one request. */
async function withoutCode<One extends { readonly address: Address }>(
  client: ChainClient,
  contracts: readonly One[],
): Promise<readonly One[]> {
  const codes = await Promise.all(contracts.map(({ address }) => client.getCode({ address })))
  return contracts.filter((_, index) => codes[index] === undefined)
}

/** Places Multicall3, the factories of Safe's contracts, and the contracts for batches and bundles of the test wallet. */
export async function placeHelpers(client: ChainClient): Promise<void> {
  // anvil includes only 1.3.0's factory; Safe's own has the same code at another address.
  const program = await client.getCode({ address: factories['1.3.0'] })
  if (program === undefined) throw new Error('The local chain has no deterministic deployment proxy.')
  await client.setCode({ address: factories['1.4.1'], bytecode: program })
  if ((await client.getCode({ address: MULTICALL3 })) === undefined) {
    await client.setCode({ address: MULTICALL3, bytecode: await multicallRuntime(client) })
  }
  await client.setCode({ address: BATCH_EXECUTOR, bytecode: batchExecutorCode })
  await client.setCode({ address: ENTRY_POINT, bytecode: entryPointCode })
  await client.setCode({ address: SMART_ACCOUNT, bytecode: smartAccountCode })
}

/** Deploys those contracts that the chain lacks. Throws if one gets another address than the real one. */
export async function deploySafe(client: ChainClient, contracts: readonly SafeContract[]): Promise<void> {
  await client.impersonateAccount({ address: DEPLOYER })
  await client.setBalance({ address: DEPLOYER, value: 10n ** 21n })
  const salt = pad('0x', { size: 32 })
  for (const { version, artifact } of await withoutCode(client, contracts)) {
    const { bytecode } = readArtifact(artifact)
    await sendSync(client, {
      from: DEPLOYER,
      to: factories[version],
      data: concatHex([salt, bytecode]),
      gas: 8_000_000n,
    })
  }
  const [lacking] = await withoutCode(client, contracts)
  if (lacking) throw new Error(`${lacking.artifact} is not at ${lacking.address}`)
  await client.stopImpersonatingAccount({ address: DEPLOYER })
}

async function multicallRuntime(client: ChainClient): Promise<Hex> {
  const { data } = await client.call({ data: await multicallCode() })
  if (data === undefined) throw new Error('Multicall3 has no code.')
  return data
}
