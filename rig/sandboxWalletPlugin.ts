import type { Plugin } from 'vite'
import { buildSandboxWallet } from '../safe-app/wallet/buildSandboxWallet.ts'

const PATH = '/@sandbox-wallet.js'

/**
 * Adds the sandbox wallet to the portal's dev server, as a same-origin script so that `script-src 'self'`
 * allows it. It runs only in a top-level page, never in a frame, and is not part of any build or preview.
 */
export function sandboxWalletPlugin(options: { rpcUrl: string; account?: number }): Plugin {
  return {
    name: 'sandbox-wallet',
    apply: 'serve',
    configureServer(server) {
      const script = buildSandboxWallet(options)
      // The request for the script reports a failure, not an unhandled rejection.
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
