import {
  type Address,
  concatHex,
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  stringToHex,
  toEventSelector,
  toFunctionSelector,
  toHex,
} from 'viem'
import { assemble, creationCode } from '../../../safe-app/chain/assemble.ts'
import type { ChainClient } from '../../../safe-app/chain/chainClient.ts'
import type { LocalToken } from '../../../safe-app/chain/localTokens.ts'

/** Ways in which a token can treat a transfer. */
export const hostileKinds = [
  /** A tenth goes to the fee collector: two Transfer events, and the payee gets less. */
  'feeOnTransfer',
  /** Moves everything and returns nothing, like the old USDT on Ethereum. */
  'noReturn',
  /** Returns false without a revert, and moves nothing. */
  'returnsFalse',
  /** Reverts. */
  'reverting',
  /** An ordinary token that reverts while it is paused; see `setPaused`. */
  'pausable',
  /** An ordinary token that reverts for payees on its list; see `setBlocked`. */
  'blocklisting',
] as const
export type HostileKind = (typeof hostileKinds)[number]

/** Receives the fee of `feeOnTransfer`: a tenth of each transfer. */
export const TOKEN_FEE_COLLECTOR: Address = '0x000000000000000000000000000000000000Fee5'
const FEE_PARTS = '0x0a'

const texts: Readonly<Record<HostileKind, { readonly symbol: string; readonly name: string }>> = {
  feeOnTransfer: { symbol: 'FEE', name: 'Fee on transfer' },
  noReturn: { symbol: 'NORET', name: 'Returns nothing' },
  returnsFalse: { symbol: 'FALSE', name: 'Returns false' },
  reverting: { symbol: 'REV', name: 'Always reverts' },
  pausable: { symbol: 'PAUSE', name: 'Can be paused' },
  blocklisting: { symbol: 'BLOCK', name: 'Blocks payees' },
}

/** Balances use the same slot as in `localTokens.ts`, so that `setTokenBalance` works here too. */
const BALANCES = 0
const PAUSED = 6
const BLOCKED = 7

/** Arachnid's deterministic deployment proxy, which anvil includes from the first block. */
const FACTORY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const SALT = pad('0x', { size: 32 })

// Assembly fragments. Memory: 0x00 to 0x5f for hashes, 0x80 the amount sent, 0xa0 the amount received.

/** Replaces the address on top of the stack with its slot in a mapping. */
const slotIn = (mapping: number) => `0x00 mstore ${toHex(mapping)} 0x20 mstore 0x40 0x00 keccak256`
const PAYEE = '0x04 calldataload'
const AMOUNT = '0x24 calldataload'
const RETURN_WORD = '0x00 mstore 0x20 0x00 return'

/** Takes the amount at 0x80 from the caller, or reverts if the caller has less. */
const debit = `
  caller ${slotIn(BALANCES)}       ; slot
  dup1 sload 0x80 mload            ; amount, balance, slot
  dup1 dup3 lt @fail jumpi         ; when balance < amount
  swap1 sub swap1 sstore`

/** Adds the amount at a memory location to an account, and emits its Transfer event. */
const credit = (account: string, memory: string) => `
  ${account} ${slotIn(BALANCES)}   ; slot
  dup1 sload ${memory} mload add swap1 sstore
  ${account} caller ${toEventSelector('Transfer(address,address,uint256)')} 0x20 ${memory} log3`

const move = `
  ${AMOUNT} 0x80 mstore
  ${debit}
  ${credit(PAYEE, '0x80')}`

const transfers: Readonly<Record<HostileKind, string>> = {
  feeOnTransfer: `
    ${AMOUNT} 0x80 mstore
    ${debit}
    ${FEE_PARTS} ${AMOUNT} div 0xc0 mstore        ; the fee
    0xc0 mload ${AMOUNT} sub 0xa0 mstore          ; what the payee gets
    ${credit(PAYEE, '0xa0')}
    ${credit(TOKEN_FEE_COLLECTOR.toLowerCase(), '0xc0')}
    0x01 ${RETURN_WORD}`,
  noReturn: `${move} stop`,
  returnsFalse: `0x00 ${RETURN_WORD}`,
  reverting: '@fail jump',
  pausable: `${toHex(PAUSED)} sload @fail jumpi ${move} 0x01 ${RETURN_WORD}`,
  blocklisting: `${PAYEE} ${slotIn(BLOCKED)} sload @fail jumpi ${move} 0x01 ${RETURN_WORD}`,
}

/** Returns a short text as Solidity's `string`: offset, length, bytes. */
const returnText = (text: string) => `
  0x20 0x00 mstore
  ${numberToHex(text.length)} 0x20 mstore
  ${stringToHex(text, { size: 32 })} 0x40 mstore
  0x60 0x00 return`

/** A token with the functions that a wallet reads and `transfer`, but without allowances. */
function runtime(kind: HostileKind): Hex {
  const { symbol, name } = texts[kind]
  const functions = {
    'balanceOf(address)': `${PAYEE} ${slotIn(BALANCES)} sload ${RETURN_WORD}`,
    'transfer(address,uint256)': transfers[kind],
    'decimals()': `0x12 ${RETURN_WORD}`,
    'symbol()': returnText(symbol),
    'name()': returnText(name),
    'totalSupply()': `0xffffffffffffffff ${RETURN_WORD}`,
  }
  const dispatch = Object.keys(functions).map(
    (signature, index) => `dup1 ${toFunctionSelector(signature)} eq @function${index} jumpi`,
  )
  const bodies = Object.values(functions).map((body, index) => `function${index}: ${body}`)
  return assemble(['0x00 calldataload 0xe0 shr', ...dispatch, 'fail: 0x00 0x00 revert', ...bodies].join('\n'))
}

/** The hostile tokens. Once deployed, they have the same addresses on every local chain. */
export const hostileTokens = Object.fromEntries(
  hostileKinds.map((kind) => {
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: FACTORY,
      salt: SALT,
      bytecode: creationCode(runtime(kind)),
    })
    return [kind, { address, ...texts[kind], decimals: 18 }]
  }),
) as Readonly<Record<HostileKind, LocalToken>>

/**
 * Deploys the hostile tokens in one transaction each. Does nothing if they are already deployed. `from` pays
 * and must be an account that the node signs for.
 */
export async function deployHostileTokens(client: ChainClient, from: Address): Promise<void> {
  for (const kind of hostileKinds) {
    const { address } = hostileTokens[kind]
    if ((await client.getCode({ address })) !== undefined) continue
    const receipt = await client.sendTransactionSync({
      account: from,
      to: FACTORY,
      data: concatHex([SALT, creationCode(runtime(kind))]),
      gas: 2_000_000n,
    })
    if (receipt.status !== 'success') throw new Error(`The token "${kind}" was not deployed.`)
  }
}

/** Pauses or unpauses `pausable`. */
export async function setPaused(client: ChainClient, paused: boolean): Promise<void> {
  await client.setStorageAt({
    address: hostileTokens.pausable.address,
    index: numberToHex(PAUSED, { size: 32 }),
    value: numberToHex(paused ? 1 : 0, { size: 32 }),
  })
}

/** Adds a payee to the list of `blocklisting`, or removes it. */
export async function setBlocked(client: ChainClient, payee: Address, blocked: boolean): Promise<void> {
  await client.setStorageAt({
    address: hostileTokens.blocklisting.address,
    index: keccak256(concatHex([pad(payee), numberToHex(BLOCKED, { size: 32 })])),
    value: numberToHex(blocked ? 1 : 0, { size: 32 }),
  })
}
