import type { Address, Hex } from 'viem'
import type { Network } from '../chain/Network.ts'

/** An account of the sandbox wallet, with its public test key. */
export type WalletAccount = {
  readonly index: number
  readonly name: string
  readonly address: Address
  readonly key: Hex
}

/** The configuration in the sandbox wallet's bundle. */
export type WalletConfig = {
  readonly network: Network
  /** The chain's node for reads and raw transactions. */
  readonly rpcUrl: string
  readonly accounts: readonly WalletAccount[]
  /** The sender of bundles, if the wallet uses them. Never the paying account. */
  readonly bundler: WalletAccount
  /** Index of the initial account. */
  readonly account: number
}
