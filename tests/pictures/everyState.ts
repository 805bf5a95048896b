import { mkdir } from 'node:fs/promises'
import type { Browser, BrowserContext, Frame, Page } from 'playwright'
import buildOnce from '#tests/support/buildOnce.ts'
import { safeViews, visitSafe } from '#tests/support/look/safeViews.ts'
import { visitorViews } from '#tests/support/look/visitorViews.ts'
import { walletViews } from '#tests/support/look/walletViews.ts'
import { installWallet, type World } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import { startPortalWorld } from '#tests/support/worlds/portalWorld.ts'
import { influencers } from '../../safe-app/accounts.ts'
import { hostPageOf } from '../../safe-app/local/playwright.ts'
import {
  asking,
  naming,
  payingMany,
  payingOne,
  payingRequest,
  payingRequests,
  proposing,
  proving,
  readersProof,
  strangersRequests,
} from './everyAction.ts'
import { payRows, proposeRows, repeating } from './repeating.ts'
import { endPictures, type Failures, type Shot, takeJourney, takePictures } from './takePictures.ts'

/** The folder for the pictures of all states; not kept in the repository. */
const FOLDER = 'test-results/pictures'

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const
const themes = ['dark', 'light'] as const

/**
 * Pictures of every page and step, in a tab and in the local Safe: 390 and 1280 px wide, dark and light. The pages are
 * those that `look.spec.ts` opens. Throws at the end if a state could not be reached; the others are there.
 * @param only looks such as `390-dark`; all if there is none
 */
export async function everyState(browser: Browser, only: readonly string[]): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await buildOnce()
  const failures: Failures = []
  let turn = 0
  for (const size of sizes) {
    for (const theme of themes) {
      turn++
      const end = `${size.width}-${theme}`
      if (only.length > 0 && !only.includes(end)) continue
      // A payment of an earlier look would be asked about as a repetition.
      const { world, stop } = await startPortalWorld()
      try {
        const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
        const failed: Failures = []
        await inTab(context, world, { theme, end, turn }, failed)
        await inSafe(context, world, { theme, end, turn }, failed)
        await context.close()
        failures.push(...failed.map((failure) => `${end}: ${failure}`))
        console.log(`${end}: ${failed.length} states without a picture`)
      } finally {
        await stop()
      }
    }
  }
  endPictures(failures)
}

/** `turn` makes the amounts of each look differ. */
type Look = { readonly theme: (typeof themes)[number]; readonly end: string; readonly turn: number }

async function inTab(
  context: BrowserContext,
  world: World,
  { theme, end, turn }: Look,
  failures: Failures,
): Promise<void> {
  const tab = await context.newPage()
  await installWallet(tab, world)
  await tab.addInitScript((chosen) => localStorage.setItem('portal.theme', chosen), theme)
  const shot: Shot = async (name) => {
    await tab.mouse.move(0, 0)
    await tab.screenshot({ path: `${FOLDER}/tab-${name}-${end}.png`, fullPage: true })
    await sayNotices(tab, `tab-${name}-${end}`)
  }
  const journey = (name: string, run: (shot: Shot) => Promise<void>) => takeJourney(name, run, shot, failures)
  await takePictures([...visitorViews, ...walletViews], { tab, world }, shot, failures)
  await world.safe.faults.rpc.reset()
  const go = async (path: string) => {
    await tab.goto(`${world.portalUrl}?wallet=account:${influencers[0].index}#${path}`)
  }
  const follow = (path: string) =>
    tab.evaluate((to) => {
      window.location.hash = to
    }, path)
  await journey('requests of strangers', (take) => strangersRequests(tab, go, take))
  await journey('the proof that a reader opens', (take) => readersProof(tab, go, take))
  await go('/')
  await connect(tab)
  await journey('asking for money', (take) => asking(tab, take))
  await journey('paying one', (take) => payingOne(tab, take, turn))
  await journey('paying a request', (take) => payingRequest(tab, follow, take, turn))
  await journey('paying many', (take) => payingMany(tab, take, turn))
  await journey('paying requests', (take) => payingRequests(tab, take))
  await journey('proving an address', (take) => proving(tab, follow, take))
  await journey('naming people', (take) => naming(tab, follow, take))
  await journey('reminders and campaigns', (take) => repeating(tab, take, turn, 'Maker', () => payRows(tab)))
  await tab.close()
}

async function inSafe(
  context: BrowserContext,
  world: World,
  { theme, end, turn }: Look,
  failures: Failures,
): Promise<void> {
  const host = await context.newPage()
  const shot: Shot = async (name) => {
    await host.mouse.move(0, 0)
    await host.screenshot({ path: `${FOLDER}/safe-${name}-${end}.png` })
    await sayNotices(await hostPageOf(host).appFrame(), `safe-${name}-${end}`)
  }
  const journey = (name: string, run: (shot: Shot) => Promise<void>) =>
    takeJourney(`${name} in a Safe`, run, shot, failures)
  const visit = { ...visitSafe(host, world), theme }
  const size = host.viewportSize()
  await takePictures(safeViews, visit, shot, failures)
  // One of the views has a window of its own size.
  if (size) await host.setViewportSize(size)
  const [overview] = safeViews
  await overview?.open(visit)
  const frame = await hostPageOf(host).appFrame()
  await journey('paying many', (take) => payingMany(frame, take, turn))
  await journey('proposing', (take) => proposing(host, frame, take))
  await journey('reminders and campaigns', (take) =>
    repeating(frame, take, turn, 'Artist', () => proposeRows(host, frame)),
  )
  await world.clearQueues()
}

/** Prints the notices of a state that has several: a screen has one, and a second is a line in it. */
async function sayNotices(portal: Page | Frame, state: string): Promise<void> {
  const notices = await portal.locator('[class^="_notice_"]:visible').allInnerTexts()
  if (notices.length > 1) console.log(`${state}: ${notices.map((text) => JSON.stringify(text)).join(', ')}`)
}
