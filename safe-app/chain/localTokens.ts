import { type Address, concatHex, type Hex, keccak256, numberToHex, pad, stringToHex, toHex } from 'viem'
import type { ChainClient } from './chainClient.ts'
import { readArtifact } from './readArtifact.ts'

/** An ERC-20 contract on the local chain. */
export type LocalToken = {
  readonly address: Address
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

export const erc20Build =
  '@safe-global/safe-contracts/build/artifacts/@openzeppelin/contracts/token/ERC20/ERC20.sol/ERC20.json'

/** Storage of OpenZeppelin's ERC20 3.x, in the order of its declarations. */
const slots = { balances: 0n, allowances: 1n, totalSupply: 2n, name: 3n, symbol: 4n, decimals: 5n } as const

/** Sets up tokens: their contract, name, symbol and decimals. */
export async function placeTokens(client: ChainClient, tokens: readonly LocalToken[]): Promise<void> {
  const { deployedBytecode } = readArtifact(erc20Build)
  await Promise.all(
    tokens.flatMap(({ address, name, symbol, decimals }) => [
      client.setCode({ address, bytecode: deployedBytecode }),
      store(client, address, toHex(slots.name, { size: 32 }), shortString(name)),
      store(client, address, toHex(slots.symbol, { size: 32 }), shortString(symbol)),
      store(client, address, toHex(slots.decimals, { size: 32 }), numberToHex(decimals, { size: 32 })),
    ]),
  )
}

/** Sets an account's balance of a token to `value` base units, without a Transfer event. */
export async function setTokenBalance(
  client: ChainClient,
  token: Address,
  account: Address,
  value: bigint,
): Promise<void> {
  await store(
    client,
    token,
    mappingSlot(account, toHex(slots.balances, { size: 32 })),
    toHex(value, { size: 32 }),
  )
}

/**
 * Lets `spender` take `value` base units of `account`'s token; only a hostile token would do so without
 * approval.
 */
export async function setTokenAllowance(
  client: ChainClient,
  token: Address,
  account: Address,
  spender: Address,
  value: bigint,
): Promise<void> {
  const perAccount = mappingSlot(account, toHex(slots.allowances, { size: 32 }))
  await store(client, token, mappingSlot(spender, perAccount), toHex(value, { size: 32 }))
}

async function store(client: ChainClient, address: Address, index: Hex, value: Hex): Promise<void> {
  await client.setStorageAt({ address, index, value })
}

function mappingSlot(key: Address, slot: Hex): Hex {
  return keccak256(concatHex([pad(key), slot]))
}

/**
 * Solidity stores a text of up to 31 bytes in its slot, left aligned, with twice the length in the last byte.
 */
function shortString(text: string): Hex {
  const bytes = stringToHex(text)
  const length = (bytes.length - 2) / 2
  if (length > 31) throw new RangeError(`"${text}" does not fit one storage slot`)
  return concatHex([pad(bytes, { dir: 'right', size: 31 }), numberToHex(length * 2, { size: 1 })])
}
