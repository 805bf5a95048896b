import { parseUnits } from 'viem'
import { DEEP } from '#tests/support/deep.ts'
import { emptyQueue } from '#tests/support/emptyQueue.ts'
import { inspect } from '#tests/support/inspect.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { readRows } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { unfold } from '#tests/support/portalPage.ts'
import { legacy, treasury } from '../../../rig/seed/safes.ts'
import { setTokenBalance } from '../../../safe-app/chain/localTokens.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const [dana, kim] = [payeeAt(78_001), payeeAt(78_002)]

test('behavior: a proposer’s names reach the co-signers in a link, as the proposer’s, and only for these payments', {
  tag: DEEP,
}, async ({ page, browser, context, world, host }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await emptyQueue(world, legacy)
  await setTokenBalance(world.rig.chain.client, USDT, legacy.address, parseUnits('1000', 18))
  const portal = await world.safe.openApp(page, world.portalUrl, { safe: legacy.name })
  await readRows(
    portal,
    `name,receiver,amount,token\nDana Dances,${dana},1.25,USDT\nKim,${kim},2.5,USDT\n,${payeeAt(78_003)},3,USDT`,
  )
  const propose = portal.getByRole('button', { name: /^Propose/ })
  await expect(propose).toBeEnabled()
  await propose.click()
  await host.sign()
  await host.done()
  await expect(portal.getByLabel('Put your names into the link')).toBeChecked()
  await unfold(portal.getByRole('region', { name: 'Next' }), 'More')
  await portal.getByRole('button', { name: 'Add title or campaign' }).click()
  await portal.getByLabel('Title (optional)').fill('Autumn reels')
  await portal.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(portal.getByLabel('Put the title and your names into the link')).toBeChecked()
  await unfold(portal, 'Add your own name')
  await portal.getByLabel('Your name (optional)').fill('Ada')
  await portal.getByRole('button', { name: 'Copy link for co-signers' }).click()
  await expect(portal.getByText('Copied!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const [, safe, hash, names] = /#\/activity\/safe\/(0x\w{40})\/(0x\w{64})\/(\S+)$/.exec(link) ?? []
  expect(safe).toBe(legacy.address)

  const another = await browser.newContext()
  const signer = await another.newPage()
  const what = signer.getByRole('region', { name: 'What it does' })
  const row = (address: string) => what.getByRole('listitem').filter({ hasText: address })
  await test.step('behavior: a co-signer sees whose names they are, beside each full address', async () => {
    await signer.goto(link)
    await expect(what.getByText('Ada’s names')).toBeVisible()
    await expect(what).toContainText('For Autumn reels')
    await expect(row(dana)).toContainText('“Dana Dances”')
    await expect(row(kim)).toContainText('“Kim”')
    await expect(row(payeeAt(78_003))).not.toContainText('“')
    await inspect(signer, 'a proposal with given names')
    expect(await signer.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Dana')
  })

  await test.step('error: the same names on another proposal are refused', async () => {
    await signer.goto(`${world.portalUrl}#/activity/safe/${treasury.address}`)
    await signer.getByRole('region', { name: 'Queue' }).getByRole('link').first().click()
    await expect(what).toBeVisible()
    await signer.goto(`${signer.url()}/${names}`)
    await expect(what.getByText('The names in this link aren’t shown.')).toBeVisible()
    await expect(what).toContainText('They were made for other payments than these.')
    await expect(what).not.toContainText('Dana')
  })

  await test.step('error: names that were changed on the way are refused, and the payments still shown', async () => {
    await signer.goto(
      `${world.portalUrl}#/activity/safe/${safe}/${hash}/${names?.replace(/~[^~]+~/, '~AAAA~')}`,
    )
    await expect(what).toContainText('They are incomplete or were changed. Ask for the link again.')
    await expect(row(dana)).toContainText('1.25 USDT')
    await expect(row(dana)).not.toContainText('Dana')
  })
  await another.close()
})
