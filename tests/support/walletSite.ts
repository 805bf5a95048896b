import { fileURLToPath } from 'node:url'
import { test as base, type Page } from 'playwright/test'
import { createServer } from 'vite'
import { startChain } from '../../safe-app/chain/startChain.ts'
import { sandboxWalletPlugin } from '../../safe-app/wallet/plugin.ts'

/** The pages that the wallet is tried in. */
export const root = fileURLToPath(new URL('../fixtures/sdk-app/', import.meta.url))

/** What the portal's own policy demands, so that the wallet is tried under it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'none'; img-src 'self' data:; " +
  "connect-src 'self' ws: http://127.0.0.1:*; frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

export const test = base.extend<object, { site: { url: string; rpcUrl: string } }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a destructured argument
    async ({}, use) => {
      const chain = await startChain({ port: 0 })
      const server = await createServer({
        configFile: false,
        root,
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
      await use({ url, rpcUrl: chain.rpcUrl })
      await server.close()
      await chain.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

export type Settled = { value?: unknown; code?: number; message?: string }

export type Ethereum = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
  removeListener(event: string, listener: (payload: unknown) => void): void
  isMetaMask: boolean
}

/** One request of the page, settled to its value or its error. */
export function request(page: Page, method: string, params?: unknown): Promise<Settled> {
  return page.evaluate(
    async ([name, list]) => {
      const { ethereum } = window as unknown as { ethereum: Ethereum }
      try {
        return { value: await ethereum.request({ method: name, params: list }) }
      } catch (error) {
        const { code, message } = error as { code: number; message: string }
        return { code, message }
      }
    },
    [method, params] as const,
  )
}

/** Records the provider's events from now on. */
export async function recordEvents(page: Page): Promise<() => Promise<unknown[]>> {
  await page.evaluate(() => {
    const { ethereum } = window as unknown as { ethereum: Ethereum }
    const log: unknown[] = []
    Object.assign(window, { events: log })
    for (const name of ['accountsChanged', 'chainChanged', 'disconnect', 'connect']) {
      ethereum.on(name, (payload) => log.push([name, (payload as { code?: number }).code ?? payload]))
    }
  })
  return () => page.evaluate(() => (window as unknown as { events: unknown[] }).events)
}
