import * as v from 'valibot'
import { type Address, encodeFunctionData, type Hash, type Hex, toHex } from 'viem'
import { hex } from '#chain/rpc/questions.ts'
import { isRevert, type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { type ContractWord, type Testify, twoNodesSay } from './testimony.ts'

/** ERC-1271, and the form before it that asks with the bytes: Safes before 1.3.0 know only that one. */
const forms = [
  { type: 'bytes32', magic: '0x1626ba7e' },
  { type: 'bytes', magic: '0x20c13b0b' },
] as const

/**
 * Asks the contract at `signer` whether it accepts `signature` for `hash`, now or as of a block: two nodes must say the
 * same where several are configured. Never throws.
 */
export async function contractSays(
  rpc: Rpc,
  signer: Address,
  hash: Hash,
  signature: Hex,
  at?: bigint,
): Promise<ContractWord> {
  return twoNodesSay(rpc, (node, block) => testify(node, block, signer, hash, signature), at)
}

async function testify(
  node: Rpc,
  block: bigint,
  signer: Address,
  hash: Hash,
  signature: Hex,
): ReturnType<Testify> {
  const at = toHex(block)
  const [code, ...answers] = await Promise.allSettled([
    node('eth_getCode', [signer, at]),
    ...forms.map(async ({ type, magic }) => {
      const data = encodeFunctionData({ abi: abiOf(type), args: [hash, signature] })
      const answer = v.parse(hex, await node('eth_call', [{ to: signer, data }, at]))
      // Exactly one word: a contract that gives its input back begins with the same four bytes.
      return answer === magic.padEnd(66, '0')
    }),
  ])
  if (code.status === 'rejected') throw code.reason
  if (v.parse(hex, code.value) === '0x') return 'none'
  if (answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return 'yes'
  for (const answer of answers) {
    if (answer.status === 'rejected' && !isOwnNo(answer.reason)) throw answer.reason
  }
  return 'no'
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
