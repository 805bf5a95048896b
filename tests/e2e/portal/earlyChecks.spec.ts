import { DEEP } from '#tests/support/deep.ts'
import { card, modes, openSettings } from '#tests/support/diagnosticsPage.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { openList, pressReady } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import type { Portal } from '#tests/support/portalPage.ts'

const SWITCH = 'Ask public RPCs about recipients before I pay'
const NOT_CHECKED = 'Checks before you pay are off, so we didn’t check whether 2 recipients are contracts.'
/** Payees that no other test pays. */
const [first, second] = [payeeAt(7_001), payeeAt(7_002)]
const [, inSafe] = modes

async function setEarlyChecks(portal: Portal, isOn: boolean): Promise<void> {
  await openSettings(portal)
  await portal.getByRole('checkbox', { name: SWITCH }).setChecked(isOn)
}

test('behavior: in a Safe with early checks off, no node or service learns a payee until the review is left', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  const reported: string[] = []
  wallet.on('request', (request) => {
    const text = `${request.url()} ${request.postData() ?? ''}`.toLowerCase()
    const isOutside = !request.url().startsWith(world.portalUrl)
    if (isOutside && [first, second].some((one) => text.includes(one.slice(2).toLowerCase()))) {
      reported.push(text)
    }
  })
  const portal = await inSafe.open(wallet, world)
  await setEarlyChecks(portal, false)
  await expect(card(portal, 'Checks before you pay')).toContainText('Off in this browser.')

  await openList(portal)
  await portal
    .getByRole('textbox', { name: 'Paste your list', exact: true })
    .fill(`${first},1,USDT\n${second},2,USDT`)
  await portal.getByRole('button', { name: 'Check list' }).click()
  await portal.getByRole('checkbox', { name: NOT_CHECKED }).click()
  await pressReady(portal, 'Review 2 payments')
  const review = portal.getByRole('region', { name: 'Review', exact: true })
  await expect(review).toContainText('Not estimated (turned off in Settings).')
  await expect(review.getByText('No test run: checks before you pay are off.')).toHaveCount(1)
  await expect(review.getByRole('button', { name: /^(Pay|Propose)/ })).toBeEnabled()
  expect(reported).toEqual([])

  // With the checks on, the same recorder sees requests about the same rows, which are kept as a draft.
  await setEarlyChecks(portal, true)
  await openList(portal)
  await expect.poll(() => reported.length).toBeGreaterThan(0)
})
