import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { clearQueue, fresh } from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { pressReady } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, goTo, type Portal, unfold } from '#tests/support/portalPage.ts'
import { paintSvg, readQr } from '#tests/support/readQr.ts'
import { codeText, requestText } from '#tests/support/requestPage.ts'
import { approve, card } from '#tests/support/walletPage.ts'
import { solo, treasury } from '../../../rig/seed/safes.ts'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { hostPageOf } from '../../../safe-app/local/playwright.ts'

const [ada] = owners
const [dana, eli] = influencers

test.afterEach(({ world }) => clearQueue(world))

const status = (portal: Portal) => portal.getByRole('region', { name: 'Status' })

test('behavior: a request made and signed in a wallet opens as signed for anyone, and shows when it is paid', async ({
  wallet,
  context,
  world,
  host,
}) => {
  const amount = `0.0${fresh()}1`
  await wallet.goto(`${world.portalUrl}#/get-paid`)
  await connect(wallet)
  await expect(wallet.getByRole('region', { name: 'New request' })).toContainText(ada.address)
  await wallet.getByLabel('Amount', { exact: true }).fill(amount)
  await wallet.getByLabel('Token').selectOption({ label: 'BNB' })
  await unfold(wallet, 'More options')
  await wallet.getByLabel('Payer’s Safe (optional)').fill(`bnb:${solo.address}`)
  await wallet.getByLabel('What is it for?').fill('Reel about hiking')
  await wallet.getByLabel('What is it for?').press('Enter')
  // Signed before the link is shown, so that it never changes after it was copied.
  await approve(wallet, 'Influencer Portal: payment request on BNB Smart Chain')
  await expect(wallet.getByRole('heading', { level: 1, name: `${amount} BNB` })).toBeVisible()
  const link = wallet.getByRole('textbox', { name: 'Request link' })
  const signed = await link.inputValue()
  expect(signed).toContain('/s-')
  expect(signed.length).toBeLessThan(300)
  expect(await codeText(wallet, 'QR code: Request link')).toBe(signed)
  await expect(wallet.getByText('This request was signed by the address it pays.')).toBeVisible()
  await expect(link).toHaveValue(signed)
  await goTo(wallet, 'Get paid')
  const listed = wallet
    .getByRole('list', { name: 'Your requests' })
    .getByRole('listitem')
    .filter({ hasText: amount })
  await expect(listed).toContainText('Waiting')

  await goTo(wallet, 'Activity')
  await wallet
    .getByRole('list', { name: 'Requests to this address' })
    .getByRole('button', { name: 'Show QR code' })
    .click()
  expect(await codeText(wallet, `QR code of the request for ${amount} BNB`)).toBe(signed)

  const payer = await context.newPage()
  await payer.goto(signed)
  await expect(payer.getByRole('heading', { name: /^Someone requests / })).toBeVisible()
  await expect(payer.getByText('This request was signed by the address it pays.')).toBeVisible()
  await expect(payer.getByRole('region', { name: 'Request' })).toContainText(ada.address)
  await payer.close()

  // BNB sent by a Safe leaves no log, so only the Safe that was asked to pay can prove it.
  const portal = await world.safe.openApp(wallet, signed, { safe: solo.name })
  await portal.getByRole('link', { name: /^Propose / }).click()
  await expect(portal.getByRole('region', { name: 'Review' })).toContainText(ada.address)
  await portal.getByRole('button', { name: 'Propose' }).click()
  await host.signAndExecute()
  await host.done()
  await expect(portal.getByText('Paid', { exact: true })).toBeVisible()
  await wallet.goto(`${world.portalUrl}#/get-paid`)
  await expect(listed).toContainText('Paid')
})

