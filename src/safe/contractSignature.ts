import * as v from 'valibot'
import { type Address, encodeFunctionData, type Hash, type Hex, toHex } from 'viem'
import { getHead, hex } from '#chain/questions.ts'
import { isRevert, type Rpc, RpcError } from '#chain/Rpc.ts'
import { withDeadline } from '#chain/withDeadline.ts'

/** What a contract says of a signature, as nodes tell it. */
export type ContractWord =
  | { readonly kind: 'yes' | 'no'; readonly block: bigint }
  /** There is no contract at the address. */
  | { readonly kind: 'none'; readonly block: bigint }
  /** No node answered. */
  | { readonly kind: 'silent' }
  /** Nodes answered, and no two of them the same. */
  | { readonly kind: 'split' }

type Testimony = { readonly kind: 'yes' | 'no' | 'none'; readonly block: bigint }

/** ERC-1271, and the form before it that asks with the bytes: Safes before 1.3.0 know only that one. */
const forms = [
  { type: 'bytes32', magic: '0x1626ba7e' },
  { type: 'bytes', magic: '0x20c13b0b' },
] as const

/**
 * Asks the contract at `signer` whether it accepts `signature` for `hash`. Where several endpoints are configured, two
 * must say the same; `block` is then the older of theirs. Never throws.
 */
export async function contractSays(
  rpc: Rpc,
  signer: Address,
  hash: Hash,
  signature: Hex,
): Promise<ContractWord> {
  const { witnesses = [] } = rpc
  const [first, second, ...others] = witnesses
  const ask = (node: Rpc) => withDeadline(testify(node, signer, hash, signature)).catch(() => null)
  if (first === undefined || second === undefined) return (await ask(rpc)) ?? { kind: 'silent' }
  const heard = await Promise.all([ask(first), ask(second)])
  for (const other of others) {
    if (agreed(heard)) break
    heard.push(await ask(other))
  }
  return agreed(heard) ?? { kind: heard.every((one) => one === null) ? 'silent' : 'split' }
}

function agreed(heard: readonly (Testimony | null)[]): Testimony | null {
  for (const kind of ['yes', 'no', 'none'] as const) {
    const [one, other] = heard.filter((testimony) => testimony?.kind === kind)
    if (one && other) return one.block < other.block ? one : other
  }
  return null
}

/** The word of one node, after its newest block. @throws when it is away, busy, or answers something else */
async function testify(rpc: Rpc, signer: Address, hash: Hash, signature: Hex): Promise<Testimony> {
  const block = await getHead(rpc)
  const at = toHex(block)
  const [code, ...answers] = await Promise.allSettled([
    rpc('eth_getCode', [signer, at]),
    ...forms.map(async ({ type, magic }) => {
      const data = encodeFunctionData({ abi: abiOf(type), args: [hash, signature] })
      const answer = v.parse(hex, await rpc('eth_call', [{ to: signer, data }, at]))
      // Exactly one word: a contract that gives its input back begins with the same four bytes.
      return answer === magic.padEnd(66, '0')
    }),
  ])
  if (code.status === 'rejected') throw code.reason
  if (v.parse(hex, code.value) === '0x') return { kind: 'none', block }
  if (answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return { kind: 'yes', block }
  for (const answer of answers) {
    if (answer.status === 'rejected' && !isOwnNo(answer.reason)) throw answer.reason
  }
  return { kind: 'no', block }
}

function isOwnNo(error: unknown): boolean {
  return error instanceof RpcError && isRevert(error)
}

function abiOf(type: 'bytes32' | 'bytes') {
  return [
    {
      type: 'function',
      name: 'isValidSignature',
      stateMutability: 'view',
      inputs: [{ type }, { type: 'bytes' }],
      outputs: [{ type: 'bytes4' }],
    },
  ] as const
}
