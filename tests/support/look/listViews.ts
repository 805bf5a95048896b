import { expect } from 'playwright/test'
import { openList } from '#tests/support/payPage.ts'
import type { Portal } from '#tests/support/portalPage.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import type { View } from './View.ts'

const [dana, erik, fay] = influencers

/** Lists that the editor asks about, before any question is answered. */
const lists = {
  'a list with two columns of bare numbers': `1,${dana.address},50,1200\n2,${erik.address},60,900`,
  'a list in another currency, with a repeated payment and a wrong total': `Payouts November,,
Wallet,Amount,Note
${dana.address},€50,reel
${erik.address},60 €,story
${dana.address},€50,reel
Total,150 €,`,
  'a list from a chat, with a line that is no payment and a paid one': `For October:
1. ${dana.address} - 250 USDT
2. ${erik.address} - 3 reels
3. ${fay.address} = 40 USDT, already paid`,
}

/** The list editor with each of these lists, and empty again afterwards. */
export function listViews<Visit>(portalOf: (visit: Visit) => Portal): readonly View<Visit>[] {
  return Object.entries(lists).map(([name, text]) => ({
    name,
    isSample: name.includes('in another currency'),
    async open(visit) {
      const portal = portalOf(visit)
      await openList(portal)
      await portal.getByRole('textbox', { name: 'Paste your list', exact: true }).fill(text)
      await portal.getByRole('button', { name: 'Check list' }).click()
      await expect(portal.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
    },
    async close(visit) {
      const portal = portalOf(visit)
      await portal.getByRole('button', { name: 'Delete', exact: true }).click()
      await portal.getByRole('button', { name: 'Delete draft' }).click()
    },
  }))
}
