import type { Page } from 'playwright/test'
import { DEEP } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, exportAs, goTo } from '#tests/support/portalPage.ts'

/** Browsers inside some wallets: they save no file, have no share sheet, and copy nothing. */
async function ignoreFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { click } = HTMLAnchorElement.prototype
    HTMLAnchorElement.prototype.click = function () {
      if (!this.download) click.call(this)
    }
    for (const name of ['clipboard', 'share', 'canShare'])
      Object.defineProperty(navigator, name, { value: undefined })
    document.execCommand = () => false
  })
}

test('behavior: where a browser saves, shares and copies nothing, every kind of file is on the page', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  await ignoreFiles(wallet)
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await wallet.getByRole('button', { name: 'Save as PNG' }).click()
  const picture = wallet.getByRole('region', { name: /\.png$/ })
  await picture.getByText('Show the file').click()
  await expect(picture.getByRole('img')).toHaveJSProperty('complete', true)
  await expect(picture.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)

  await goTo(wallet, 'Activity')
  const textOf = async (name: RegExp) => {
    const file = wallet.getByRole('region', { name }).last()
    await file.getByText('Show the file').click()
    const text = file.getByRole('textbox', { name: 'The file as text' })
    await expect(text).not.toHaveValue('')
    await file.getByRole('button', { name: /^Copy / }).click()
    await expect(file).toContainText('Select and copy by hand')
    return text.inputValue()
  }
  const csv = /^"Date \(UTC\)","Transaction hash"/
  await exportAs(wallet, 'CSV')
  expect(await textOf(/\.csv$/)).toMatch(csv)
  await exportAs(wallet, 'Excel')
  expect(await textOf(/\.xlsx$/)).toMatch(
    /^data:application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet;base64,UEsDB/,
  )
  await exportAs(wallet, 'Copy as text')
  await expect(wallet.getByText('Your browser doesn’t let us copy. Take the text here.')).toBeVisible()
  expect(await textOf(/\.csv$/)).toMatch(csv)

  await wallet.goto(`${world.portalUrl}#/settings`)
  await wallet.getByRole('checkbox', { name: 'Encrypt it with a passphrase' }).uncheck()
  await wallet.getByRole('button', { name: 'Back up' }).click()
  expect(JSON.parse(await textOf(/^portal-backup/))).toHaveProperty('contents')
  await expect(wallet.getByText(/^Never backed up from here/)).toBeVisible()
})
