import { expect, type Page } from 'playwright/test'
import { test as base, type World } from './worlds.ts'

type Watched = {
  /** What the browser reported on any page of the test: CSP violations and uncaught errors. A test ends with none. */
  readonly complaints: string[]
}

/** Installs the sandbox wallet in a tab, as an extension would be. */
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
        // Being refused a frame is what frame-ancestors is for.
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
  /** A tab in which the sandbox wallet is installed, as an extension would be. */
  wallet: async ({ page, world }, use) => {
    await installWallet(page, world)
    await use(page)
  },
})

export type { World }
export { expect }
