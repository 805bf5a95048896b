import type { Page } from 'playwright/test'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, fillPayment } from '#tests/support/portalPage.ts'
import { approve, card } from '#tests/support/walletPage.ts'
import { owners } from '../../../safe-app/accounts.ts'

const connectButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })

/** Operates the sandbox wallet like its user would. */
const steer = (page: Page, what: string) => page.evaluate(`window.__sandboxWallet.${what}`)

/** Records every request to the injected wallet, from the start. */
async function recordQuestions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    window.addEventListener('eip6963:announceProvider', (event) => {
      const { provider } = (event as CustomEvent).detail
      if (provider.recorded) return
      const request = provider.request.bind(provider)
      provider.recorded = true
      provider.request = (question: { method: string }) => {
        asked.push(question.method)
        return request(question)
      }
    })
  })
  return () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
}

test('behavior: a wallet that keeps announcing accounts unasked is not connected', async ({
  wallet,
  world,
}) => {
  const questions = await recordQuestions(wallet)
  await wallet.goto(`${world.portalUrl}?wallet=pushy`)
  await expect(wallet.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await wallet.waitForLoadState('networkidle')
  // The wallet's last announcement comes a second after the start.
  await expect.poll(() => wallet.evaluate(() => performance.now())).toBeGreaterThan(1_500)
  await steer(wallet, 'chooseAccount(1)')
  await expect(connectButton(wallet)).toBeVisible()
  expect(await questions()).toEqual([])
  await wallet.reload()
  await wallet.waitForLoadState('networkidle')
  await expect(connectButton(wallet)).toBeVisible()
  expect(await questions()).toEqual([])
})

test('behavior: a session follows the wallet, survives a lost node, ends when the wallet ends it, and resumes only on a click', async ({
  wallet,
  world,
}) => {
  await wallet.goto(world.portalUrl)
  const again = wallet.getByRole('button', { name: 'Reconnect your last wallet' })
  const onBsc = wallet.getByRole('button', { name: 'Chain Selector: BSC' })
  await expect(again).toHaveCount(0)
  await connect(wallet)

  await test.step('behavior: a lost node (1013) does not end the session', async () => {
    await steer(wallet, 'disconnect()')
    await expect(onBsc).toBeVisible()
  })
  await test.step('behavior: the session follows the wallet to another network and back', async () => {
    await steer(wallet, 'chooseChain(1)')
    await expect(wallet.getByRole('button', { name: 'Wrong network' })).toBeVisible()
    await steer(wallet, 'chooseChain(56)')
    await expect(onBsc).toBeVisible()
  })
  await test.step('behavior: the session follows the wallet to another account', async () => {
    await steer(wallet, 'chooseAccount(1)')
    await expect(wallet.getByRole('main').getByText(owners[1].address, { exact: true }).first()).toBeVisible()
  })
  await test.step('behavior: after a reload one click reconnects the last wallet, and nothing reconnects before it', async () => {
    await wallet.reload()
    await expect(connectButton(wallet)).toBeVisible()
    await again.click()
    await expect(wallet.getByRole('button', { name: 'Chain Selector' })).toBeVisible()
    await expect(card(wallet)).toHaveCount(0)
  })
  await test.step('behavior: a wallet that locks itself ends the session', async () => {
    await steer(wallet, 'setFaults({ locked: true })')
    await expect(connectButton(wallet)).toBeVisible()
  })
  await test.step('behavior: a locked wallet connects once it is unlocked', async () => {
    await connectButton(wallet).click()
    await wallet.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' }).click()
    await approve(wallet, 'Unlock and connect')
    await expect(wallet.getByRole('button', { name: 'Chain Selector' })).toBeVisible()
  })
  await test.step('behavior: a wallet that revokes the accounts ends the session', async () => {
    await steer(wallet, 'forget()')
    await expect(connectButton(wallet)).toBeVisible()
  })
  await test.step('behavior: reconnecting opens the wallet list if the wallet has revoked access', async () => {
    await wallet.reload()
    await again.click()
    await expect(wallet.getByRole('dialog', { name: 'Connect a Wallet' })).toBeVisible()
  })
})

test('behavior: on the wrong network, Pay is disabled and the way back is beside it', { tag: DEEP }, async ({
  wallet,
  world,
}) => {
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await fillPayment(wallet, { payee: owners[1].address, amount: '1', token: 'USDT' })
  const pay = wallet.getByRole('button', { name: 'Pay 1 USDT' })
  await expect(pay).toBeVisible()
  await steer(wallet, 'chooseChain(1)')
  await expect(pay).toBeDisabled()
  const review = wallet.getByRole('region', { name: 'Review' })
  await expect(review.getByRole('button', { name: 'Switch network' })).toBeVisible()
  await wallet.getByRole('alert').getByRole('button', { name: 'Switch network' }).click()
  await wallet.getByRole('dialog', { name: 'Switch Networks' }).getByRole('button', { name: /BSC/ }).click()
  await approve(wallet)
  await expect(wallet.getByRole('button', { name: 'Switch network' })).toHaveCount(0)
  await expect(review).toBeVisible()
})

test('error: a switch that fails, is rejected or is not supported shows the catalogue’s message, and one that works adds our chain', async ({
  wallet,
  world,
}) => {
  await wallet.goto(`${world.portalUrl}?wallet=chain:1,noSwitch:-32000`)
  await connectOnly(wallet)
  const wrong = wallet.getByRole('button', { name: 'Wrong network' })
  const dialog = wallet.getByRole('dialog', { name: 'Switch Networks' })
  const says = wallet.locator('[popover]:popover-open')
  const open = async () => {
    await wrong.click()
    await dialog.getByRole('button', { name: /BSC/ }).click()
  }
  await test.step('error: a switch that fails or is rejected shows the catalogue’s message', async () => {
    await open()
    await expect(says).toContainText('Error switching chain')
    await steer(wallet, 'setFaults({ noSwitch: 4001 })')
    await open()
    await expect(says).toContainText('User rejected request')
  })
  await test.step('error: a wallet that cannot switch shows the hint to switch in the wallet', async () => {
    await steer(wallet, 'setFaults({ noSwitch: -32601 })')
    await open()
    await expect(says).toContainText(
      'Your wallet does not support switching networks from Influencer Portal. Try switching networks from within your wallet instead.',
    )
  })
  await test.step('behavior: the wrong network is reported, and the user can leave it by disconnecting', async () => {
    await wrong.click()
    await expect(dialog).toContainText('Wrong network detected, switch or disconnect to continue.')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(connectButton(wallet)).toBeVisible()
  })
  await test.step('behavior: the dialog can switch from the wrong network, and offers the wallet our chain to add', async () => {
    await wallet.goto(`${world.portalUrl}?wallet=chain:1,unknownChain,noSwitch:0`)
    await connectOnly(wallet)
    // RainbowKit requests the switch while connecting; the wallet lacks the chain and is asked to add it.
    await expect(card(wallet)).toContainText('BNB Smart Chain (56)')
    await approve(wallet, world.rpcUrl)
    await expect(wallet.getByRole('button', { name: 'Chain Selector: BSC' })).toBeVisible()
  })
})

/** Connects only, because the network is still wrong. */
async function connectOnly(page: Page): Promise<void> {
  await connectButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sandbox Wallet' }).click()
  await approve(page, 'Connect')
}
