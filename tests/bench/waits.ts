import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { parseEther } from 'viem'
import { median, print } from '#tests/bench/figures.ts'
import { launch } from '#tests/bench/loading/visits.ts'
import { buildPortal } from '#tests/support/buildPortal.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { buildEnv } from '#tests/support/portalBuild.ts'
import { installWallet } from '#tests/support/portalFixture.ts'
import { connect, goTo, type Portal } from '#tests/support/portalPage.ts'
import { makeRigBundles } from '#tests/support/rigBundles.ts'
import { approve } from '#tests/support/walletPage.ts'
import { startPortalWorld } from '#tests/support/worlds/portalWorld.ts'
import { solo } from '../../rig/seed/safes.ts'
import { owners } from '../../safe-app/accounts.ts'
import { hostPageOf } from '../../safe-app/local/playwright.ts'

// Prints how long a person waits for the portal's answers, medians of some rounds, and how often it asks meanwhile. It
// asserts nothing: `npm run bench:waits`. The build is the published one, with its own pace.

const ROUNDS = 5
/** How long (ms) the requests of a page that is only looked at are counted. */
const LOOKED_AT = 30_000
/** Between two questions to the node (ms), when a block becomes final. */
const GRAIN = 10

const [ada] = owners
const build = { folder: fileURLToPath(new URL('../../.cache/waits-dist/', import.meta.url)), env: buildEnv }
await Promise.all([buildPortal(build), makeRigBundles()])
const { world, stop } = await startPortalWorld(build)
const { client } = world.rig.chain
const browser = await launch()
try {
  await measureWallet()
  await measureSafe()
} finally {
  await browser.close()
  await stop()
}

async function measureWallet(): Promise<void> {
  const page = await browser.newPage()
  await installWallet(page, world)
  await page.goto(world.portalUrl)
  await connect(page)
  const asked = countRequests(page)
  const ready: number[] = []
  const paid: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const press = page.getByRole('button', { name: /^Pay [\d.]/ })
    ready.push(await untilReady(page, round, () => enabled(page, /^Pay [\d.]/)))
    await press.click()
    const before = await client.getTransactionCount({ address: ada.address })
    await approve(page)
    const seen = shown(page, 'Paid')
    const final = untilFinal(before)
    paid.push((await seen) - (await final))
  }
  print('in a tab: review ready after the address is typed', median(ready), 'ms', '800')
  print('in a tab: Paid after its block is final', median(paid), 'ms', '1,500')
  await goTo(page, 'Overview')
  print('in a tab: requests a minute, Overview looked at', await perMinute(asked), '', '')
  await page.close()
}

async function measureSafe(): Promise<void> {
  const page = await browser.newPage()
  const host = hostPageOf(page)
  await client.setBalance({ address: solo.address, value: parseEther('10') })
  const portal = await world.safe.openApp(page, world.portalUrl, { safe: solo.name })
  const asked = countRequests(page)
  const ready: number[] = []
  const paid: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ready.push(await untilReady(portal, round, () => enabled(portal, 'Propose')))
    await portal.getByRole('button', { name: 'Propose' }).click()
    await host.sign()
    const safeTxHash = await host.safeTxHash()
    await host.done()
    await shown(portal, 'Proposed, ready to execute')
    await world.safe.execute(safeTxHash, { safe: solo.name, as: 'Ada' })
    const executed = performance.now()
    paid.push((await shown(portal, 'Paid')) - executed)
  }
  print('in a Safe: review ready after the address is typed', median(ready), 'ms', '1,200')
  print('in a Safe: Paid after it was executed, finality included', median(paid), 'ms', '3,000')
  await goTo(portal, 'Overview')
  print('in a Safe: requests a minute, Overview looked at', await perMinute(asked), '', '')
  await page.close()
}

/** Fills in a payment whose address comes last; how long (ms) from then on until it can be confirmed. */
async function untilReady(portal: Portal, round: number, confirmed: () => Promise<void>): Promise<number> {
  await goTo(portal, 'Overview')
  await goTo(portal, 'Pay')
  await portal.getByLabel('Amount').fill(`0.0${round + 1}1`)
  await portal.getByLabel('Token').selectOption({ label: 'BNB' })
  await portal.getByLabel('To', { exact: true }).fill(payeeAt(90_000 + round))
  const typed = performance.now()
  await portal.getByLabel('Amount').press('Enter')
  await confirmed()
  return performance.now() - typed
}

/** Waits until a button can be pressed. */
async function enabled(portal: Portal, name: string | RegExp): Promise<void> {
  await portal.getByRole('button', { name, disabled: false }).first().waitFor()
}

/** When (ms) this text is on the page. */
async function shown(portal: Portal, text: string): Promise<number> {
  await portal.getByText(text, { exact: true }).first().waitFor()
  return performance.now()
}

/** When (ms) the node calls the block final that has the payer's next transaction. */
async function untilFinal(before: number): Promise<number> {
  const pause = () => new Promise((resolve) => setTimeout(resolve, GRAIN))
  while ((await client.getTransactionCount({ address: ada.address })) <= before) await pause()
  const mined = await client.getBlockNumber()
  while ((await client.getBlock({ blockTag: 'finalized' })).number < mined) await pause()
  return performance.now()
}

/** Counts a page's requests to nodes and services from now on. */
function countRequests(page: Page): () => number {
  let requests = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && !request.url().startsWith(world.portalUrl)) requests++
  })
  return () => requests
}

async function perMinute(asked: () => number): Promise<number> {
  const before = asked()
  await new Promise((resolve) => setTimeout(resolve, LOOKED_AT))
  return ((asked() - before) * 60_000) / LOOKED_AT
}
