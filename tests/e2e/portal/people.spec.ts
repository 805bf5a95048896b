import { violations } from '#tests/support/axe.ts'
import { DEEP } from '#tests/support/deep.ts'
import { inspect } from '#tests/support/inspect.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { openList, pressReady } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, exportAs, goTo, type Portal } from '#tests/support/portalPage.ts'
import { begunProof, signedBy } from '#tests/support/signedProofs.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const dana = payeeAt(77_001)
/** A person who can sign. */
const [hikes] = influencers

/** Saves a person. */
async function addDana(portal: Portal): Promise<void> {
  await goTo(portal, 'People')
  await portal.getByRole('button', { name: 'Add person' }).click()
  await portal.getByLabel('Name', { exact: true }).fill('Dana Dances')
  await portal.getByLabel('Address', { exact: true }).fill(dana)
  await portal.getByRole('button', { name: 'Save' }).click()
  await expect(portal.getByText('Dana Dances is saved.')).toBeVisible()
}

/** Chooses her by a part of her name, and reviews a payment. */
async function reviewPayment(portal: Portal): Promise<void> {
  await goTo(portal, 'Pay')
  const to = portal.getByLabel('To', { exact: true })
  await to.pressSequentially('dana d')
  await portal.getByRole('option', { name: /Dana Dances/ }).click()
  await expect(to).toHaveValue(dana)
  await portal.getByLabel('Amount').fill('1.5')
  await portal.getByRole('button', { name: 'Review payment' }).click()
  const review = portal.getByRole('region', { name: 'Total' })
  await expect(review).toContainText('Dana Dances')
  await expect(review).toContainText(dana)
}

test('behavior: in a tab someone is saved, paid by name, and taken along as an address book', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await addDana(wallet)
  await inspect(wallet, 'People')
  await wallet.getByRole('button', { name: 'Edit Dana Dances' }).click()
  await inspect(wallet, 'a person')
  await wallet.getByRole('button', { name: 'Cancel' }).click()
  const download = wallet.waitForEvent('download')
  await exportAs(wallet, 'For Safe{Wallet}')
  expect((await download).suggestedFilename()).toBe('safe-address-book.csv')
  await reviewPayment(wallet)

  await test.step('behavior: the link Pay of someone fills in their address', async () => {
    await goTo(wallet, 'Pay')
    await wallet.getByLabel('To', { exact: true }).fill('')
    await goTo(wallet, 'People')
    await wallet.getByRole('link', { name: 'Pay Dana Dances' }).click()
    await expect(wallet.getByLabel('To', { exact: true })).toHaveValue(dana)
  })
})

test('behavior: in a Safe someone is saved and paid by name', { tag: DEEP }, async ({
  page,
  world,
  host,
}) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await addDana(portal)
  expect(await violations(await host.appFrame())).toEqual([])
  await reviewPayment(portal)
})

/** Saves a person from their proof, then pastes a list of names: one is hers, one is of two people. */
async function payByProofAndNames(
  portal: Portal,
  uri: string,
  show: (path: string) => Promise<void>,
): Promise<void> {
  const proof = await signedBy(hikes, begunProof(hikes, { uri }))
  await show(`/verify/${proof}`)
  await portal.getByRole('link', { name: 'Save to People' }).click()
  await expect(portal.getByLabel('Address', { exact: true })).toHaveValue(hikes.address)
  await portal.getByLabel('Name', { exact: true }).fill('Dana')
  await portal.getByRole('button', { name: 'Save' }).click()
  await expect(portal.getByText('Dana is saved.')).toBeVisible()
  for (const index of [77_011, 77_012]) {
    await portal.getByRole('button', { name: 'Add person' }).click()
    await portal.getByLabel('Name', { exact: true }).fill('Eli')
    await portal.getByLabel('Address', { exact: true }).fill(payeeAt(index))
    await portal.getByRole('button', { name: 'Save' }).click()
    await expect(portal.getByText('Eli is saved.')).toBeVisible()
  }
  await openList(portal)
  await portal
    .getByRole('textbox', { name: 'Paste your list', exact: true })
    .fill('Dana, 2.50, USDT\nEli, 3.25, USDT')
  await portal.getByRole('button', { name: 'Check list' }).click()
  const second = portal.getByRole('button', { name: new RegExp(payeeAt(77_012).slice(0, 6)) })
  await second.click()
  await pressReady(portal, 'Review 2 payments')
  const review = portal.getByRole('region', { name: 'Review', exact: true })
  await expect(review).toContainText(hikes.address)
  await expect(review).toContainText(payeeAt(77_012))
  await expect(review).not.toContainText(payeeAt(77_011))
}

