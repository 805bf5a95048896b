import type { Address, Hex } from 'viem'

/** An account of the sandbox wallet, with its public test key. */
export type WalletAccount = {
  readonly index: number
  readonly name: string
  readonly address: Address
  readonly key: Hex
}

/** What the sandbox wallet is built with. */
export type WalletConfig = {
  /** The node of chain 56 that reads and raw transactions go to. */
  readonly rpcUrl: string
  readonly accounts: readonly WalletAccount[]
  /** Who sends bundles, where the wallet is told to use them. Never the account that pays. */
  readonly bundler: WalletAccount
  /** Index of the account that is chosen at first. */
  readonly account: number
}
