import type { Page } from 'playwright/test'
import { DEEP } from '#tests/support/deep.ts'
import { leaveSample, openDiagnostics } from '#tests/support/diagnosticsPage.ts'
import { expect, test } from '#tests/support/nodesFixture.ts'
import { pressReady } from '#tests/support/payPage.ts'
import { installWallet, type World } from '#tests/support/portalFixture.ts'
import { connect, fillPayment, type Portal } from '#tests/support/portalPage.ts'
import { approve } from '#tests/support/walletPage.ts'
import type { NodesWorld } from '#tests/support/worlds/nodesWorld.ts'
import { usualMix } from '../../../rig/usualMix.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { type PersonaName, personas } from '../../../safe-app/chain/personas.ts'

// The portal on four endpoints that behave like its built-in ones, and with one of them broken.

const [dana] = influencers
/** The time (ms) in which no endpoint may get more than `MOST` requests. */
const FIRST = 10_000
const MOST = 20

function setPersona(mix: NodesWorld, place: number, name: PersonaName): void {
  const faults = mix.endpoints[place]?.faults
  faults?.reset()
  faults?.set(personas[name].faults)
}

/** Counts a page's requests to each endpoint in its first ten seconds. */
function countRequests(page: Page, { endpoints }: NodesWorld): () => readonly number[] {
  const began = Date.now()
  const counts = endpoints.map(() => 0)
  page.on('request', (request) => {
    if (request.method() !== 'POST' || Date.now() - began > FIRST) return
    const place = endpoints.findIndex(({ url }) => request.url().startsWith(url))
    if (place >= 0) counts[place] = (counts[place] ?? 0) + 1
  })
  return () => counts
}

/** Opens the treasury's Overview in a Safe; returns the ms until the balances are shown. */
async function openOverview(page: Page, { safe }: World, { portalUrl }: NodesWorld): Promise<number> {
  const began = performance.now()
  const portal = await safe.openApp(page, portalUrl)
  await expect(portal.getByRole('region', { name: 'Balances' })).toContainText(/Tether USD\s*[\d,.]+/)
  await expect(portal.getByRole('region', { name: 'Needs your attention' })).toContainText('Nonce')
  return performance.now() - began
}

const broken: readonly (readonly [string, PersonaName])[] = [
  ['never answers', 'silent'],
  ['sends no CORS headers', 'noCors'],
  ['is dead', 'dead'],
  ['refuses everything', 'resting'],
  ['answers with swapped ids', 'swapped'],
  ['sends endless answers', 'endless'],
]

test('behavior: in a Safe the Overview sends at most 20 requests in ten seconds to each endpoint', async ({
  page,
  world,
  mix,
}) => {
  const counts = countRequests(page, mix)
  const ms = await openOverview(page, world, mix)
  console.log(`Overview of a Safe: ${Math.round(ms)} ms, requests by endpoint ${counts().join(' ')}`)
  expect(Math.max(...counts())).toBeLessThanOrEqual(MOST)
})

test('behavior: the first payment of a visit can be reviewed and decided on, in a tab and in a Safe', {
  tag: DEEP,
}, async ({ page, world, mix, host }) => {
  await installWallet(page, world)
  const review = async (portal: Portal, decide: RegExp, where: string): Promise<void> => {
    const counts = countRequests(page, mix)
    const began = performance.now()
    await fillPayment(portal, { payee: dana.address, amount: '1.11', token: 'USDT' })
    await expect(portal.getByRole('button', { name: decide })).toBeEnabled()
    const ms = Math.round(performance.now() - began)
    console.log(
      `Review ${where}: filled in and ready after ${ms} ms, requests by endpoint ${counts().join(' ')}`,
    )
  }
  await page.goto(mix.portalUrl)
  await connect(page)
  await review(page, /^Pay 1\.11 USDT$/, 'in a tab')
  await openOverview(page, world, mix)
  await review(host.app, /^Propose/, 'in a Safe')
})

// `integration/rig/endpointMatrix.test.ts` has every kind of endpoint in `npm test`.
for (const [index, [what, name]] of broken.entries()) {
  test(`behavior: when the first endpoint ${what}, a Safe's Overview loads and a wallet's payment shows as paid`, {
    tag: DEEP,
  }, async ({ page, world, mix }) => {
    await installWallet(page, world)
    setPersona(mix, 0, name)
    const ms = await openOverview(page, world, mix)
    console.log(`${name}: Overview of a Safe in ${Math.round(ms)} ms`)
    await page.goto(mix.portalUrl)
    await connect(page)
    // All cases share one chain, so each pays a different amount.
    await fillPayment(page, { payee: dana.address, amount: `1.0${index + 1}`, token: 'USDT' })
    await page.getByRole('button', { name: /^Pay [\d.]/ }).click()
    await approve(page, dana.address)
    await expect(page.getByText('Paid', { exact: true })).toBeVisible()
  })
}

test('behavior: with one endpoint left everything works, but one node is not enough for “Paid”', {
  tag: DEEP,
}, async ({ page, world, mix }) => {
  await installWallet(page, world)
  for (const place of [0, 2, 3]) setPersona(mix, place, 'dead')
  await openOverview(page, world, mix)
  await page.goto(mix.portalUrl)
  await connect(page)
  await fillPayment(page, { payee: dana.address, amount: '1.09', token: 'USDT' })
  await pressReady(page, /^Pay [\d.]/)
  await approve(page, dana.address)
  await expect(page.getByText('Confirming, one source so far')).toBeVisible()
  await expect(page.getByText('We say “Paid” when a second, independent source agrees.')).toBeVisible()
  await leaveSample(world)
  await openDiagnostics(page)
  await expect(page.getByRole('region', { name: 'Network' })).toContainText(
    'Can’t confirm “Paid”: only one operator serves receipts.',
  )
  for (const place of [0, 2, 3]) setPersona(mix, place, usualMix[place] ?? 'honest')
  await page.goBack()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible({ timeout: 60_000 })
})