test('behavior: in a tab a person is kept from their proof, and a list of names pays them or asks who is meant', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await payByProofAndNames(wallet, world.portalUrl, async (path) => {
    await wallet.evaluate((hash) => {
      window.location.hash = hash
    }, path)
  })
})

test('behavior: in a Safe a person is kept from their proof, and a list of names pays them or asks who is meant', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const portal = await world.safe.openApp(page, world.portalUrl)
  await payByProofAndNames(portal, world.portalUrl, async (path) => {
    const frame = await host.appFrame()
    await frame.evaluate((hash) => {
      window.location.hash = hash
    }, path)
  })
})

test('behavior: old addresses lead to the pages and the campaigns that were below Pay, with everything below them and their query', {
  tag: DEEP,
}, async ({ page, world }) => {
  for (const [old, now, title, place] of [
    [`#/pay/people/${dana}?from=mail`, `#/people/${dana}?from=mail`, 'People', 'People'],
    ['#/pay/templates', '#/pay', 'Pay', 'Pay'],
    ['#/templates/a-1?from=mail', '#/pay?from=mail', 'Pay', 'Pay'],
    ['#/pay/campaigns/spring', '#/activity/campaigns/spring', 'Activity', 'Activity'],
    ['#/campaigns/spring', '#/activity/campaigns/spring', 'Activity', 'Activity'],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(world.portalUrl + old)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveURL(world.portalUrl + now)
    await expect(page.getByRole('link', { name: place, exact: true }).first()).toHaveAttribute('aria-current')
    await page.goBack()
    await expect(page).toHaveURL('about:blank')
  }
})

test('behavior: in a Safe its owners’ names are taken after they agree in the host, and not before', async ({
  page,
  world,
  host,
}) => {
  const portal = await world.safe.openApp(page, `${world.portalUrl}#/people`)
  await portal.getByRole('button', { name: 'Get names from Safe{Wallet}' }).click()
  await expect(portal.getByText('Waiting for your answer in Safe{Wallet}…')).toBeVisible()
  await host.answerPermissions('Accept')
  const plan = portal.getByRole('region', { name: 'Import people' })
  await expect(plan).toContainText(/^Import people\d+ new people/)
  await plan.getByRole('button', { name: /^Import \d+/ }).click()
  await expect(portal.getByText(/people imported\.$/)).toBeVisible()
  await goTo(portal, 'Overview')
  await expect(portal.getByRole('region', { name: 'Owners' })).toContainText('Ada')
})

test('behavior: in a Safe a refusal changes nothing, and the next press says where to allow it', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const portal = await world.safe.openApp(page, `${world.portalUrl}#/people`)
  const ask = portal.getByRole('button', { name: 'Get names from Safe{Wallet}' })
  await ask.click()
  await host.answerPermissions('Reject')
  await expect(portal.getByText('You closed the request in your Safe. Nothing was changed.')).toBeVisible()
  await ask.click()
  await expect(portal.getByText(/^Safe\{Wallet\} gave no names\. If you refused before/)).toBeVisible()
  await expect(portal.getByText('No one yet')).toBeVisible()
})
