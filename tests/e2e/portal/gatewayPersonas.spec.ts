import type { Page } from 'playwright/test'
import type { Hex } from 'viem'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { nonces, payout, proposeTo, proposeUnverifiable } from '#tests/integration/rig/proposals.ts'
import { fresh } from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { pressReady, readRows } from '#tests/support/payPage.ts'
import { behaveLike, expect, test, type World } from '#tests/support/portalFixture.ts'
import { fillPayment, goTo, type Portal } from '#tests/support/portalPage.ts'
import { solo, treasury } from '../../../rig/seed/safes.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import type { HostPage } from '../../../safe-app/local/playwright.ts'

// The portal in a Safe with gateways that behave like real ones. The host reaches the service on its own
// path.

const [, , , gus] = influencers
const [ada] = owners
const CANNOT_LIST = 'What other owners have proposed can’t be listed until the Safe service answers again'

/** Opens the Safe of one owner in the host, and a payment of BNB up to its review. */
async function fillIn(page: Page, world: World, amount: string): Promise<Portal> {
  const portal = await world.safe.openApp(page, world.portalUrl, { safe: solo.name })
  await fillPayment(portal, { payee: gus.address, amount, token: 'BNB' })
  return portal
}

/** Proposes the reviewed payments, and waits until the proposal is seen. Returns its safeTxHash. */
async function propose(host: HostPage): Promise<Hex> {
  await pressReady(host.app, 'Propose')
  await host.sign()
  const safeTxHash = await host.safeTxHash()
  await host.done()
  await expect(host.app.getByText('Proposed, ready to execute')).toBeVisible()
  return safeTxHash
}

/** Ada executes it in her own Safe. */
const execute = ({ safe }: World, safeTxHash: Hex) => safe.execute(safeTxHash, { safe: solo.name, as: 'Ada' })

/** Selects the links to a proposal of the treasury. */
const linkTo = (tx: SafeTx.SafeTx) => `a[href*="${SafeTx.hash(treasury.address, tx, treasury.version)}"]`

test('error: with a gateway that accepts requests from the host only, the Overview keeps its balances, and the page says what it cannot list', {
  tag: DEEP,
}, async ({ page, world }) => {
  await behaveLike(world, 'lockdown')
  const portal = await world.safe.openApp(page, world.portalUrl)
  await expect(portal.getByRole('region', { name: 'Balances' })).toContainText(/Tether USD\s*[\d,.]+/)
  const attention = portal.getByRole('region', { name: 'Needs your attention' })
  await expect(portal.getByRole('alert').first()).toBeVisible()
  await expect(attention).toContainText(CANNOT_LIST)
  await goTo(portal, 'Activity')
  await expect(portal.getByRole('region', { name: 'Queue' })).toContainText(CANNOT_LIST)
  await world.safe.faults.service.reset()
  await portal.getByRole('button', { name: 'Try again' }).first().press('Enter')
  await expect(portal.getByRole('region', { name: 'Queue' }).getByText('Verified').first()).toBeVisible()
  await expect(portal.getByText(CANNOT_LIST)).toHaveCount(0)
})

test('behavior: during a lockdown a payment can be proposed, is listed as far as known, and followed until paid', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const amount = `0.0${fresh()}7`
  await behaveLike(world, 'lockdown')
  const portal = await fillIn(page, world, amount)
  await portal.getByRole('checkbox', { name: /^We couldn’t load who you paid before/ }).check()
  await pressReady(portal, 'Review')
  await expect(portal.getByText('We couldn’t check for earlier payments.')).toBeVisible()
  await portal.getByRole('checkbox', { name: 'I checked myself. Continue.' }).check()
  const safeTxHash = await propose(host)

  await goTo(portal, 'Activity')
  const queue = portal.getByRole('region', { name: 'Queue' })
  const known = queue
    .getByRole('list')
    .getByRole('listitem')
    .filter({ hasText: `${amount} BNB` })
  await expect(known).toContainText('Proposed, ready to execute')
  await expect(queue).toContainText(CANNOT_LIST)

  await known.getByRole('link').click()
  await execute(world, safeTxHash)
  await expect(portal.getByText('Paid', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
})

test('error: an execution that the gateway reports as CANCELLED before indexing it is never shown as unpaid', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const amount = `0.0${fresh()}8`
  const portal = await fillIn(page, world, amount)
  const safeTxHash = await propose(host)
  await behaveLike(world, 'early')
  const reported: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/v1/chains/56/')) return
    const text = await response.text().catch(() => '')
    reported.push(...(text.match(/"txStatus":"\w+"/g) ?? []))
  })
  const claims: string[] = []
  await page.exposeFunction('claimed', (text: string) => claims.push(text))
  await portal.locator('body').evaluate((body) => {
    new MutationObserver(() => {
      const found = /Not paid|Replaced|Can’t be executed any more/.exec((body as HTMLElement).innerText)
      if (found) (globalThis as unknown as { claimed?: (text: string) => void }).claimed?.(found[0])
    }).observe(body, { subtree: true, childList: true, characterData: true })
  })
  await execute(world, safeTxHash)
  await expect(portal.getByText('Paid', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  expect(reported).toContain('"txStatus":"CANCELLED"')
  expect(claims).toEqual([])
})

