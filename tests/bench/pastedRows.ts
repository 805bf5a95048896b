import { writeXlsx } from 'hucre/xlsx'
import { type Browser, chromium, type Page } from 'playwright'
import buildOnce from '#tests/support/buildOnce.ts'
import { findChromium } from '#tests/support/findChromium.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { openList } from '#tests/support/payPage.ts'
import { connect } from '#tests/support/portalPage.ts'
import { readRigBundles } from '#tests/support/rigBundles.ts'
import { servePortal } from '#tests/support/servePortal.ts'
import { startRig } from '../../rig/startRig.ts'
import { buildSandboxWallet } from '../../safe-app/wallet/buildSandboxWallet.ts'
import { print } from './figures.ts'

const none = 'http://localhost:9'

/**
 * Chooses a file of many payees on the Pay page: measures when its rows are shown and compared, and how long
 * the page is blocked.
 */
export async function pastedRows(): Promise<void> {
  await buildOnce()
  const rig = await startRig({ chainPort: 0, servicePort: 0 })
  const portal = await servePortal({
    rpc: rig.chain.rpcUrl,
    service: rig.service.url,
    sameSiteHost: none,
    crossSiteHost: none,
  })
  const wallet = await buildSandboxWallet({ rpcUrl: rig.chain.rpcUrl, bundle: readRigBundles().wallet })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    for (const [rows, kind, aim] of [
      [10_000, 'csv', 'under 1200'],
      [10_000, 'xlsx', 'under 3000'],
      [10_000, 'leftovers', 'under 1200'],
      [100_000, 'csv', 'under 7000'],
    ] as const) {
      const { shown, compared, tasks, key, answer } = await chosen(
        browser,
        portal.url,
        wallet,
        await files[kind](rows),
      )
      print(`a ${kind} file of ${rows} rows, until they and their questions are shown`, shown, 'ms', '')
      print('  and compared with each other', compared, 'ms', aim)
      print('  the longest task of it, 0 for none over 50', Math.max(0, ...tasks), 'ms', 'under 50')
      print('  how many took longer', tasks.length, '', '')
      if (kind === 'leftovers')
        print('  the longest task while its three questions are answered', answer, 'ms', 'under 50')
      print('  a key that is pressed in a row, to its frame', key, 'ms', 'under 50')
    }
  } finally {
    await browser.close()
    await portal.stop()
    await rig.stop()
  }
}

/** The program that runs this file wraps functions in a helper, which the page needs too. */
const keepNames = 'globalThis.__name = (value) => value'

type Seen = { from: number; shown: number; compared: number; tasks: number[] }

async function chosen(browser: Browser, url: string, wallet: string, file: Chosen) {
  const page = await browser.newPage({ bypassCSP: true })
  await page.addInitScript(keepNames)
  await page.addInitScript(wallet)
  await page.goto(url)
  await connect(page)
  await openList(page)
  await page.evaluate(() => {
    const seen: Seen = { from: 0, shown: 0, compared: 0, tasks: [] }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (seen.from > 0 && startTime > seen.from && seen.compared === 0) seen.tasks.push(duration)
    }).observe({ type: 'longtask' })
    addEventListener('change', () => (seen.from = performance.now()), true)
    new MutationObserver(() => {
      const bar = document.querySelector('[aria-label="Next step"]')?.textContent ?? ''
      const hasRows = document.querySelector('[aria-label="Payments in this list"] > li') !== null
      if (seen.from === 0 || !hasRows) return
      const now = performance.now() - seen.from
      if (seen.shown === 0) seen.shown = now
      if (seen.compared === 0 && !/Reading the list|Comparing/.test(bar)) seen.compared = now
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.getByLabel('Upload CSV').setInputFiles(file)
  await page.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.compared > 0, undefined, {
    timeout: 60_000,
  })
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  const answer = file.name === 'leftovers.csv' ? await answered(page) : 0
  await page.getByRole('button', { name: 'Edit line 3' }).click()
  const key = await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>('[aria-label="Line 3"] input[inputmode=decimal]')
    if (!input) return Number.NaN
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const from = performance.now()
    set?.call(input, '11.5')
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - from
  })
  await page.close()
  return { ...seen, key, answer }
}

/** The longest task (ms) while the questions about three columns are answered; 0 for none over 50. */
async function answered(page: Page): Promise<number> {
  await page.evaluate(() => {
    const longest = { ms: 0 }
    Object.assign(globalThis, { longest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration)
    }).observe({ type: 'longtask' })
  })
  await page
    .getByRole('button', { name: /^Leave out .*, pay / })
    .first()
    .click()
  for (const _ of [1, 2])
    await page.getByRole('button', { name: 'No, it says nothing about paying' }).first().click()
  await page
    .getByRole('button', { name: /^Change: / })
    .nth(2)
    .waitFor()
  return page.evaluate(() => (globalThis as unknown as { longest: { ms: number } }).longest.ms)
}

type Chosen = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** A file of so many payments. */
const files: Readonly<Record<'csv' | 'xlsx' | 'leftovers', (rows: number) => Promise<Chosen>>> = {
  async leftovers(rows) {
    const lines = cellsOf(rows).map(([payee, amount, token], index) =>
      [
        payee,
        amount,
        token,
        index % 9 === 0 ? 'Completed' : 'Open',
        `note ${index % 500}`,
        `team ${index % 7}`,
      ].join(),
    )
    const buffer = Buffer.from(['Wallet,Amount,Token,Status,Note,Team', ...lines, ''].join('\r\n'))
    return { name: 'leftovers.csv', mimeType: 'text/csv', buffer }
  },
  async csv(rows) {
    const lines = cellsOf(rows).map(([payee, amount, token, name]) => `${payee},${amount},${token},"${name}"`)
    const buffer = Buffer.from([TITLES.join(), ...lines, ''].join('\r\n'))
    return { name: 'rows.csv', mimeType: 'text/csv', buffer }
  },
  async xlsx(rows) {
    const bytes = await writeXlsx({ sheets: [{ name: 'Payments', rows: [TITLES, ...cellsOf(rows)] }] })
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    return { name: 'rows.xlsx', mimeType, buffer: Buffer.from(bytes) }
  },
}

const TITLES = ['Wallet', 'Amount', 'Token', 'Name']

function cellsOf(rows: number): (string | number)[][] {
  return Array.from({ length: rows }, (_, index) => [
    ...[payeeAt(index), (index % 90) + 10.25, 'USDT', `Ann, no. ${index}`],
  ])
}
