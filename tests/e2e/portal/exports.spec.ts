import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { openTool, showTab, ways } from '#tests/support/activityPage.ts'
import { DEEP, someOf } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, exportAs, goTo, type Portal } from '#tests/support/portalPage.ts'
import { readQr } from '#tests/support/readQr.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

for (const { way, open } of someOf(ways, 1)) {
  test(`behavior: ${way} the history can be saved as a file that opens again`, async ({ page, world }) => {
    const { portal } = await open(page, world)
    const savingExcel = page.waitForEvent('download')
    await exportAs(portal, 'Excel')
    expect((await savingExcel).suggestedFilename()).toMatch(/\.xlsx$/)
    const saving = page.waitForEvent('download')
    await exportAs(portal, 'CSV')
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^portal-0x[0-9a-f]{40}-\d{4}-\d\d-\d\d(-partial)?\.csv$/)
    const path = await download.path()
    const text = await readFile(path, 'utf8')
    expect(text.startsWith('\ufeff"Date (UTC)","Transaction hash"')).toBe(true)
    expect(text).toContain(`"${treasury.address}"`)
    expect(text).toMatch(
      /"(Paid|Received|Success)","[\d.]+","[\d.]+","[^"]+Z","Chainlink USDT \/ USD 0x\w+, round \d+",/,
    )

    const offered = portal.getByRole('region', { name: /\.csv$/ })
    await offered.getByText('Show the file').click()
    const copied = offered.getByRole('textbox', { name: 'The file as text' })
    await expect(copied).toHaveValue(/"1 of \d+"/)
    expect(rowsOf(await copied.inputValue())).toEqual(rowsOf(text))

    if (way === 'in a tab') await page.goto(`${world.portalUrl}#/activity`)
    await openTool(portal, 'Open an export')
    const files = portal.getByRole('region', { name: 'Exported payments' })
    await files.getByLabel('Open CSV').setInputFiles(path)
    await expect(files).toContainText(`${rowsOf(text).length} payments, as the file has them`)
    await expect(files.getByRole('list', { name: 'Totals of the file' })).toContainText(/USDT/)
    const damaged = {
      name: 'a.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text.replace('"out"', '"up"')),
    }
    await files.getByLabel('Open CSV').setInputFiles(damaged)
    await expect(files.getByRole('alert')).toContainText(/Line \d+: Direction is neither/)
  })
}

test('behavior: a wallet’s file names the block from which received payments are known', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  const [dana] = influencers
  await wallet.goto(`${world.portalUrl}?wallet=account:${dana.index}#/activity`)
  await connect(wallet)
  await showTab(wallet, 'Received')
  const received = wallet.getByRole('region', { name: 'History' })
  await expect(received.getByRole('button', { name: 'Load older' })).toBeEnabled()
  const saving = wallet.waitForEvent('download')
  await exportAs(wallet, 'CSV')
  const download = await saving
  expect(download.suggestedFilename()).toContain('-partial.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(rowsOf(text)[0]).toMatch(/"1 of \d+","0x\w+",,"\S/)
  expect(text).toMatch(/Tokens since block \d+/)
  const shown = await received
    .getByRole('link', { name: /^From / })
    .or(received.getByText('From a Safe or contract'))
    .count()
  expect(shown).toBeGreaterThan(0)
  expect(rowsOf(text).filter((line) => line.includes(`"in","`))).toHaveLength(shown)
  expect(rowsOf(text).every((line) => line.includes(`"${dana.address}"`))).toBe(true)
})

test('behavior: the Export menu works by keyboard: a file keeps it open, Escape and a link close it', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  const [dana] = influencers
  await wallet.goto(`${world.portalUrl}?wallet=account:${dana.index}#/activity`)
  await connect(wallet)
  const menu = wallet.getByRole('button', { name: 'Export', exact: true })
  await menu.press('Enter')
  const excel = wallet.getByRole('button', { name: 'Excel', exact: true })
  await excel.press('Enter')
  await expect(wallet.getByRole('region', { name: /\.xlsx$/ })).toBeVisible()
  await expect(excel).toBeFocused()
  await wallet.keyboard.press('Escape')
  await expect(excel).toBeHidden()
  await expect(menu).toBeFocused()
  await wallet.keyboard.press('Enter')
  await wallet.keyboard.press('Tab')
  const statement = wallet.getByRole('link', { name: 'Statement', exact: true })
  await expect(statement).toBeFocused()
  await wallet.keyboard.press('Enter')
  await expect(wallet.getByRole('heading', { level: 1, name: 'Monthly statement' })).toBeVisible()
})

/** Lines that are payments start with a time. The time at which they were written differs from file to file. */
function rowsOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => /^"\d{4}-/.test(line))
  return lines.map((line) => line.replace(/("\d+ of \d+","0x\w+",)"[^"]+"/, '$1'))
}

test('behavior: a camera reads the account’s address, in both themes and from the saved picture', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  await world.safe.openApp(page, world.portalUrl)
  const portal = await shownCode(host.app)
  for (const theme of ['dark', 'light'] as const) {
    if (theme === 'light') await page.getByRole('button', { name: 'Light theme' }).click()
    await expect(portal.locator('html')).toHaveAttribute('data-theme', theme)
    const code = portal.getByRole('img', { name: `QR code of the address ${treasury.address}` })
    const box = await code.boundingBox()
    expect(Math.max(box?.width ?? 0, box?.height ?? 0)).toBeLessThanOrEqual(160)
    expect(
      await read(
        page,
        await portal.getByRole('img', { name: `QR code of the address ${treasury.address}` }).screenshot(),
      ),
    ).toBe(treasury.address)
  }
  const saving = page.waitForEvent('download')
  await host.app.getByRole('button', { name: 'Save as PNG' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe(`address-${treasury.address.toLowerCase()}.png`)
  expect(await read(page, await readFile(await download.path()))).toBe(treasury.address)
})

async function shownCode(portal: Portal): Promise<Portal> {
  await goTo(portal, 'Overview')
  await expect(portal.getByText('BNB Smart Chain only')).toBeVisible()
  return portal
}

/** Decodes a PNG with an independent decoder. A separate page turns the file into pixels. */
async function read(page: Page, png: Buffer): Promise<string | null> {
  const blank = await page.context().newPage()
  const { greys, width, height } = await blank.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    if (!context) throw new Error('No pictures here')
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    // Passing a string to the test is a hundred times as fast as passing a list of numbers.
    let greys = ''
    for (let at = 0; at < data.length; at += 4) greys += String.fromCharCode(data[at] ?? 0)
    return { greys, width: bitmap.width, height: bitmap.height }
  }, png.toString('base64'))
  await blank.close()
  const data = new Uint8ClampedArray(4 * greys.length)
  for (let at = 0; at < greys.length; at++) data.fill(greys.charCodeAt(at), 4 * at, 4 * at + 4)
  return readQr({ data, width, height })
}
