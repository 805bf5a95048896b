import { DEEP, someOf } from '#tests/support/deep.ts'
import {
  card,
  checkAgain,
  checked,
  leaveSample,
  modes,
  openDiagnostics,
  report,
} from '#tests/support/diagnosticsPage.ts'
import { inspect } from '#tests/support/inspect.ts'
import { expect, test } from '#tests/support/portalFixture.ts'

for (const mode of someOf(modes, 1)) {
  test(`behavior: ${mode.name} it shows how the portal runs, what answers and what fails`, {
    tag: DEEP,
  }, async ({ wallet, world }) => {
    await leaveSample(world)
    const portal = await mode.open(wallet, world)
    await openDiagnostics(portal)
    const endpoints = card(portal, 'Network')
    const services = card(portal, 'Safe service')

    await test.step('behavior: shows how the portal runs and what answers', async () => {
      await expect(card(portal, 'This page')).toContainText(mode.opened)
      await expect(endpoints).toContainText(new URL(world.rpcUrl).host)
      await expect(endpoints).toContainText('56, BNB Smart Chain')
      await expect(endpoints).toContainText(/Finalized block\s*[\d,]+, \d+ blocks? before the newest/)
      await expect(endpoints).toContainText('“Paid” can be confirmed by 2 operators, with none to spare.')
      await endpoints.getByRole('heading', { name: 'Network' }).click()
      await expect(endpoints.getByRole('row', { name: 'logs of 5,000 blocks' }).getByRole('cell')).toHaveText(
        ['yes', 'yes'],
      )
      await expect(services).toContainText(new URL(world.rig.service.url).host)
      await expect(services).toContainText('HTTP status200')
      await expect(services).toContainText(/It has (not )?read/)
      await expect(services).toContainText('Not configured')
      await expect(card(portal, 'This browser')).toContainText('In this browser')
      await expect(card(portal, 'This browser')).toContainText(/Portal\d+\.\d+\.\d+/)
      await expect(card(portal, 'This browser')).toContainText('Europe/Berlin')
    })

    // Both modes show the same.
    if (mode.name === 'in a Safe') return

    await test.step('error: names a faulty endpoint', async () => {
      await world.safe.faults.rpc.set({ chainId: 1 })
      await world.safe.faults.service.set({ status: 404, match: '/about/indexing' })
      await checkAgain(portal)
      await expect(endpoints).toContainText('Is on chain 1')
      await expect(services).toContainText('It knows BNB Smart Chain')
    })

    await test.step('behavior: is accessible and fits a phone in both themes while faults are shown', async () => {
      await report(portal)
      await inspect(wallet, 'what is wrong', () => mode.target(wallet))
    })
  })
}

test('behavior: the old address opens it, all of it is reached by keyboard, and the focus stays during a check', {
  tag: DEEP,
}, async ({ page, world }) => {
  await page.goto(`${world.portalUrl}#/diagnostics`)
  await checked(page)
  await expect(page).toHaveURL(/#\/settings\/diagnostics$/)
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Is everything working/)
  await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 })
  const reached: string[] = []
  for (const name of [
    'Copy report',
    'Check again',
    /^Network /,
    /^Safe service /,
    /^This browser /,
    /^This page /,
    'Include addresses',
    'Preview',
  ]) {
    await page.keyboard.press('Tab')
    reached.push(`${name}`)
    const focused = page.locator(':focus')
    await expect(focused, reached.join(', ')).toHaveAccessibleName(name)
    if (name === 'Check again') {
      await page.keyboard.press('Enter')
      await checked(page)
      await expect(focused).toHaveAccessibleName(name)
    }
    if (typeof name !== 'string' && name.test('This page ')) {
      await expect(card(page, 'This page').getByText('Not framed: no handshake')).toBeHidden()
      await page.keyboard.press('Enter')
      await expect(card(page, 'This page').getByText('Not framed: no handshake')).toBeVisible()
    }
  }
})
