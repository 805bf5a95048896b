import { type Hex, keccak256, serializeErc6492Signature, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Address } from '#chain/money/Address.ts'
import { pinned } from '#chain/money/Token.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { DELEGATION, type FakeBlock, fakeNode, GENESIS, STRANGER } from './fakeChain.ts'
import { quantity, word } from './fakeRpc.ts'
import { exampleSafe, safeAnswer, twoNodes } from './fakeSafe.ts'
import { payeeAt } from './payeeAt.ts'
import { codeOf, SINGLETON } from './safeCode.ts'

/** Every kind of account, told apart by its code; a contract that is not deployed yet has none. */
export type AccountKind = 'key' | 'delegated' | 'Safe' | 'other contract' | 'not deployed yet'

/** The signature that contracts accept here. It is no key's signature. */
const OWN: Hex = `0x${'12'.repeat(65)}`
const MAGIC = '0x1626ba7e'.padEnd(66, '0')
const IS_VALID_SIGNATURE = /^0x(1626ba7e|20c13b0b)/
/** The blocks of the two payments that every account receives: 250 USDT, and 250 BNB by a plain transaction. */
const TOKEN_BLOCK = 20
const BNB_BLOCK = 30
export const MADE_AT = GENESIS + 5
const VALUE = 250n * 10n ** 18n
const tokens = pinned.flatMap(({ address }) => address ?? [])
const usdt = pinned.find(({ symbol }) => symbol === 'USDT')?.address

const blocks = Array.from({ length: 40 }, (_, number): FakeBlock => {
  return {
    tokens: number === TOKEN_BLOCK ? [{ token: tokens.findIndex((one) => one === usdt), value: VALUE }] : [],
    actions: number === BNB_BLOCK ? [{ kind: 'direct', value: VALUE, succeeds: true }] : [],
  }
})
const HEAD = blocks.length - 1

/** An account of a kind, the node that knows it, and how it signs. */
export type KindOfAccount = {
  readonly address: Address
  /** One operator, and two that agree. */
  readonly node: Rpc
  readonly rpc: Rpc
  /** Signatures of a text that should count, by what makes them. */
  readonly signatures: Readonly<Record<string, (text: string) => Promise<Hex>>>
}

/** A new account of a kind; `index` keeps it apart from those of other tests, because contracts are remembered. */
export function accountOfKind(kind: AccountKind, index: number): KindOfAccount {
  const key = privateKeyToAccount(keccak256(toHex(`${kind} ${index}`)))
  const hasKey = kind === 'key' || kind === 'delegated'
  const address = hasKey ? key.address : payeeAt(index + 10_000 * Object.keys(codes).indexOf(kind))
  const byKey = (message: string) => key.signMessage({ message })
  const byContract = async (): Promise<Hex> => OWN
  const signatures: Record<AccountKind, KindOfAccount['signatures']> = {
    key: { 'its key': byKey },
    delegated: { 'its key': byKey, 'its delegate': byContract },
    Safe: { 'its contract': byContract },
    'other contract': { 'its contract': byContract },
    'not deployed yet': {
      'its contract to come': async () =>
        serializeErc6492Signature({ address: STRANGER, data: '0x1234', signature: OWN }),
    },
  }
  const node = nodeOf(kind, address)
  return { address, node, rpc: twoNodes(node), signatures: signatures[kind] }
}

const codes: Readonly<Record<AccountKind, (address: Address) => Hex>> = {
  key: () => '0x',
  delegated: () => DELEGATION,
  Safe: (address) => codeOf(address, [address]),
  'other contract': () => '0x6080',
  'not deployed yet': () => '0x',
}

function nodeOf(kind: AccountKind, account: Address): Rpc {
  const chain = fakeNode({ account, blocks }, tokens, () => ({}))
  const isAccount = (asked: unknown) => `${asked}`.toLowerCase() === account.toLowerCase()
  const blockAt = async (number: number) =>
    (await chain('eth_getBlockByNumber', [quantity(number), true])) as {
      readonly hash: Hex
      readonly transactions: readonly { readonly hash: Hex }[]
    }
  const logs = async () => {
    const at = quantity(TOKEN_BLOCK)
    const found = await chain('eth_getLogs', [{ fromBlock: at, toBlock: at, address: tokens }])
    return found as readonly { readonly transactionHash: Hex }[]
  }
  const tokenPayment = async (hash: unknown) => {
    const own = (await logs()).filter(({ transactionHash }) => transactionHash === hash)
    const place = { blockNumber: quantity(TOKEN_BLOCK), blockHash: (await blockAt(TOKEN_BLOCK)).hash }
    return own.length === 0 ? null : { own, place, from: STRANGER, to: usdt }
  }
  return async (method, params = [], together) => {
    const [first] = params
    switch (method) {
      case 'eth_getBlockByNumber':
        if (first !== 'finalized' && first !== 'latest') return chain(method, params, together)
        return { number: quantity(HEAD), timestamp: quantity(GENESIS + HEAD) }
      case 'eth_getCode':
        return isAccount(first) ? codes[kind](account) : codeOf(first, [])
      case 'eth_getStorageAt':
        return `0x${SINGLETON.slice(2).toLowerCase().padStart(64, '0')}`
      case 'eth_call': {
        const { to, data } = first as { readonly to?: Address; readonly data: Hex }
        if (to === undefined) return word(kind === 'not deployed yet' ? 1 : 0)
        if (!isAccount(to) || codes[kind](account) === '0x') return '0x'
        if (IS_VALID_SIGNATURE.test(data)) return data.startsWith('0x1626') ? MAGIC : word(0)
        if (kind !== 'Safe') throw new RpcError(3, 'execution reverted')
        return safeAnswer({ ...exampleSafe, address: account }, data)
      }
      case 'eth_getTransactionReceipt': {
        const found = await tokenPayment(first)
        if (found === null) return chain(method, params, together)
        const { own, place, from, to } = found
        const fee = { gasUsed: '0x1', effectiveGasPrice: '0x1' }
        return { status: '0x1', transactionHash: first, ...place, from, to, ...fee, logs: own }
      }
      case 'eth_getTransactionByHash': {
        const found = await tokenPayment(first)
        if (found) {
          const { place, from, to } = found
          return { hash: first, from, to, value: '0x0', nonce: '0x1', input: '0x', ...place }
        }
        const { transactions } = await blockAt(BNB_BLOCK)
        const own = transactions.find(({ hash }) => hash === first)
        return own ? { ...own, nonce: '0x1', input: '0x', blockNumber: quantity(BNB_BLOCK) } : null
      }
      default:
        return chain(method, params, together)
    }
  }
}
