import { readFileSync } from 'node:fs'
import type * as v from 'valibot'
import { type Abi, type Address, getAddress, type Hex, isAddress, isAddressEqual } from 'viem'
import { type Persona, personas } from '../accounts.ts'
import { type Network, networkOf } from '../chain/Network.ts'
import type { SafeVersion } from '../chain/safeContracts.ts'
import { request } from '../host/chain/Rpc.ts'
import { isBefore130 } from '../host/chain/safeContracts.ts'
import type { KnownContract } from '../service/read/decodeData.ts'
import { ConfigError, configSchema, contractSchema, parseWith } from './configSchema.ts'

/** A Safe to create. Its address follows from its setup. */
export type PlannedSafe = {
  readonly name: string
  readonly owners: readonly Address[]
  readonly threshold: number
  readonly version: SafeVersion
  readonly modules: readonly Address[]
  readonly guard: Address | null
  readonly deployed: boolean
  /** Null to choose one whose address is free. */
  readonly saltNonce: bigint | null
}

/** A contract whose code is placed on the chain. */
export type PlacedContract = { readonly address: Address; readonly code: Hex }

/** A checked configuration. */
export type Plan = {
  readonly app: string | null
  readonly network: Network
  readonly safes: readonly PlannedSafe[]
  readonly fork: string | null
  readonly contracts: readonly KnownContract[]
  readonly placed: readonly PlacedContract[]
  /** The ports of host, service and node; 0 means any free one. */
  readonly ports: { readonly host: number; readonly service: number; readonly rpc: number }
  /** Null mines per transaction only. */
  readonly blockTime: number | null
  readonly headless: boolean
}

/** Without a list of one's own: 2 of 3, 1 of 1, the older contracts, and one that is not deployed. */
const defaultSafes = [
  { name: 'Team Safe', owners: ['Ada', 'Ben', 'Cleo'], threshold: 2 },
  { name: 'Ada’s Safe', owners: ['Ada'] },
  { name: 'Old Safe (1.3.0)', owners: ['Ada', 'Ben'], threshold: 2, version: '1.3.0' },
  { name: 'Undeployed Safe', owners: ['Ada', 'Ben'], threshold: 2, deployed: false },
]

/**
 * Checks a configuration like `readConfig`. A fork without a chain id gets that of its node. Throws ConfigError too if
 * the node does not answer.
 */
export async function readConfigAndFork(value: unknown, where?: string): Promise<Plan> {
  const plan = readConfig(value, where)
  const { chain } = Object(value) as { chain?: unknown }
  if (plan.fork === null || chain !== undefined) return plan
  return { ...plan, network: networkOf(await chainIdOf(plan.fork)) }
}

async function chainIdOf(node: string): Promise<number> {
  try {
    const id = Number(await request(node, 'eth_chainId', []))
    if (Number.isSafeInteger(id) && id > 0) return id
  } catch {
    // The sentence below is the same for every cause.
  }
  throw new ConfigError(`The node ${node} does not say which chain to continue.`)
}

/**
 * Checks a configuration from a file, the command line or a test. Reads the files with contracts that it names.
 *
 * @param where what the sentence of an error begins with
 * @throws ConfigError with one sentence about the first mistake
 */
export function readConfig(value: unknown, where = 'The configuration'): Plan {
  const config = parseWith(configSchema, value, where)
  const safes = config.safes ?? parseWith(configSchema, { safes: defaultSafes }, where).safes ?? []
  const contracts = config.contracts.map((given) =>
    typeof given === 'string' ? readContractFile(given) : given,
  )
  const { port } = config
  const next = (offset: number) => (port === 0 ? 0 : port + offset)
  return {
    app: config.app ?? null,
    network: networkOf(config.chain),
    safes: planSafes(safes, where),
    fork: config.fork ?? null,
    contracts: contracts.map(({ abi, address = null }) => ({ abi: abi as unknown as Abi, address })),
    placed: contracts.flatMap(({ address, deployedBytecode: code }) =>
      address === undefined || code === undefined ? [] : [{ address, code }],
    ),
    ports: { host: port, service: next(1), rpc: next(2) },
    blockTime: config.blockTime === 0 ? null : config.blockTime,
    headless: config.headless,
  }
}

type GivenSafe = NonNullable<v.InferOutput<typeof configSchema>['safes']>[number]

function planSafes(safes: readonly GivenSafe[], where: string): readonly PlannedSafe[] {
  return safes.map((safe, index) => {
    const { name, threshold, saltNonce, ...rest } = safe
    const owners = safe.owners.map((owner) => ownerAddress(owner, name, where))
    const again = safe.owners.find((_, at) => owners.indexOf(owners[at] ?? '0x') !== at)
    if (again !== undefined) {
      throw new ConfigError(`${where}: the Safe "${name}" names the owner ${again} twice.`)
    }
    if (threshold > owners.length) {
      const count = owners.length === 1 ? 'one owner' : `${owners.length} owners`
      throw new ConfigError(
        `${where}: the Safe "${name}" has ${count}, so its threshold can't be ${threshold}.`,
      )
    }
    if (safe.guard !== null && isBefore130(safe.version)) {
      throw new ConfigError(
        `${where}: the Safe "${name}" has a guard, but its version is ${safe.version}, and guards exist since 1.3.0.`,
      )
    }
    if (safes.findIndex((other) => other.name === name) !== index) {
      throw new ConfigError(`${where}: two Safes are called "${name}".`)
    }
    return { ...rest, name, threshold, owners, saltNonce: saltNonce === undefined ? null : BigInt(saltNonce) }
  })
}

/** Safe's contracts end their lists of owners with address 1, so neither it nor address 0 can be an owner. */
const SENTINEL = 1n

function ownerAddress(owner: string, safe: string, where: string): Address {
  const person = findPerson(owner)
  if (person !== undefined) return person.address
  if (isAddress(owner) && BigInt(owner) <= SENTINEL) {
    throw new ConfigError(
      `${where}: the Safe "${safe}" has the owner ${owner}, which Safe's contracts refuse.`,
    )
  }
  if (isAddress(owner)) return getAddress(owner)
  throw new ConfigError(
    `${where}: the Safe "${safe}" has an owner "${owner}", which is neither an address with its checksum nor one of ${firstNames().join(', ')}.`,
  )
}

/** A test person by first name, whole name or address. */
export function findPerson(wanted: string): Persona | undefined {
  const text = wanted.trim().toLowerCase()
  return personas.find(
    ({ name, address }) =>
      name.toLowerCase() === text ||
      firstName(name).toLowerCase() === text ||
      (isAddress(wanted, { strict: false }) && isAddressEqual(address, wanted)),
  )
}

/** The names by which a configuration calls the test people. */
export function firstNames(): readonly string[] {
  return personas.map(({ name }) => firstName(name))
}

function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}

function readContractFile(file: string): v.InferOutput<typeof contractSchema> {
  const json = readJsonFile(file)
  return parseWith(contractSchema, Array.isArray(json) ? { abi: json } : json, file)
}

/** The JSON in a file. Throws ConfigError if there is no such file, or no JSON in it. */
export function readJsonFile(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError(`There is no file ${file}.`)
  }
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new ConfigError(`${file} is not valid JSON: ${error instanceof Error ? error.message : error}.`)
  }
}
