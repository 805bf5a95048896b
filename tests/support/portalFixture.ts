import { expect, type Page } from 'playwright/test'
import { test as base, type World } from './worlds.ts'

type Watched = {
  /**
   * Problems that the browser reported on any page of the test: CSP violations and uncaught errors. Must be
   * empty at the end.
   */
  readonly complaints: string[]
}

/** Installs the sandbox wallet in a tab, like an extension. */
export async function installWallet(
  page: Page,
  { walletScript }: Pick<World, 'walletScript'>,
): Promise<void> {
  await page.addInitScript(walletScript)
}

export const test = base.extend<Watched & { wallet: Page }>({
  complaints: [
    async ({ context, world }, use) => {
      const complaints: string[] = []
      context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`))
      context.on('console', (message) => {
        // A refused frame is the purpose of frame-ancestors.
        if (/frame-ancestors/.test(message.text())) return
        if (/Content Security Policy|Trusted Type|violates the following/i.test(message.text())) {
          complaints.push(message.text())
        }
      })
      await use(complaints)
      world.rpc.faults.reset()
      world.rpc.resetCounts()
      world.rig.service.faults.reset()
      await world.clearQueues()
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  /** A tab with the sandbox wallet installed, like an extension. */
  wallet: async ({ page, world }, use) => {
    await installWallet(page, world)
    await use(page)
  },
})

export type { World }
export { expect }