test('behavior: a request is pasted in a Safe that was opened from its page, and its maker sees how many owners have signed', {
  tag: DEEP,
}, async ({ page, context, world }) => {
  const amount = fresh()
  const text = requestText(`${amount}`, 'USDC', { payer: treasury.address })
  await page.goto(`${world.portalUrl}#/r/${text}`)
  await expect(status(page)).toContainText('Unpaid')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open in Safe{Wallet}' }).click()
  const host = await opened
  const portal = hostPageOf(host).app
  // The request is on the clipboard, and in no URL that a server sees.
  expect(host.url()).not.toContain(text)
  await portal.getByLabel('Request links').fill(`${world.portalUrl}#/r/${text}`)
  await portal.getByRole('button', { name: 'Add', exact: true }).click()
  await pressReady(portal, 'Review payment')
  await expect(portal.getByRole('region', { name: 'Review' })).toContainText(dana.address)
  await expect(portal.getByRole('region', { name: 'Review' })).toContainText(`${amount} USDC`)
  await portal.getByRole('button', { name: 'Propose' }).click()
  await hostPageOf(host).sign()
  await hostPageOf(host).done()
  await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
  await page.bringToFront()
  await page.reload()
  await expect(status(page)).toContainText('In the payer’s Safe: 1 of 2 signatures')

  // Opened once more, it warns before it can be paid twice.
  await portal.getByRole('link', { name: 'New payment' }).click()
  await host.goto(hostWith(host, world.portalUrl, text))
  await expect(portal.getByRole('heading', { name: 'A payment is on its way' })).toBeVisible()
  await expect(portal.getByRole('link', { name: /^Propose/ })).toHaveCount(0)
  await portal.getByRole('button', { name: 'Pay anyway…' }).click()
  await expect(portal.getByText(/Another one would pay it twice/)).toBeVisible()

  await host.close()
})

/** The host's own link to the request, as a second visit would use it. */
function hostWith(host: Page, portalUrl: string, text: string): string {
  const url = new URL(host.url())
  url.searchParams.set('appUrl', `${portalUrl}#/r/${text}`)
  return url.href
}

test('behavior: without logs from any node, the pasted transaction proves a request paid', {
  tag: DEEP,
}, async ({ wallet, context, world }) => {
  const amount = `${fresh()}.5`
  const text = requestText(amount, 'FDUSD', { payee: eli.address })
  await world.safe.faults.rpc.set({ logsOff: true })
  await wallet.goto(`${world.portalUrl}#/r/${text}`)
  await expect(wallet.getByRole('region', { name: 'Before you pay' })).toContainText(
    'We can’t search for payments right now',
  )
  await connect(wallet)
  await expect(wallet.getByText(/You haven’t paid this address before/)).toBeVisible()
  await wallet.getByRole('link', { name: /^Pay / }).click()
  await wallet.getByRole('button', { name: /^Pay [\d.]/ }).click()
  await approve(wallet)
  await expect(wallet.getByText('Paid', { exact: true })).toBeVisible()
  const hash = (await wallet.getByText(/^0x[0-9a-f]{64}$/).textContent()) ?? ''

  const payee = await context.newPage()
  await payee.goto(`${world.portalUrl}#/get-paid/${text}`)
  await expect(status(payee)).toContainText('Waiting')
  await unfold(payee, 'Already paid?')
  await payee.getByLabel('Transaction').fill(hash)
  await payee.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(status(payee)).toContainText(`${amount}0 FDUSD received. Final: it can’t be reversed.`)
  await payee.close()
})

test('behavior: a request that was removed comes back from a backup', { tag: DEEP }, async ({
  page: payee,
  world,
}) => {
  const amount = `${fresh()}.5`
  await payee.goto(`${world.portalUrl}#/get-paid`)
  await payee.getByLabel('Pay to (your address)').fill(eli.address)
  await payee.getByLabel('Amount', { exact: true }).fill(amount)
  await payee.getByLabel('Amount', { exact: true }).press('Enter')
  await payee.goto(`${world.portalUrl}#/get-paid`)
  const listed = payee.getByRole('list', { name: 'Your requests' }).getByRole('listitem')
  await expect(listed).toHaveCount(1)
  const saved = payee.waitForEvent('download')
  await payee.getByRole('button', { name: 'Backup', exact: true }).click()
  await payee.getByRole('button', { name: 'Back up' }).click()
  const file = await (await saved).path()
  await payee.keyboard.press('Escape')
  await listed.getByRole('link').click()
  await payee.getByRole('button', { name: 'Remove from list' }).click()
  await expect(payee.getByText('No requests yet', { exact: true })).toBeVisible()
  await expect(listed).toHaveCount(0)
  await payee.getByRole('button', { name: 'Backup', exact: true }).click()
  await payee.getByRole('region', { name: 'Your requests' }).getByLabel('Restore').setInputFiles(file)
  await expect(listed).toHaveCount(0)
  await payee.getByRole('button', { name: 'Restore 1 entry' }).click()
  await expect(payee.getByText('The file is restored.')).toBeVisible()
  await expect(listed).toHaveCount(1)
})

