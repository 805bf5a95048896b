import { fileURLToPath } from 'node:url'
import { type Persona, personas, stranger, testKey } from '../accounts.ts'
import { bundleInMemory } from '../host/bundleInMemory.ts'
import type { WalletAccount, WalletConfig } from './WalletConfig.ts'

/** Ada, who owns the treasury with others and has money of her own. */
const DEFAULT_ACCOUNT = 0

let bundled: Promise<string> | null = null

/**
 * The sandbox wallet as one script text, for a dev server or for a test's init script. It holds the public test keys
 * and must never reach a build that is published.
 * @param options `account`: index of the persona that is chosen at first. `bundle`: what `bundleSandboxWallet` has made in another process
 */
export async function buildSandboxWallet(options: {
  rpcUrl: string
  account?: number
  bundle?: string
}): Promise<string> {
  const config: WalletConfig = {
    rpcUrl: options.rpcUrl,
    account: options.account ?? DEFAULT_ACCOUNT,
    accounts: personas.map(walletAccount),
    bundler: walletAccount(stranger),
  }
  bundled ??= options.bundle === undefined ? bundleSandboxWallet() : Promise.resolve(options.bundle)
  return `(() => {\n${await bundled}\nSandboxWallet.install(${JSON.stringify(config)})\n})()\n`
}

/** A person as an account of the wallet, with their public test key. */
export function walletAccount(person: Persona): WalletAccount {
  const { index, name, address } = person
  return { index, name, address, key: testKey(person) }
}

/** The wallet's script without its configuration. */
export async function bundleSandboxWallet(): Promise<string> {
  const [chunk] = await bundleInMemory({
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      lib: {
        entry: fileURLToPath(new URL('sandboxWallet.ts', import.meta.url)),
        name: 'SandboxWallet',
        formats: ['iife'],
      },
    },
  })
  return chunk.code
}
