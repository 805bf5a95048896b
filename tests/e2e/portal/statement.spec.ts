import { readFile } from 'node:fs/promises'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, exportAs, goTo } from '#tests/support/portalPage.ts'
import { influencers } from '../../../safe-app/accounts.ts'

// Other tests pay the first three.
const [, , , gus] = influencers

test('behavior: an accountant has a wallet’s month on one printed page in two actions, and as a file in a third', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await wallet.goto(`${world.portalUrl}?wallet=account:${gus.index}`)
  await connect(wallet)
  await goTo(wallet, 'Activity')
  // 1, 2: the statement, which opens with a month that has payments.
  await exportAs(wallet, 'Statement')
  const paper = wallet.getByRole('region', { name: 'Statement' })
  await expect(paper).toContainText(gus.address)
  await expect(paper).toContainText('+1,200 USDT')
  // 3: the file.
  const download = wallet.waitForEvent('download')
  await wallet.getByRole('button', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^portal-statement-0x[0-9a-f]{40}-\d{4}-\d\d-partial\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines.filter((line) => line.includes('USDT') && line.includes(gus.address))).toHaveLength(1)

  const pdf = await wallet.pdf({ width: '210mm', height: '297mm' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await wallet.emulateMedia({ media: 'print' })
  await wallet.setViewportSize({ width: 193, height: 800 })
  const cut = await paper.evaluate((sheet) =>
    [...sheet.querySelectorAll('*')].flatMap((part) =>
      part.getBoundingClientRect().right > window.innerWidth + 0.5 ? [part.outerHTML.slice(0, 80)] : [],
    ),
  )
  expect(cut).toEqual([])
  await expect(wallet.getByRole('button', { name: 'CSV' })).toBeHidden()
})

test('behavior: a Safe’s month adds up what its history proves', { tag: DEEP }, async ({ page, world }) => {
  const portal = await world.safe.openApp(page, `${world.portalUrl}#/statement`)
  const paper = portal.getByRole('region', { name: 'Statement' })
  await expect(paper.getByRole('row', { name: /^USDT / })).toBeVisible()
  await expect(paper).toContainText('Only what is called Paid or Received is proven by the chain')
  await expect(portal.getByRole('button', { name: 'Excel' })).toBeEnabled()
  await expect(portal.getByText('Safe{Wallet} doesn’t let apps print. Save the file instead.')).toBeVisible()
  await expect(portal.getByRole('button', { name: /^Print/ })).toHaveCount(0)
})
