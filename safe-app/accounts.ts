import { type Address, type Hex, toHex } from 'viem'
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/**
 * The public test keys of every local development chain. Everyone knows them, so their signatures are
 * worthless elsewhere and must stay so. A Safe made here has the same address on the real BSC.
 */
export const TEST_MNEMONIC = 'test test test test test test test test test test test junk'

/** A person of the local world, with their public test key. */
export type Persona = {
  readonly index: number
  readonly name: string
  readonly role: 'owner' | 'influencer' | 'brand' | 'stranger'
  readonly account: PrivateKeyAccount
  readonly address: Address
}

const keys = new Map<Address, Hex>()

// Deriving the seed from the mnemonic is slow, so it is done once; the accounts are children of this key.
const parent = mnemonicToAccount(TEST_MNEMONIC, { path: "m/44'/60'/0'/0" }).getHdKey()

function persona(index: number, name: string, role: Persona['role']): Persona {
  const { privateKey } = parent.deriveChild(index)
  if (!privateKey) throw new Error(`No key for ${name}`)
  const account = privateKeyToAccount(toHex(privateKey))
  keys.set(account.address, toHex(privateKey))
  return { index, name, role, account, address: account.address }
}

/** Owners of the agency treasury, in the order of the Safe's setup. */
export const owners = [
  persona(0, 'Ada (treasurer)', 'owner'),
  persona(1, 'Ben (partner)', 'owner'),
  persona(2, 'Cleo (finance)', 'owner'),
] as const

/** Eight influencers who get paid. */
export const influencers = [
  persona(3, 'Dana Dances', 'influencer'),
  persona(4, 'Eli Eats', 'influencer'),
  persona(5, 'Fay Films', 'influencer'),
  persona(6, 'Gus Games', 'influencer'),
  persona(7, 'Hana Hikes', 'influencer'),
  persona(8, 'Ivo Inks', 'influencer'),
  persona(9, 'Jun Jumps', 'influencer'),
  persona(10, 'Kai Knits', 'influencer'),
] as const

/** A brand that pays the agency, and an account that owns no Safe. */
export const brand = persona(11, 'Lumen (brand)', 'brand')
export const stranger = persona(12, 'Stranger', 'stranger')

export const personas: readonly Persona[] = [...owners, ...influencers, brand, stranger]

/** A persona's private key, which is public: see `TEST_MNEMONIC`. */
export function testKey(person: Persona): Hex {
  const key = keys.get(person.address)
  if (!key) throw new Error(`No key for ${person.name}`)
  return key
}