test('behavior: a batch without method names from the gateway is decoded and checked in the portal', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  await behaveLike(world, 'undecoded')
  const portal = await world.safe.openApp(page, world.portalUrl)
  await readRows(portal, `${payeeAt(7_101)},1.25,USDT\n${payeeAt(7_102)},2.5,USDT`)
  await pressReady(portal, 'Propose')
  await host.sign()
  await host.done()
  await goTo(portal, 'Activity')
  const row = portal
    .getByRole('region', { name: 'Queue' })
    .getByRole('listitem')
    .filter({ hasText: /Payout of 2.*3\.75 USDT/ })
  await expect(row).toContainText('Verified')
})

test('behavior: a note that the gateway escapes for HTML is shown as it was written', { tag: DEEP }, async ({
  page,
  world,
}) => {
  await behaveLike(world, 'escaped')
  const portal = await world.safe.openApp(page, world.portalUrl)
  await goTo(portal, 'Activity')
  const queue = portal.getByRole('region', { name: 'Queue' })
  await expect(queue.getByText('R&D <5 pieces> "Q&A", Tom & Jerry’s').first()).toBeVisible()
  await expect(queue).not.toContainText(/&(amp|lt|gt|quot|#39)/)
})

test('error: one proposal that the gateway can’t verify hides no other, and is counted', {
  tag: DEEP,
}, async ({ page, world }) => {
  const { free } = await nonces(world.rig)
  const others = [payout(free), payout(free + 2n)]
  for (const tx of others) await proposeTo(world.rig, tx, ada)
  await proposeUnverifiable(world.rig, free + 1n)
  await behaveLike(world, 'verifying')
  const portal = await world.safe.openApp(page, world.portalUrl)
  await expect(portal.getByRole('region', { name: 'Needs your attention' })).toContainText('Nonce')
  await expect(portal.getByText('Try again in a moment')).toHaveCount(0)
  await goTo(portal, 'Activity')
  const queue = portal.getByRole('region', { name: 'Queue' })
  await expect(queue).toContainText('1 item of this list could not be read and is not shown.')
  for (const tx of others) await expect(queue.locator(linkTo(tx))).toHaveCount(1)
  await expect(portal.getByText('Try again in a moment')).toHaveCount(0)
})

test('behavior: a queue whose pages overlap lists every proposal once', { tag: DEEP }, async ({
  page,
  world,
}) => {
  const { free } = await nonces(world.rig)
  const proposed = Array.from({ length: 21 }, (_, index) => payout(free + BigInt(index)))
  for (const tx of proposed) await proposeTo(world.rig, tx, ada)
  const portal = await world.safe.openApp(page, world.portalUrl)
  await goTo(portal, 'Activity')
  const queue = portal.getByRole('region', { name: 'Queue' })
  await queue.getByRole('button', { name: 'Load more' }).click()
  await expect(queue.getByRole('button', { name: /^Load/ })).toHaveCount(0)
  for (const tx of proposed) await expect(queue.locator(linkTo(tx))).toHaveCount(1)
  const links = await queue
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual([...new Set(links)])
})

test('behavior: the gateway’s behavior is chosen in the Faults tab and survives reopening the page', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const faults = world.safe.faults.service
  await world.safe.openApp(page, world.portalUrl)
  const gateway = (await host.openPanel('Faults')).getByLabel('Safe gateway')
  await gateway.selectOption({ label: 'Busy: 429, come back in 2 s' })
  await expect.poll(() => faults.get().status).toBe(429)
  await world.safe.openApp(page, world.portalUrl)
  await host.openPanel('Faults')
  await expect(gateway).toHaveValue('busy')
  await gateway.selectOption({ label: 'Honest' })
  await expect.poll(() => faults.get().status).toBeNull()
})
