import type { Page } from 'playwright/test'

export type Settled = { value?: unknown; code?: number; message?: string }

export type Ethereum = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
  removeListener(event: string, listener: (payload: unknown) => void): void
  isMetaMask: boolean
}

/** Sends one request from the page and returns its value or error. */
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
