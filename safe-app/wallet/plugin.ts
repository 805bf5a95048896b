import type { Plugin } from 'vite'
import { buildSandboxWallet } from './buildSandboxWallet.ts'

const PATH = '/@sandbox-wallet.js'

/**
 * Gives the portal's dev server the sandbox wallet, as a script of its own origin so that `script-src 'self'` holds.
 * It runs in a page of its own alone, never in a frame, and is no part of any build or preview.
 */
export function sandboxWalletPlugin(options: { rpcUrl: string; account?: number }): Plugin {
  return {
    name: 'sandbox-wallet',
    apply: 'serve',
    configureServer(server) {
      const script = buildSandboxWallet(options)
      // A failure is reported by the request that needs the script, not as an unhandled rejection.
      script.catch(() => undefined)
      server.middlewares.use(PATH, (_request, response, next) => {
        script.then((text) => {
          response.setHeader('content-type', 'text/javascript')
          response.setHeader('cache-control', 'no-store')
          response.end(text)
        }, next)
      })
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: PATH }, injectTo: 'head-prepend' }],
  }
}
