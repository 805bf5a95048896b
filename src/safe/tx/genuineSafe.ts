import { type Address, type Hash, type Hex, keccak256 } from 'viem'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { ask, type Rpc } from '#chain/rpc/Rpc.ts'
import { bytes32, hex } from '#chain/schemas.ts'
import { singletonCodeHash } from './knownContracts.ts'

/**
 * keccak256 of the runtime code of the proxies that Safe's factories on BSC create. The code has no
 * parameters, so all Safes of a version share it. Source: the `SafeProxy` builds of Safe's npm packages,
 * whose factories have the code hashes of safe-deployments.
 */
const proxyCodeHashes: ReadonlySet<Hash> = new Set<Hash>([
  // 1.3.0
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  // 1.4.1
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
  // 1.5.0
  '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f',
])

/** True for the code of a proxy that Safe's factories create. */
export function isProxyCode(code: Hex): boolean {
  return proxyCodeHashes.has(keccak256(code))
}

/**
 * Whether a node reports Safe's own code for an account: a known proxy whose slot 0 holds a known singleton
 * that has its known code. Any other contract can emit a Safe's events and accept its calldata without moving
 * money.
 * @throws when the node does not answer
 */
export async function readIsGenuineSafeOn(node: Rpc, account: Address): Promise<boolean> {
  const together = {}
  const [code, slot] = await Promise.all([
    ask(node, hex, 'eth_getCode', [account, 'latest'], together),
    ask(node, bytes32, 'eth_getStorageAt', [account, '0x0', 'latest'], together),
  ])
  // The proxy ignores the first 12 bytes of the slot.
  const singleton: Address = `0x${slot.slice(26)}`
  const expected = singletonCodeHash(singleton)
  if (!isProxyCode(code) || expected === undefined) return false
  return keccak256(await ask(node, hex, 'eth_getCode', [singleton, 'latest'])) === expected
}

/** Accounts that two operators called genuine, by the endpoints that were asked. */
const genuine = new WeakMap<Rpc, Set<Address>>()

/**
 * The same, from two operators if there are several. Only then do the account's events and calldata prove
 * anything (`docs/money.md` 2).
 * @throws when no two operators agree
 */
export async function readIsGenuineSafe(rpc: Rpc, account: Address): Promise<boolean> {
  const known = genuine.get(rpc) ?? new Set()
  genuine.set(rpc, known)
  if (known.has(account)) return true
  const found = await readWithQuorum(rpc, (node) => readIsGenuineSafeOn(node, account))
  if (found.kind === 'split' || (found.kind === 'alone' && rpc.witnesses)) {
    throw new Error('No two operators agree about the code of the Safe')
  }
  if (found.value) known.add(account)
  return found.value
}
