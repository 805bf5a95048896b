import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { sandboxWalletPlugin } from '../../../rig/sandboxWalletPlugin.ts'
import { startChain } from '../../../safe-app/chain/startChain.ts'
import type { Started } from './Started.ts'

/** Pages for tests of the sandbox wallet alone, on their own chain. */
export type WalletSite = { readonly url: string; readonly rpcUrl: string }

/** The folder of these pages. */
export const walletPages = fileURLToPath(new URL('../../fixtures/sdk-app/', import.meta.url))

/** The portal's own policy, so that the wallet is tested under it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'none'; img-src 'self' data:; " +
  "connect-src 'self' ws: http://127.0.0.1:*; frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

export async function startWalletSite(): Promise<Started<WalletSite>> {
  const chain = await startChain({ port: 0 })
  const server = await createServer({
    configFile: false,
    root: walletPages,
    appType: 'mpa',
    logLevel: 'error',
    plugins: [sandboxWalletPlugin({ rpcUrl: chain.rpcUrl })],
    server: {
      host: '127.0.0.1',
      port: 0,
      hmr: false,
      watch: null,
      headers: { 'content-security-policy': POLICY },
    },
    optimizeDeps: { noDiscovery: true },
  })
  await server.listen()
  const url = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
  return {
    world: { url, rpcUrl: chain.rpcUrl },
    async stop() {
      await server.close()
      await chain.stop()
    },
  }
}
