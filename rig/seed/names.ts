import { influencers, type Persona, stranger } from '../../safe-app/accounts.ts'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'
import { claimName, registerName } from '../chain/spaceIdContracts.ts'

const dana = influencers[0]
const kai = influencers[7]

/** A `.bnb` name that an account claims. */
export type NameClaim = { readonly who: Persona; readonly name: string; readonly honest: boolean }

/** The names in the local world: a short one, a long one, and one that belongs to another account. */
export const nameClaims = {
  short: { who: dana, name: 'dana.bnb', honest: true },
  long: { who: kai, name: 'kai-knits-sweaters-for-small-dogs.bnb', honest: true },
  lie: { who: stranger, name: 'dana.bnb', honest: false },
} as const satisfies Record<string, NameClaim>

/** Writes them into SPACE ID's contracts. */
export async function giveNames(client: ChainClient): Promise<void> {
  for (const { who, name, honest } of Object.values(nameClaims)) {
    if (honest) await registerName(client, name, who.address)
    await claimName(client, who.address, name)
  }
}
