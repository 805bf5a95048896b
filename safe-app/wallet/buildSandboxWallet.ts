import { type Persona, personas, stranger, testKey } from '../accounts.ts'
import { bsc, type Network } from '../chain/Network.ts'
import { bundleSandboxWallet } from './bundleSandboxWallet.ts'
import type { WalletAccount, WalletConfig } from './WalletConfig.ts'

/** Ada, who co-owns the treasury and has her own money. */
const DEFAULT_ACCOUNT = 0

let bundled: Promise<string> | null = null

/**
 * The sandbox wallet as one script, for a dev server or a test's init script. It contains the public test
 * keys and must never be part of a published build.
 *
 * @param options `account`: index of the initial persona. `bundle`: the result of `bundleSandboxWallet` in
 * another process
 */
export async function buildSandboxWallet(options: {
  rpcUrl: string
  account?: number
  bundle?: string
  /** BNB Smart Chain by default. */
  network?: Network
}): Promise<string> {
  const config: WalletConfig = {
    network: options.network ?? bsc,
    rpcUrl: options.rpcUrl,
    account: options.account ?? DEFAULT_ACCOUNT,
    accounts: personas.map(walletAccount),
    bundler: walletAccount(stranger),
  }
  bundled ??= options.bundle === undefined ? bundleSandboxWallet() : Promise.resolve(options.bundle)
  return `(() => {\n${await bundled}\nSandboxWallet.install(${JSON.stringify(config)})\n})()\n`
}

/** A person as a wallet account, with their public test key. */
export function walletAccount(person: Persona): WalletAccount {
  const { index, name, address } = person
  return { index, name, address, key: testKey(person) }
}
