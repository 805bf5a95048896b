import type { AccountContract } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { type Rpc, withDeadline } from '#chain/rpc/Rpc.ts'
import { getCode, kindOfCode } from '#chain/rpc/rpcMethods.ts'
import type { SafeSource } from '#safe/service/SafeSource.ts'
import { readIsGenuineSafe } from '#safe/tx/knownContracts.ts'

/** By client and address. A contract stays a contract, but an account without code may become one. */
const known = new WeakMap<Rpc, Map<Address, AccountContract>>()

/**
 * Reads which code runs at the address of a connected wallet, see `Account.contract`.
 * @throws when the chain cannot be read, or two operators do not agree about the code
 */
export async function readAccountContract(rpc: Rpc, address: Address): Promise<AccountContract | null> {
  const own = known.get(rpc) ?? new Map<Address, AccountContract>()
  known.set(rpc, own)
  const before = own.get(address)
  if (before) return before
  if (kindOfCode(await getCode(rpc, address)) !== 'contract') return null
  const contract = (await readIsGenuineSafe(rpc, address)) ? 'safe' : 'other'
  own.set(address, contract)
  return contract
}

/**
 * Whether a connected wallet is a Safe. Asked before payments are compared, because one wrong node must not keep the
 * Safe's queue from being read.
 * @throws when its code cannot be read, or operators do not agree about it
 */
export async function readIsSafe({
  address,
  rpc,
}: Pick<ConnectedParts, 'address' | 'rpc'>): Promise<boolean> {
  const code = await readWithQuorum(rpc, async (node) => kindOfCode(await getCode(node, address)))
  if (code.kind === 'split') throw new Error('Operators do not agree about the code of the account')
  return code.value === 'contract' && (await readAccountContract(rpc, address)) === 'safe'
}

type ConnectedParts = {
  readonly address: Address
  readonly rpc: Rpc
  readonly safeSources?: readonly SafeSource[]
}

/** How long (ms) a payment waits for the code of its account. */
const DEADLINE = 4_000

/**
 * Whether a connected wallet is a Safe whose proposals can be read. While that is unknown, it is treated like any
 * wallet.
 */
export async function isConnectedSafe(parts: ConnectedParts): Promise<boolean> {
  if (!parts.safeSources?.length) return false
  const contract = await withDeadline(readAccountContract(parts.rpc, parts.address), DEADLINE).catch(
    () => null,
  )
  return contract === 'safe'
}
