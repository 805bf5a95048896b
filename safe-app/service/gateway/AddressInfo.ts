import type { Address } from 'viem'
import { everySafeDeployment } from '../../chain/oldSafeContracts.ts'
import { contractLogo } from '../read/logos.ts'
import type { World } from '../World.ts'

/** An address with its name in the services. */
export type AddressInfo = {
  readonly value: Address
  readonly name: string | null
  readonly logoUri: string | null
}

const contractNames: ReadonlyMap<Address, string> = new Map(
  everySafeDeployment.map(({ address, name, version }) => [address, `Safe: ${name} ${version}`]),
)

/** An address without a known contract, or whose name does not matter. */
export function plain(value: Address): AddressInfo {
  return { value, name: null, logoUri: null }
}

/** The name of a token or of one of Safe's own contracts; otherwise the bare address. */
export async function named(world: World, value: Address): Promise<AddressInfo> {
  const known = contractName(value)
  if (known !== null) return { value, name: known, logoUri: contractLogo(value) }
  const token = await world.tokens.info(value)
  return { value, name: token?.name ?? null, logoUri: token?.logoUri ?? null }
}

/** The name of one of Safe's own contracts; null for any other. */
export function contractName(address: Address): string | null {
  return contractNames.get(address) ?? null
}
