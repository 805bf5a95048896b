import { expect, type Page } from 'playwright/test'
import type { World } from '#tests/support/worlds/portalWorld.ts'
import { forgetActs } from '../../safe-app/local/forgetActs.ts'
import { type GatewayPersonaName, gatewayPersonas } from '../../safe-app/service/personas.ts'
import { test as base } from './worlds.ts'

/** How a test's Safe gateway behaves. An option of tests and of projects. */
export type GatewayOption = { readonly gateway: GatewayPersonaName }

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

/** Makes the Safe gateway behave like a persona, towards the portal or towards all. */
export function behaveLike({ portalUrl, safe }: World, name: GatewayPersonaName): Promise<void> {
  return safe.faults.service.set(gatewayPersonas(new URL(portalUrl).origin)[name].faults)
}

export const test = base.extend<Watched & GatewayOption & { wallet: Page }>({
  gateway: ['honest', { option: true }],
  complaints: [
    async ({ context, world, gateway }, use) => {
      await behaveLike(world, gateway)
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
      await forgetActs(world.safe)
      world.rpc.resetCounts()
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
