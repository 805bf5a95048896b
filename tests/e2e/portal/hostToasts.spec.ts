import { nonces } from '#tests/integration/rig/proposals.ts'
import { clearQueue, fresh } from '#tests/support/activityPage.ts'
import { DEEP } from '#tests/support/deep.ts'
import { covered, toastOf } from '#tests/support/hostToasts.ts'
import { fileOf, readRows } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { fillPayment } from '#tests/support/portalPage.ts'
import { requestText } from '#tests/support/requestPage.ts'
import { begunProof, signedBy } from '#tests/support/signedProofs.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana] = influencers

test.afterEach(({ world }) => clearQueue(world))

const windows = [
  [1280, 800],
  // The frame itself is as wide here.
  [1687, 933],
] as const

for (const [width, height] of windows) {
  test(`behavior: no main button of any page in a Safe lies under the host’s toasts, in a window of ${width} px`, {
    tag: DEEP,
  }, async ({ page, world, host }) => {
    await page.setViewportSize({ width, height })
    const portal = await world.safe.openApp(page, world.portalUrl)
    await expect(portal.getByText('2 of 3 owners must sign')).toBeVisible()
    const frame = await host.appFrame()
    const found: Record<string, readonly string[]> = {}
    const to = async (path: string) => {
      await frame.evaluate((hash) => {
        window.location.hash = hash
      }, `#${path}`)
      await expect(portal.getByRole('heading', { level: 1 })).toBeVisible()
    }

    await fillPayment(portal, { payee: dana.address, amount: `0.0${fresh()}`, token: 'USDT' })
    const propose = portal.getByRole('button', { name: /^Propose / })
    await expect(propose).toBeEnabled()
    await propose.click()
    await host.fillNonce((await nonces(world.rig)).current)
    await host.sign()
    const toast = await toastOf(page)
    const check = async (what: string) => {
      found[what] = await covered(page, toast)
    }
    const safeTxHash = await host.safeTxHash()
    await host.done()
    await expect(portal.getByText('Proposed, needs 1 more signature')).toBeVisible()
    await check('a payout to sign')
    const payout = new URL(frame.url()).hash.slice(1)
    await portal.getByRole('link', { name: /^See proposal #/ }).click()
    await expect(portal.getByRole('link', { name: /^Sign in Safe/ })).toBeVisible()
    await check('a proposal to sign')
    await world.safe.sign(safeTxHash, { as: 'Ben' })
    await expect(portal.getByRole('link', { name: /^Execute in Safe/ })).toBeVisible()
    await check('a proposal to execute')
    await to(payout)
    await expect(portal.getByRole('link', { name: /^Execute in Safe/ })).toBeVisible()
    await check('a payout to execute')
    await to('/activity/queue')
    await expect(portal.getByRole('region', { name: 'Queue' }).getByRole('listitem').first()).toBeVisible()
    await check('the queue')

    await readRows(portal, fileOf(12, fresh()))
    await expect(propose).toBeEnabled()
    await check('the review of a list')
    await portal.getByRole('button', { name: 'Back' }).click()
    await expect(portal.getByRole('button', { name: /^Review 12/ })).toBeVisible()
    await check('a list')
    await fillPayment(portal, { payee: dana.address, amount: `0.0${fresh()}`, token: 'USDT' })
    await expect(propose).toBeEnabled()
    await check('the review of one payment')

    const proof = begunProof(dana, { uri: world.portalUrl })
    const pages = [
      ...['/', '/activity', '/get-paid', '/pay', '/people', '/pay/list', '/pay/requests'],
      ...[
        '/activity/campaigns',
        '/verify',
        '/get-paid/you',
        '/settings',
        '/settings/diagnostics',
        '/nowhere',
      ],
      `/get-paid/${requestText('12', 'USDT', { payee: treasury.address })}`,
      `/r/${requestText('12', 'USDT')}`,
      `/r/${requestText('12', 'USDT', { payer: treasury.address })}`,
      `/verify/${await signedBy(dana, proof)}`,
    ]
    for (const path of pages) {
      await to(path)
      await page.waitForLoadState('networkidle')
      await check(path)
    }
    await to('/get-paid/you')
    await portal.getByRole('textbox', { name: 'Your handle' }).fill(`toasts${fresh()}`)
    await portal.getByRole('button', { name: 'Create proof' }).click()
    await expect(portal.getByRole('button', { name: 'Sign proof' })).toBeVisible()
    await check('a proof to sign')
    await to('/people')
    await portal.getByRole('button', { name: 'Add person' }).click()
    await check('a new person')

    expect(Object.fromEntries(Object.entries(found).filter(([, buttons]) => buttons.length > 0))).toEqual({})
  })
}
