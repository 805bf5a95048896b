import { payeeAt } from '#tests/support/payeeAt.ts'
import { openList, pasteRows, pressReady, readRows } from '#tests/support/payPage.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { connect, goTo } from '#tests/support/portalPage.ts'
import { timesPaid } from '#tests/support/timesPaid.ts'
import { approve } from '#tests/support/walletPage.ts'
import { owners } from '../../../safe-app/accounts.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
/** The browser's zone, see `playwright.config.ts`. */
const dates = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' })

// The jobs that come back every month, counted in actions. Each step names its actions.

/** Forty payments as an office keeps them: a title, money words, notes, a total, and seven faults of four kinds. */
function messyList(from: number): string {
  const rows = Array.from({ length: 40 }, (_, index) => [
    `Creator ${index + 1}`,
    payeeAt(from + index),
    `1.${String(100 + index)},50`,
    'Reel',
  ])
  const [first, second, third] = rows as [string[], string[], string[]]
  // A typo in an address, an amount that is still open, and the same payment twice.
  first[1] = `${payeeAt(from).slice(0, -1)}`
  second[2] = 'TBD'
  const body = [...rows, [...third]].map((row) => row.join(';'))
  return ['Payouts of October;;;', 'Name;Wallet;Betrag;Notiz', ...body, ';Total;;'].join('\n')
}

test('behavior: forty messy rows are ready for their review in seven actions', async ({ wallet, world }, {
  repeatEachIndex,
}) => {
  const from = 61_000 + repeatEachIndex * 100
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await openList(wallet)
  // 1: paste.
  await pasteRows(wallet, messyList(from))
  // 2: one answer about all amounts, which can be written in one way only.
  await expect(wallet.getByText('Amounts: 1.100,50 means 1,100.50.')).toBeVisible()
  await wallet.getByLabel('Token for all payments').selectOption({ label: 'USDT' })
  // 3, 4: the typo, to which the button leads.
  await wallet.getByRole('button', { name: 'Fix 2 rows' }).click()
  const typo = wallet.getByRole('group', { name: 'Line 3', exact: true }).getByLabel('To', { exact: true })
  await expect(typo).toBeFocused()
  await typo.fill(payeeAt(from))
  // 5, 6: nothing is paid for the open amount, and the repeated line not twice.
  await wallet.getByRole('button', { name: 'Skip line 4', exact: true }).click()
  const repeated = wallet.getByRole('group', { name: 'Paid more than once' })
  await repeated.getByRole('button', { name: 'Skip this one, line 43' }).click()
  // 7: review.
  await pressReady(wallet, 'Review 39 payments')
  const review = wallet.getByRole('region', { name: 'Review', exact: true })
  await expect(review).toContainText('39 payments')
  await expect(review).toContainText('Creator 1')
})

test('behavior: the list of last month is repeated in four actions, and from its reminder in two', async ({
  wallet,
  world,
}, { repeatEachIndex }) => {
  const payees = [0, 1].map((place) => payeeAt(62_000 + repeatEachIndex * 10 + place))
  const list = [
    'Name,Wallet,Amount,Token',
    ...payees.map((payee, place) => `Creator ${place},${payee},0.25,USDT`),
  ]
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await readRows(wallet, list.join('\n'))
  await wallet.getByRole('button', { name: /^Pay .*, one by one$/ }).click()
  await approve(wallet)
  await approve(wallet)
  await expect(wallet.getByText('All paid').first()).toBeVisible()
  // 1: Pay.
  await goTo(wallet, 'Pay')
  // 2: the list again, with its names.
  const recent = wallet.getByRole('list', { name: 'Recent payouts' }).getByRole('listitem')
  await recent.filter({ hasText: '0.50 USDT' }).getByRole('link', { name: 'Repeat' }).click()
  // 3: review.
  await pressReady(wallet, 'Review 2 payments')
  const review = wallet.getByRole('region', { name: 'Review', exact: true })
  await expect(review).toContainText('Creator 1')
  // Within a week it could be the same payment twice, so one question more; `earlierPayments.test.ts` has last month's.
  await review.getByLabel('Type PAY AGAIN to send them a second time').fill('PAY AGAIN')
  // 4: pay.
  await pressReady(wallet, /^Pay .*, one by one$/)
  await approve(wallet)
  await approve(wallet)
  await expect(wallet.getByText('All paid').first()).toBeVisible()
  expect(await timesPaid(world.rig, USDT, owners[0].address, payees)).toEqual([2, 2])

  const repeat = wallet.getByRole('region', { name: 'Next', exact: true })
  await repeat.getByRole('button', { name: 'Remind me' }).click()
  await repeat.getByLabel('Next date').fill(dates.format(Date.now()))
  await repeat.getByRole('button', { name: 'Save' }).click()
  await goTo(wallet, 'Pay')
  // 1: review what is due, above the form of Pay.
  const due = wallet.getByRole('list', { name: 'Reminders' })
  await due.getByRole('link', { name: /^Review: / }).click()
  await expect(review).toContainText('Same 2 payments as last time')
  await expect(review).toContainText('Creator 1')
  // The question of the same week again, which next month does not have.
  await review.getByLabel('Type PAY AGAIN to send them a second time').fill('PAY AGAIN')
  // 2: pay.
  await pressReady(wallet, /^Pay .*, one by one$/)
  await approve(wallet)
  await approve(wallet)
  await expect(wallet.getByText('All paid').first()).toBeVisible()
  expect(await timesPaid(world.rig, USDT, owners[0].address, payees)).toEqual([3, 3])
})
