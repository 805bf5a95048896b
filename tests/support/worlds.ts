import { test as base, expect } from 'playwright/test'
import { type HostWorld, startHostWorld } from '#tests/support/worlds/hostWorld.ts'
import { startThreeNodesWorld, type ThreeNodesWorld } from '#tests/support/worlds/nodesWorld.ts'
import { startPortalWorld, type World } from '#tests/support/worlds/portalWorld.ts'
import type { Started } from '#tests/support/worlds/Started.ts'
import { type SignInWorld, startSignInWorld } from '#tests/support/worlds/signInWorld.ts'
import { startWalletSite, type WalletSite } from '#tests/support/worlds/walletSiteWorld.ts'
import { type HostPage, hostPageOf } from '../../safe-app/local/playwright.ts'

type Worlds = {
  readonly world: World
  readonly rig: HostWorld
  readonly nodes: ThreeNodesWorld
  readonly signIn: SignInWorld
  readonly site: WalletSite
}

/** Lends a world to the tests of a worker, and stops it after the last of them. */
async function lend<W>(started: Promise<Started<W>>, use: (world: W) => Promise<void>): Promise<void> {
  const { world, stop } = await started
  await use(world)
  await stop()
}

const perWorker = { scope: 'worker', timeout: 60_000 } as const

/**
 * Worlds that live as long as a worker, each started when one of its tests first needs it. They are in one place
 * because Playwright starts a new worker and browser for a test with another list of such fixtures. A fixture that
 * needs no other one names `playwright`, because Playwright reads its needs from the text of the function.
 */
export const test = base.extend<{ host: HostPage }, Worlds>({
  /** The host in the test's page. */
  host: ({ page }, use) => use(hostPageOf(page)),
  world: [({ playwright: _ }, use) => lend(startPortalWorld(), use), perWorker],
  rig: [({ playwright: _ }, use) => lend(startHostWorld(), use), perWorker],
  nodes: [({ world }, use) => lend(startThreeNodesWorld(world), use), perWorker],
  signIn: [({ world }, use) => lend(startSignInWorld(world), use), perWorker],
  site: [({ playwright: _ }, use) => lend(startWalletSite(), use), perWorker],
})

export { expect }
