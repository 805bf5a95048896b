import { fileURLToPath } from 'node:url'
import { personas, testKey } from '../accounts.ts'
import { bundleInMemory } from '../host/bundleInMemory.ts'
import type { WalletConfig } from './WalletConfig.ts'

/** Ada, who owns the treasury with others and has money of her own. */
const DEFAULT_ACCOUNT = 0

let bundle: Promise<string> | null = null

/**
 * The sandbox wallet as one script text, for a dev server or for a test's init script. It holds the public test keys
 * and must never reach a build that is published.
 * @param account index of the persona that is chosen at first
 */
export async function buildSandboxWallet(options: { rpcUrl: string; account?: number }): Promise<string> {
  const config: WalletConfig = {
    rpcUrl: options.rpcUrl,
    account: options.account ?? DEFAULT_ACCOUNT,
    accounts: personas.map((person) => ({
      index: person.index,
      name: person.name,
      address: person.address,
      key: testKey(person),
    })),
  }
  bundle ??= bundleOnce()
  return `(() => {\n${await bundle}\nSandboxWallet.install(${JSON.stringify(config)})\n})()\n`
}

async function bundleOnce(): Promise<string> {
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