test('behavior: a Safe signs its request with two owners, one after the other, across a reload', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  const amount = fresh()
  const text = requestText(`${amount}`, 'USDT', { payee: treasury.address })
  const appUrl = `${world.portalUrl}#/get-paid/${text}`
  const portal = await world.safe.openApp(page, appUrl)
  await portal.getByRole('button', { name: 'Sign request' }).click()
  await expect(host.message).toContainText('payment request on BNB Smart Chain')
  await host.sign()
  const message = await host.message.innerText()
  await expect(host.dialog()).toContainText('1 of 2 owners signed')
  // Safe{Wallet} waits for all owners, and answers "rejected" when the first one closes the dialog.
  await host.discard()
  await expect(portal.getByText('1 of 2 owners signed.')).toBeVisible()
  await page.reload()
  await expect(portal.getByText('1 of 2 owners signed.')).toBeVisible()
  await world.safe.signMessage(message, { as: 'Ben' })
  await page.reload()
  await portal.getByRole('button', { name: 'Add signature to link' }).click()
  await expect(portal.getByText('This request was signed by the address it pays.')).toBeVisible()
  await expect(portal.getByRole('textbox', { name: 'Request link' })).toHaveValue(/\/s-/)
})

test('behavior: a request can be passed on as link, share, codes, pictures and sheet, all with the same text', {
  tag: DEEP,
}, async ({ page, context, world }) => {
  // Desktop browsers have no share sheet.
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(globalThis, { shared })
    Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) })
  })
  const text = requestText('250.5', 'USDT')
  const url = `${world.portalUrl}#/r/${text}`
  await page.goto(`${world.portalUrl}#/get-paid/${text}`)
  await expect(page.getByRole('textbox', { name: 'Request link' })).toHaveValue(url)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  expect(await page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared)).toMatchObject([
    { url },
  ])

  const codes = [
    ['Address only', dana.address],
    [
      'Wallet code (EIP-681)',
      `ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer?address=${dana.address}&uint256=250500000000000000000`,
    ],
    ['Request link', url],
  ] as const
  await unfold(page, 'Save or change the code')
  for (const [choice, content] of codes) {
    await page.getByRole('radio', { name: choice }).check()
    expect(await codeText(page, `QR code: ${choice}`)).toBe(content)
  }
  const save = async (kind: string) => {
    const saved = page.waitForEvent('download', (file) =>
      file.suggestedFilename().endsWith(kind.toLowerCase()),
    )
    await page.getByRole('button', { name: `Download ${kind}` }).click()
    return readFile(await (await saved).path())
  }
  const svg = await save('SVG')
  const png = await save('PNG')
  expect(readQr(paintSvg(svg?.toString() ?? '', 400, 255))).toBe(url)
  expect(png?.subarray(1, 4).toString()).toBe('PNG')

  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Print' }).click()
  const sheet = await opened
  await expect(sheet.getByRole('main')).toContainText(dana.address)
  expect(await codeText(sheet, 'QR code of the request')).toBe(url)
  await sheet.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(sheet.getByRole('contentinfo')).toBeHidden()
  await sheet.close()
})

test('error: a link with hostile content prompts no wallet and adds no markup to the page', async ({
  wallet,
  world,
}) => {
  const hostile = [
    '1/56/<img src=x onerror=alert(1)>/USDT/1/1795300000/00000000',
    '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    `${requestText('5', 'USDT')}x`,
    'javascript:alert(1)',
    'a'.repeat(5_000),
  ]
  await wallet.goto(`${world.portalUrl}#/r/${hostile[0]}`)
  for (const place of ['r', 'get-paid', 'get-paid/sheet', 'pay/r']) {
    for (const text of hostile) {
      await wallet.evaluate((hash) => {
        location.hash = hash
      }, `#/${place}/${text}`)
      if (place === 'pay/r') {
        await expect(wallet.getByText('Connect your wallet')).toBeVisible()
        continue
      }
      await expect(wallet.getByRole('heading', { name: 'This payment link doesn’t work' })).toBeVisible()
      // The portal's own icons are `<use>` and nothing else.
      await expect(
        wallet.getByRole('main').locator('img, script, iframe, svg:not(:has(> use:only-child))'),
      ).toHaveCount(0)
    }
  }
  // Text from a link is quoted and cannot reverse the text around it.
  const memo = '<b>Pay me</b> ‮ or else'.replace('‮', 'אבג')
  await wallet.goto(`${world.portalUrl}#/r/${requestText('5', 'USDT', { memo, reference: '{{1+1}}' })}`)
  await expect(wallet.getByRole('main').getByText(memo)).toBeVisible()
  await expect(wallet.getByRole('main').locator('b')).toHaveCount(0)
  await expect(wallet.getByText('Not signed. Anyone could have made this link.')).toBeVisible()
  await expect(card(wallet)).toHaveCount(0)
})
