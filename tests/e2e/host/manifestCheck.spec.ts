import { expect } from 'playwright/test'
import { withLocalSafe } from '../../../safe-app/local/playwright.ts'
import { appPage, withOwnApps } from './ownApps.ts'

const json = { 'content-type': 'application/json' }
const cors = { ...json, 'access-control-allow-origin': '*' }
const body = JSON.stringify({ name: 'App', description: 'It pays.', iconPath: 'logo.svg' })
const icon = {
  headers: { 'content-type': 'image/svg+xml' },
  body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

const test = withLocalSafe(
  withOwnApps({
    '/good': appPage(''),
    '/good/manifest.json': { headers: cors, body },
    '/good/logo.svg': icon,
    '/no-cors': appPage(''),
    '/no-cors/manifest.json': { headers: json, body },
    '/no-cors/logo.svg': icon,
    '/denied': appPage('', { 'x-frame-options': 'DENY' }),
    '/denied/manifest.json': { headers: cors, body },
    '/denied/logo.svg': icon,
    '/fallback': appPage(''),
    '/fallback/manifest.json': appPage('', cors),
    '/moved': { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
    '/moved/manifest.json': { headers: cors, body },
  }),
)
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('behavior: the App panel says in one sentence each what Safe{Wallet} stumbles over', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}/good`)
  const panel = await host.openPanel('App')
  const findings = panel.getByRole('list', { name: 'Manifest and headers' })
  await panel.getByRole('button', { name: 'Check manifest and headers' }).click()
  await expect(panel.getByRole('status')).toHaveText(
    'Manifest, icon and headers are as Safe{Wallet} needs them.',
  )
  for (const [path, sentences] of [
    ['/no-cors', [/without Access-Control-Allow-Origin/]],
    ['/denied', [/X-Frame-Options: DENY/]],
    ['/fallback', [/is a page, not JSON/]],
    ['/moved', [/icon .* answers 404/, /redirects to http:\/\/127\.0\.0\.1:9\//]],
  ] as const) {
    await panel.getByLabel('App URL').fill(`${apps}${path}`)
    await panel.getByRole('button', { name: 'Check manifest and headers' }).click()
    await expect(findings.getByRole('listitem'), path).toContainText([...sentences])
    await expect(findings.getByRole('listitem'), path).toHaveCount(sentences.length)
  }
})

test('behavior: the dialog that refuses an app says why, with lines to copy', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}/good`)
  const panel = await host.openPanel('App')
  await panel.getByRole('button', { name: 'Add custom Safe App' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add custom Safe App' })
  await dialog.getByLabel('Safe App URL').fill(`${apps}/no-cors`)
  await dialog.getByRole('button', { name: 'Check manifest' }).click()
  await expect(dialog.getByRole('alert')).toHaveText("The app doesn't support Safe App functionality")
  await expect(dialog.getByRole('list', { name: 'Manifest and headers' })).toContainText(
    'without Access-Control-Allow-Origin',
  )
  await dialog.getByText('Lines to add').click()
  await dialog.getByRole('button', { name: 'Copy for Vite' }).click()
  await expect(dialog.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("server: { cors: { origin: '*' } },")
})

test('error: an app that is down is called so', async ({ page, safe, apps, host }) => {
  await safe.openApp(page, `${apps}/good`)
  const panel = await host.openPanel('App')
  await panel.getByLabel('App URL').fill('http://127.0.0.1:9/')
  await panel.getByRole('button', { name: 'Check manifest and headers' }).click()
  await expect(panel.getByRole('list', { name: 'Manifest and headers' })).toContainText(
    'The app does not answer at http://127.0.0.1:9/ (ECONNREFUSED)',
  )
})
