import { card, modes, openDiagnostics } from '../../support/diagnosticsPage.ts'
import { payeeAt } from '../../support/payeeAt.ts'
import { pressReady } from '../../support/payPage.ts'
import { expect, test } from '../../support/portalFixture.ts'
import { goTo, type Portal } from '../../support/portalPage.ts'
import { requestText } from '../../support/requestPage.ts'

const SWITCH = 'Ask public nodes about payees before I pay'
const NOT_CHECKED = 'Whether 2 of the payees are contracts is not checked, as chosen in Diagnostics.'
/** Payees that no other test pays. */
const [first, second, asking] = [payeeAt(7_001), payeeAt(7_002), payeeAt(7_003)]

async function setEarlyChecks(portal: Portal, isOn: boolean): Promise<void> {
  await openDiagnostics(portal)
  await portal.getByRole('checkbox', { name: SWITCH }).setChecked(isOn)
}

for (const mode of modes) {
  test(`behavior: ${mode.name} with early checks off, no node or service learns a payee until the review is left`, async ({
    wallet,
    world,
  }) => {
    const reported: string[] = []
    wallet.on('request', (request) => {
      const text = `${request.url()} ${request.postData() ?? ''}`.toLowerCase()
      const isOutside = !request.url().startsWith(world.portalUrl)
      if (isOutside && [first, second, asking].some((one) => text.includes(one.slice(2).toLowerCase()))) {
        reported.push(text)
      }
    })
    const portal = await mode.open(wallet, world)
    await mode.connect(wallet)
    await setEarlyChecks(portal, false)
    await expect(card(portal, 'Checks before you pay')).toContainText('Off in this browser.')

    await goTo(portal, 'Pay')
    await portal.getByRole('textbox', { name: 'Rows', exact: true }).fill(`${first},1,USDT\n${second},2,USDT`)
    await portal.getByRole('button', { name: 'Read them' }).press('Enter')
    await portal.getByRole('checkbox', { name: NOT_CHECKED }).check()
    await pressReady(portal, 'Review 2 payments')
    const review = portal.getByRole('region', { name: 'Review', exact: true })
    await expect(review).toContainText('Not estimated, as chosen in Diagnostics.')
    const isSafe = mode.name === 'in a Safe'
    await expect(review.getByText('Not simulated on the chain, as chosen in Diagnostics.')).toHaveCount(
      isSafe ? 1 : 0,
    )
    await expect(review.getByRole('button', { name: /^(Pay|Propose)/ })).toBeEnabled({ timeout: 30_000 })
    expect(reported).toEqual([])

    if (!isSafe) {
      await wallet.goto(`${world.portalUrl}#/r/${requestText('5', 'USDT', { payee: asking })}`)
      await expect(wallet.getByRole('region', { name: 'Where it stands' })).toContainText(
        'Whether it was paid already is not checked, as chosen in Diagnostics.',
      )
      expect(reported).toEqual([])
    }

    // With the checks on, the same recorder sees requests about the same rows, which are kept as a draft.
    await setEarlyChecks(portal, true)
    await goTo(portal, 'Pay')
    await expect.poll(() => reported.length).toBeGreaterThan(0)
  })
}
