import { expect } from 'playwright/test'
import { openList } from '#tests/support/payPage.ts'
import type { Portal } from '#tests/support/portalPage.ts'
import { influencers } from '../../../safe-app/accounts.ts'

const [dana, erik, fay] = influencers

const lists = {
  /** Two columns of bare numbers. */
  columns: `1,${dana.address},50,1200\n2,${erik.address},60,900`,
  /** Another currency, a title above the titles of the columns, a repeated payment and a total that is wrong. */
  doubts: `Payouts November,,
Wallet,Amount,Note
${dana.address},€50,reel
${erik.address},60 €,story
${dana.address},€50,reel
Total,150 €,`,
  /** A chat: one line with a deliverable where an amount is expected, one that is marked as paid. */
  chat: `Please pay:
1. ${dana.address} - 250 USDT
2. ${erik.address} - 3 reels
3. ${fay.address} = 40 USDT, already paid`,
}

/** The list editor with one of these texts, before any question is answered. */
export async function openListOf(portal: Portal, kind: keyof typeof lists): Promise<void> {
  await openList(portal)
  const draft = portal.getByRole('button', { name: 'Delete', exact: true })
  const field = portal.getByRole('textbox', { name: 'Paste your list', exact: true })
  await expect(draft.or(field).first()).toBeVisible()
  await field.fill(lists[kind])
  await portal.getByRole('button', { name: 'Check list' }).click()
  await expect(portal.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
}

/** Leaves the list editor as it was before. */
export async function deleteList(portal: Portal): Promise<void> {
  await portal.getByRole('button', { name: 'Delete', exact: true }).click()
  await portal.getByRole('button', { name: 'Delete draft' }).click()
}
