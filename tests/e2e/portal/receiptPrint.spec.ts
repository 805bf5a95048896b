import type { Page } from 'playwright/test'
import type { Hash } from 'viem'
import { guardStorage } from '#boot/storage.ts'
import * as Token from '#chain/money/Token.ts'
import { newAttempt, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { DEEP, someOf } from '#tests/support/deep.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect } from '#tests/support/portalPage.ts'
import { openReceipt } from '#tests/support/receiptPage.ts'
import { USDT } from '#tests/support/safeExamples.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana] = influencers
/** 58 mm at 96 dots per inch, without the margins of 6 %. */
const STRIP = Math.floor((58 / 25.4) * 96 * 0.88)

/** The number of pages of a PDF. Chromium writes each as an object of its own, uncompressed. */
async function pagesOf(page: Page, paper: { width: string; height: string }): Promise<number> {
  const pdf = await page.pdf(paper)
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** The texts and pictures of the paper that reach over its edges. */
function cutAt(page: Page): Promise<readonly string[]> {
  return page.getByRole('region', { name: 'Payment' }).evaluate((paper) =>
    [...paper.querySelectorAll<HTMLElement>('*')].flatMap((part) => {
      const { left, right } = part.getBoundingClientRect()
      return left < -0.5 || right > window.innerWidth + 0.5 ? [part.outerHTML.slice(0, 80)] : []
    }),
  )
}

/** The storage of a browser that saved the payer, and paid the payee from a list with a name and a note. */
function entriesOf(hash: Hash, payer: string, name: string): readonly (readonly [string, string])[] {
  const kept = new Map<string, string>()
  const storage = guardStorage(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }))
  const nothing = { note: '', handle: '', proof: '', tags: [], addedAt: 5 }
  keptPeople.keep(storage, [{ address: treasury.address, name: payer, ...nothing }])
  const amount = { token: Token.find(USDT) ?? Token.BNB, value: 250n * 10n ** 18n }
  const row = { payee: dana.address, amount, name, note: 'N'.repeat(80), reference: 'INV-0042' }
  const payout = planPayout({ address: treasury.address, kind: 'eoa' }, [row], 1, 5)
  const asked = newAttempt(payout, 0, { id: hash, at: 5, time: null, position: null, known: [] })
  payoutStore(storage, treasury.address).write({ ...payout, attempts: [asked] })
  return [...kept]
}

const namesOfAKind = [
  ['of 80 letters', 'W'.repeat(60), 'M'.repeat(80)],
  ['short', 'Nordlicht', 'Dana'],
  ['right-to-left', 'סוכנות אור הצפון הגדולה', 'دانا ترقص '.repeat(8).slice(0, 80).trim()],
  ['of emoji', '🎤💃'.repeat(20), '🎬✨'.repeat(20)],
] as const
for (const [kind, payer, payee] of someOf(namesOfAKind, 1)) {
  test(`behavior: a receipt with names ${kind} prints on one A4 page, and whole on 58 mm`, async ({
    wallet,
    world,
  }) => {
    const paper = await openReceipt(wallet, world.portalUrl)
    await expect(paper.getByText('by Chainlink')).toBeVisible()
    const hash = /0x[0-9a-f]{64}/.exec(wallet.url())?.[0] as Hash
    await wallet.evaluate(
      (entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value)
      },
      entriesOf(hash, payer, payee),
    )
    await wallet.reload()
    await expect(paper.getByText(payer)).toBeVisible()
    await expect(paper.getByText(payee)).toBeVisible()
    await expect(paper.getByText('INV-0042')).toBeVisible()
    await expect(paper.getByText('by Chainlink')).toBeVisible()

    expect(await pagesOf(wallet, { width: '210mm', height: '297mm' })).toBe(1)
    expect(await pagesOf(wallet, { width: '58mm', height: '600mm' })).toBe(1)
    await wallet.emulateMedia({ media: 'print' })
    await wallet.setViewportSize({ width: STRIP, height: 800 })
    await expect(wallet.getByRole('img', { name: 'QR code of the receipt' })).toBeVisible()
    expect(await cutAt(wallet)).toEqual([])
  })
}

test('behavior: own details of 2,000 characters leave a receipt on one A4 page, and whole on 58 mm', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  const paper = await openReceipt(wallet, world.portalUrl)
  const text = Array.from({ length: 40 }, (_, line) => `Line ${line} ${'x'.repeat(41)}`).join('\n')
  const details = JSON.stringify({ version: 1, name: 'Dana Media', text: text.slice(0, 2_000) })
  await wallet.evaluate((kept) => localStorage.setItem('portal.details', kept), details)
  const url = new URL(wallet.url())
  url.searchParams.set('wallet', `account:${dana.index}`)
  await wallet.goto(url.href)
  await expect(paper.getByText('by Chainlink')).toBeVisible()
  await expect(paper.getByText('Dana Media')).toHaveCount(0)
  await connect(wallet)
  await expect(paper.getByText('Dana Media')).toBeVisible()
  expect(await pagesOf(wallet, { width: '210mm', height: '297mm' })).toBe(1)
  await wallet.emulateMedia({ media: 'print' })
  await wallet.setViewportSize({ width: STRIP, height: 800 })
  expect(await cutAt(wallet)).toEqual([])
})
