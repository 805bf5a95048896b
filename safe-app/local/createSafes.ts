import { type Address, encodeFunctionData, parseAbi, parseEther, parseUnits } from 'viem'
import { owners, personas } from '../accounts.ts'
import type { ChainClient } from '../chain/chainClient.ts'
import { creationCall, type SafeSetup, safeAddress } from '../chain/createSafe.ts'
import { type LocalToken, setTokenBalance } from '../chain/localTokens.ts'
import { sendSync } from '../chain/sendSync.ts'
import { ConfigError } from './configSchema.ts'
import type { PlannedSafe } from './readConfig.ts'

/** A Safe of the local world with its address. */
export type CreatedSafe = Omit<PlannedSafe, 'saltNonce'> & { readonly address: Address }

const abi = parseAbi(['function enableModule(address module)', 'function setGuard(address guard)'])

/** Test Safes count from here, so that the first has the same address in every world. */
const FIRST_SALT = 7n

const GAS = 2_500_000n

/** How much of each token everybody has at the start, and how many coins a Safe and a person. */
const TOKENS = '10000'
const [SAFE_COINS, PERSON_COINS] = [parseEther('100'), parseEther('1000')]

/**
 * Gives every test person coins and tokens, and creates and funds the Safes. Without a salt, a Safe gets the first address that no
 * other has, here or on the forked chain. Throws ConfigError if a module or guard is refused.
 */
export async function createSafes(
  client: ChainClient,
  planned: readonly PlannedSafe[],
  tokens: readonly LocalToken[],
): Promise<readonly CreatedSafe[]> {
  await Promise.all(
    personas.flatMap(({ address }) => [
      client.setBalance({ address, value: PERSON_COINS }),
      // On public chains, programs wait for coins at the accounts of these keys (EIP-7702).
      client.setCode({ address, bytecode: '0x' }),
      giveTokens(client, tokens, address),
    ]),
  )
  const created: CreatedSafe[] = []
  for (const { saltNonce, ...safe } of planned) {
    const taken = created.map(({ address }) => address)
    const { setup, address } = await place(client, safe, saltNonce, taken)
    created.push({ ...safe, address })
    await client.setBalance({ address, value: SAFE_COINS })
    await giveTokens(client, tokens, address)
    if (!safe.deployed) continue
    await sendSync(client, { from: owners[0].address, ...creationCall(setup), gas: GAS })
    await configure(client, address, safe)
  }
  return created
}

/** Local tokens keep balances where `localTokens.ts` knows them; those of a fork are left alone. */
async function giveTokens(client: ChainClient, tokens: readonly LocalToken[], to: Address): Promise<void> {
  await Promise.all(
    tokens.map(({ address, decimals }) => setTokenBalance(client, address, to, parseUnits(TOKENS, decimals))),
  )
}

async function place(
  client: ChainClient,
  safe: Omit<PlannedSafe, 'saltNonce'>,
  saltNonce: bigint | null,
  taken: readonly Address[],
): Promise<{ readonly setup: SafeSetup; readonly address: Address }> {
  for (let salt = saltNonce ?? FIRST_SALT; ; salt += 1n) {
    const setup = { version: safe.version, owners: safe.owners, threshold: safe.threshold, saltNonce: salt }
    const address = await safeAddress(client, setup)
    const isFree = !taken.includes(address) && (await client.getCode({ address })) === undefined
    if (isFree) return { setup, address }
    if (saltNonce !== null) {
      throw new ConfigError(`The Safe "${safe.name}" can't have the saltNonce ${salt}: ${address} is taken.`)
    }
  }
}

/** Only a Safe itself may change its modules and guard. The node sends as the Safe, which uses up no nonce. */
async function configure(
  client: ChainClient,
  address: Address,
  { name, modules, guard }: Pick<PlannedSafe, 'name' | 'modules' | 'guard'>,
): Promise<void> {
  const calls = [
    ...modules.map((module) => ({
      what: `module ${module}`,
      data: encodeFunctionData({ abi, functionName: 'enableModule', args: [module] }),
    })),
    ...(guard === null
      ? []
      : [
          {
            what: `guard ${guard}`,
            data: encodeFunctionData({ abi, functionName: 'setGuard', args: [guard] }),
          },
        ]),
  ]
  await client.impersonateAccount({ address })
  for (const { what, data } of calls) {
    await sendSync(client, { from: address, to: address, data, gas: GAS }).catch(() => {
      throw new ConfigError(`The Safe "${name}" refuses the ${what}: is such a contract at this address?`)
    })
  }
  await client.stopImpersonatingAccount({ address })
}
