import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import { BNB } from '#chain/money/Token.ts'
import { euroFeed } from '#chain/prices/feeds.ts'
import { setEarlyChecks } from '#components/settings/switches.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { PayPage } from '#pages/pay/PayPage.tsx'
import { accountKey } from '#storage/keys.ts'
import { paid } from '#tests/support/activityItems.ts'
import { hashOf, requested, threeRows } from '#tests/support/backupWorld.ts'
import { fakeLists, fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { honestFeed, withFeeds } from '#tests/support/fakeFeeds.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { personAt } from '#tests/support/personAt.ts'
import { type Around, browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
/** While rows are still checked, the button is shown but disabled. */
const noReview = () => screen.queryByRole<HTMLButtonElement>('button', { name: /^Review/ })?.disabled ?? true
const line = (number: number) => screen.getByRole('group', { name: `Line ${number}` })
const report = () => screen.findByRole('region', { name: 'Import' })
const says = async (text: string) => waitFor(async () => expect((await report()).textContent).toContain(text))
type User = ReturnType<typeof renderInPortal>['user']
async function press(user: User, name: string | RegExp) {
  await waitFor(async () => expect((await button(name)).disabled).toBe(false))
  await user.click(await button(name))
}

function openPay(account: Account = fakeWallet(), around: Around = {}) {
  return renderInPortal(<PayPage />, { account, ...around })
}

/** Opens Pay and reads these rows. */
async function openRows(rows: readonly string[], account?: Account, around?: Around) {
  const page = openPay(account, around)
  await page.user.click(screen.getByRole('link', { name: 'Enter a list' }))
  await page.user.click(screen.getByRole('textbox', { name: 'Paste your list' }))
  // A list is read as soon as it is pasted.
  await page.user.paste(rows.join('\n'))
  await report()
  return page
}

async function chooseToken(user: User) {
  await user.selectOptions(await screen.findByLabelText('Token for all payments'), 'USDT')
}

const table = [
  'Name\tWallet\tAmount',
  ...[1, 2, 3].map((index) => [`Creator ${index}`, payeeAt(index), `${index}00`].join('\t')),
]

test('the campaign that a column names is that of the list, until the person changes it', async () => {
  answerNodes(payNode())
  const storage = browserStorage()
  const rows = [1, 2].map((index) => [payeeAt(index), `${index}00 USDT`, 'Herbst 2026'].join('\t'))
  const { user, unmount } = await openRows(['Wallet\tAmount\tKampagne', ...rows], fakeWallet(), { storage })
  const campaign = () => screen.findByLabelText<HTMLInputElement>('Campaign (optional)')
  await waitFor(async () => expect((await campaign()).value).toBe('Herbst 2026'))
  await user.clear(await campaign())
  await user.type(await screen.findByLabelText('Title (optional)'), 'Autumn reels')
  await waitFor(() => expect(storage.getItem(accountKey('draft', fakeWallet().address))).toContain('Autumn'))
  unmount()
  openPay(fakeWallet(), { storage })
  expect((await screen.findByLabelText<HTMLInputElement>('Title (optional)')).value).toBe('Autumn reels')
  expect((await campaign()).value).toBe('')
})

describe('a pasted table', () => {
  test('asks about a row that is struck through in the sheet it was copied from', async () => {
    answerNodes(payNode())
    const { user } = openPay()
    await user.click(screen.getByRole('link', { name: 'Enter a list' }))
    const text = `${payeeAt(1)}\t5 USDT\n${payeeAt(2)}\t6 USDT`
    const html = `<table><tr><td style="text-decoration:line-through">${payeeAt(2)}</td></tr></table>`
    fireEvent.paste(screen.getByRole('textbox', { name: 'Paste your list' }), {
      clipboardData: { getData: (type: string) => (type === 'text/html' ? html : text) },
    })
    expect(await screen.findByRole('group', { name: '1 row is marked. Is it paid?' })).toBeTruthy()
    expect(noReview()).toBe(true)
  })

  test('waits until the token of its rows is chosen', async () => {
    answerNodes(payNode())
    const { user } = await openRows(table)
    await says('3 payments found.')
    expect((await screen.findByLabelText<HTMLSelectElement>('Token for all payments')).value).toBe('')
    expect(noReview()).toBe(true)
    expect(screen.getByText('1 question to answer')).toBeTruthy()
    await user.click(await button('Answer 1 question'))
    expect(document.activeElement?.textContent).toContain('Which token do you pay?')
    await chooseToken(user)
    await says('4 lines: 3 rows, 1 header')
    expect(screen.getByText('Paid in USDT.')).toBeTruthy()
    await press(user, 'Review 3 payments')
    const review = await screen.findByRole('region', { name: 'Review' })
    expect(review.textContent).toContain('600 USDT')
  })

  test('is kept as a draft with rows by hand and skips, and opened again on the next visit', async () => {
    answerNodes(payNode())
    const storage = browserStorage()
    const { user, unmount } = await openRows(table, fakeWallet(), { storage })
    await chooseToken(user)
    await says('4 lines: 3 rows, 1 header')
    await user.click(await button('Add a payment'))
    await user.click(within(line(5)).getByLabelText('To'))
    await user.paste(payeeAt(4))
    await user.click(within(line(5)).getByLabelText('Amount'))
    await user.paste('0.5')
    await user.click(within(line(2)).getByRole('button', { name: /^Skip/ }))
    await says('4 lines and 1 row added by hand: 3 rows, 1 skipped, 1 header')
    await waitFor(() => expect(storage.getItem(accountKey('draft', fakeWallet().address))).toContain('0.5'))
    unmount()

    window.location.hash = '#/pay/list'
    const next = openPay(fakeWallet(), { storage })
    expect(await screen.findByText(/^Draft from /)).toBeTruthy()
    await says('4 lines and 1 row added by hand: 3 rows, 1 skipped, 1 header')
    expect(line(5).textContent).toContain('0.50 USDT')
    await next.user.click(await button('Delete'))
    await next.user.click(await button('Delete draft'))
    expect(await screen.findByLabelText('Paste your list')).toBeTruthy()
    next.unmount()

    openPay(fakeWallet(), { storage })
    expect(screen.getByRole('heading', { name: 'Pay a list' })).toBeTruthy()
    expect(screen.queryByText(/^Draft from /)).toBeNull()
  })

  test('can be filled with an evenly split amount, and undone', async () => {
    answerNodes(payNode())
    const { user } = await openRows(table)
    await chooseToken(user)
    await says('4 lines: 3 rows, 1 header')
    await user.click(await button('Split a total evenly'))
    await user.type(screen.getByLabelText('Total to split'), '100')
    await user.selectOptions(screen.getByLabelText('Token for these amounts'), 'USDC')
    expect(screen.getByText(/3 payments from 33\.3+ USDC to 33\.3+4 USDC, 100 USDC in total/)).toBeTruthy()
    await user.click(await button('Apply'))
    await waitFor(() => expect(line(2).textContent).toContain('33.333333333333333334 USDC'))
    await user.click(await button('Undo'))
    await waitFor(() => expect(line(3).textContent).toContain('200 USDT'))
    await waitFor(async () => expect((await button('Review 3 payments')).disabled).toBe(false))
  })
})

test('error: neither opening nor deleting a list loses the focus', async () => {
  answerNodes(payNode())
  const { user } = openPay()
  await user.click(screen.getByRole('link', { name: 'Enter a list' }))
  await user.type(screen.getByRole('textbox', { name: 'Paste your list' }), `${payeeAt(1)} 5 USDT`)
  const title = () => screen.getByRole('heading', { level: 1, name: 'Pay' })
  await user.click(await button('Check list'))
  await report()
  expect(document.activeElement).toBe(title())
  await user.click(await button('Delete'))
  await user.click(await button('Delete draft'))
  expect(await screen.findByRole('textbox', { name: 'Paste your list' })).toBeTruthy()
  expect(document.activeElement).toBe(title())
})

describe('the cells of a row', () => {
  const fields = (number: number) =>
    within(line(number))
      .queryAllByRole('textbox')
      .map((field) => (field as HTMLInputElement).labels?.[0]?.textContent)

  test('are fields where something is wrong, stay so while they are corrected, and all are after Edit', async () => {
    answerNodes(payNode())
    const { user } = await openRows([`${payeeAt(1)},1.5,USDT`, `${payeeAt(2)},x,USDT`])
    await says('2 lines: 1 row, 1 error')
    expect([fields(1), fields(2)]).toEqual([[], ['Amount']])
    expect(line(2).textContent).toContain(payeeAt(2))
    const amount = within(line(2)).getByLabelText('Amount')
    await user.clear(amount)
    await user.type(amount, '2')
    await says('2 lines: 2 rows')
    expect(fields(2)).toEqual(['Amount'])
    expect(document.activeElement).toBe(amount)
    await user.click(within(line(2)).getByRole('button', { name: 'Done with line 2' }))
    expect(fields(2)).toEqual([])
    await user.click(within(line(1)).getByRole('button', { name: 'Edit line 1' }))
    expect(fields(1)).toEqual(['To', 'Amount', 'Token'])
  })

  test('are no fields, and no mistakes, before the question about the whole list is answered', async () => {
    answerNodes(payNode())
    const { user } = await openRows([`${payeeAt(1)};1.500;USDT`, `${payeeAt(2)};2.500;USDT`])
    expect(
      await screen.findByRole('group', { name: 'How are the amounts in this list written?' }),
    ).toBeTruthy()
    expect([fields(1), fields(2)]).toEqual([[], []])
    expect(screen.queryByText('Fix')).toBeNull()
    expect(screen.queryByRole('button', { name: /^To fix/ })).toBeNull()
    await user.click(screen.getByRole('radio', { name: /^1\.500 means 1,500/ }))
    await waitFor(() => expect(line(1).textContent).toContain('1,500 USDT'))
  })
})

test('a list of names pays one’s people, and asks which of two is meant', async () => {
  answerNodes(payNode())
  const storage = browserStorage()
  const called = (name: string, index: number) => personAt(index, { name })
  keptPeople.keep(storage, [called('Dana', 1), called('Kim', 2), called('Kim', 3)])
  const { user } = await openRows(['Dana, 250', 'Kim, 100'], fakeWallet(), { storage })
  await chooseToken(user)
  await waitFor(() => expect(line(1).textContent).toContain('Dana'))
  expect(line(1).textContent).toContain(payeeAt(1).slice(-6))
  expect(within(line(2)).getByText(/^You have 2 people called Kim/)).toBeTruthy()
  await user.click(within(line(2)).getByRole('button', { name: payeeAt(3) }))
  await press(user, 'Review 2 payments')
  const review = await screen.findByRole('region', { name: 'Review' })
  expect(review.textContent).toContain('350 USDT')
  expect(review.textContent).toContain(payeeAt(3).slice(-6))
  expect(review.textContent).not.toContain(payeeAt(2).slice(-6))
})

test('of a payout from a backup only what it has not sent is loaded, and reviewed like any list', async () => {
  answerNodes(payNode())
  const account = fakeWallet()
  const storage = browserStorage()
  const payout = { ...threeRows('p-1', { account: account.address, restored: true }, 'eoa') }
  payoutStore(storage, account.address).write(requested(payout, 1, { at: 10, hash: hashOf('1') }))
  window.location.hash = '#/pay/from/p-1'
  openPay(account, { storage })
  await says('3 lines: 2 rows, 1 header')
  const text = document.body.textContent
  for (const [index, isThere] of [
    [1, true],
    [2, false],
    [3, true],
  ] as const) {
    expect(text?.includes(payeeAt(index).slice(-4)), `row ${index}`).toBe(isThere)
  }
})

describe('a list that is compared', () => {
  test('can be reviewed from then on, without a moment that loses a press', async () => {
    answerNodes(payNode())
    await openRows([`${payeeAt(1)},1,USDT`, `${payeeAt(2)},2,USDT`])
    await waitFor(async () => expect((await button(/^Review/)).disabled).toBe(false))
    const review = await button('Review 2 payments')
    const states: boolean[] = []
    const changes = new MutationObserver(() => states.push(review.disabled))
    changes.observe(review, { attributeFilter: ['disabled'] })
    // A second comparison would begin within this time. With timers of the test's own, the client shared by
    // all tests could wait for ever for one that died with the test.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
    changes.disconnect()
    expect(states).toEqual([])
  })
})

describe('a row with an error', () => {
  const rows = [`${payeeAt(1)},1,USDT`, `${payeeAt(2)},2,BUSD`, `0x123,3,USDT`]

  test('blocks the review until it is fixed or skipped, and is then listed as skipped', async () => {
    answerNodes(payNode())
    const { user } = await openRows(rows)
    await says('3 lines: 1 row, 2 errors')
    expect(line(2).textContent).toMatch(/We don’t know “BUSD”/)
    expect(noReview()).toBe(true)
    await user.click(within(line(2)).getByRole('button', { name: 'Skip line 2' }))
    const payTo = within(line(3)).getByLabelText('To')
    await user.clear(payTo)
    await user.paste(payeeAt(3))
    await says('3 lines: 2 rows, 1 skipped')
    await press(user, 'Review 2 payments')
    const review = await screen.findByRole('region', { name: 'Review' })
    expect(review.textContent).toContain('2 of 3 lines included, 1 skipped')
    expect(review.textContent).toContain('Line 2: We don’t know “BUSD”.')
    await user.click(await button('Back'))
    await says('3 lines: 2 rows, 1 skipped')
  })
})

describe('questions about the whole list', () => {
  test('show what each column of numbers would pay, and the answer is read at once', async () => {
    answerNodes(payNode())
    const { user } = await openRows([`1,${payeeAt(21)},50,1200`, `2,${payeeAt(22)},60,900`])
    const question = await screen.findByRole('group', { name: 'Which column has the amounts?' })
    expect(within(question).getByRole('radio', { name: 'Column 3 50 · 60' })).toBeTruthy()
    expect(within(question).getByRole('radio', { name: 'Column 4 1200 · 900' })).toBeTruthy()
    await user.click(within(question).getByRole('radio', { name: 'Column 3 50 · 60' }))
    await chooseToken(user)
    await says('2 lines: 2 rows')
    expect(line(2).textContent).toContain('60 USDT')
  })

  test('ask once which token the amounts in a currency are', async () => {
    answerNodes(payNode())
    const { user } = await openRows([`${payeeAt(21)},€50`, `${payeeAt(22)},60 €`])
    const question = await screen.findByRole('group', { name: '2 amounts in €. Which token do you pay?' })
    expect(within(question).queryByRole('radio', { name: 'BNB' })).toBeNull()
    await user.click(within(question).getByRole('radio', { name: 'USDT' }))
    await says('2 lines: 2 rows')
    expect(line(1).textContent).toContain('50 USDT')
  })

  test('show what a euro costs now, because a dollar token is paid for it', async () => {
    const euro = honestFeed(BNB, [[108_500_000n, Date.now()]], { description: 'EUR / USD' })
    answerNodes(withFeeds(payNode(), new Map([[euroFeed.address, euro]])))
    await openRows([`${payeeAt(21)},€50`, `${payeeAt(22)},60 €`])
    expect(await screen.findByText(/^1 € is \$1\.085 now \(Chainlink, /)).toBeTruthy()
  })

  test('are answered for good: a text that is pasted again keeps its answers, fixes and skips', async () => {
    answerNodes(payNode())
    const { user } = await openRows([`${payeeAt(21)},$50`, `${payeeAt(22)},$60`])
    await user.click(await screen.findByRole('radio', { name: 'USDT' }))
    await user.click(await button('Skip line 2'))
    await user.click(await button('Edit pasted text'))
    const field = screen.getByLabelText('Paste your list')
    await user.clear(field)
    await user.paste([`${payeeAt(21)},$50`, `${payeeAt(23)},$7`, `${payeeAt(22)},$60`].join('\n'))
    await says('3 lines: 2 rows, 1 skipped')
    expect(line(3).textContent).toContain('Skipped')
  })
})

test('a list of addresses alone asks one question, and pays the same to each', async () => {
  answerNodes(payNode())
  const { user } = await openRows([payeeAt(181), payeeAt(182), payeeAt(183)])
  expect(await screen.findByText('1 question to answer, 3 rows to fix or skip')).toBeTruthy()
  const question = screen.getByRole('group', { name: /^The list has no amounts/ })
  await user.type(within(question).getByLabelText('Amount for each payment'), '25')
  await user.selectOptions(within(question).getByLabelText('Token for these amounts'), 'USDT')
  await user.click(within(question).getByRole('button', { name: 'Apply' }))
  await waitFor(async () => expect((await button('Review 3 payments')).disabled).toBe(false))
  expect(screen.getByText('75 USDT')).toBeTruthy()
})

describe('what a list says beside its payments', () => {
  const status = (...values: readonly string[]) => [
    'Wallet,Amount,Token,Status',
    ...values.map((value, index) => `${payeeAt(index + 161)},${index + 5},USDT,${value}`),
  ]

  test('is decided by value, once, and the rows that are left out say why', async () => {
    answerNodes(payNode())
    const { user } = await openRows(status('Completed', 'Open', 'open', 'Completed'))
    const question = await screen.findByRole('group', { name: 'Does “Status” change who is paid?' })
    expect(
      within(question)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Completed 2 rowsPayLeave out', 'Open 2 rowsPayLeave out'])
    expect(noReview()).toBe(true)
    await user.click(within(question).getByRole('button', { name: 'Leave out 2, pay 2' }))
    await says('5 lines: 2 rows, 2 skipped, 1 header')
    expect(line(2).textContent).toContain('Left out')
    expect(line(2).textContent).toContain('Status: Completed')
    expect(screen.getByText('Status: 2 rows left out (Completed).')).toBeTruthy()
    await press(user, 'Review 2 payments')
    const review = await screen.findByRole('region', { name: 'Review' })
    expect(review.textContent).toContain('Line 2: Status: Completed')
  })

  test('is asked about again only for new values, in the same text and in next month’s list', async () => {
    answerNodes(payNode())
    const storage = browserStorage()
    const { user, unmount } = await openRows(status('Completed', 'Open', 'Open'), fakeWallet(), { storage })
    await user.click(await button('Leave out 1, pay 2'))
    await user.click(await button('Edit pasted text'))
    const field = screen.getByLabelText('Paste your list')
    await user.clear(field)
    await user.paste(status('Completed', 'Open', 'Waiting').join('\n'))
    await user.click(await button('Pay: Waiting'))
    await press(user, 'Review 2 payments')
    await screen.findByRole('region', { name: 'Review' })
    unmount()
    window.location.hash = '#/pay'
    storage.removeItem(accountKey('draft', fakeWallet().address))
    await openRows(status('Open', 'Completed', 'Completed'), fakeWallet(), { storage })
    await says('4 lines: 1 row, 2 skipped, 1 header')
    await waitFor(async () => expect((await button('Review 1 payment')).disabled).toBe(false))
  })

  test('can say nothing about paying, which is one press', async () => {
    answerNodes(payNode())
    const { user } = await openRows(status('x', 'y', 'y'))
    await user.click(await button('No, it says nothing about paying'))
    await waitFor(async () => expect((await button('Review 3 payments')).disabled).toBe(false))
    await user.click(await button('Change: Does “Status” change who is paid?'))
    await user.click(await button('Leave out: y'))
    expect(noReview()).toBe(true)
    await user.click(await button('Pay: x'))
    await says('4 lines: 1 row, 2 skipped, 1 header')
  })

  test('is not asked about for rows that another answer leaves out', async () => {
    answerNodes(payNode())
    const hash = `0x${'5'.repeat(64)}`
    const { user } = await openRows([
      'Wallet,Amount,Token,Paid on,Tx',
      `${payeeAt(241)},5,USDT,2026-11-03,${hash}`,
      `${payeeAt(242)},6,USDT,,`,
    ])
    expect(await screen.findByText('2 questions to answer')).toBeTruthy()
    const tx = screen.getByRole('group', { name: 'Does “Tx” change who is paid?' })
    await user.click(within(tx).getByRole('button', { name: 'Leave out 1, pay 1' }))
    expect(await screen.findByText('Paid on: these rows are left out already.')).toBeTruthy()
    expect(screen.getByText(`Tx: 1 row left out (${hash.slice(0, 39)}…).`)).toBeTruthy()
    await waitFor(async () => expect((await button('Review 1 payment')).disabled).toBe(false))
    await user.click(await button('Change: Does “Tx” change who is paid?'))
    await user.click(await button(`Pay: ${hash}`))
    expect(await screen.findByText('1 question to answer')).toBeTruthy()
    expect(noReview()).toBe(true)
  })

  test('is named where it is the same in all rows', async () => {
    answerNodes(payNode())
    await openRows(status('ok', 'ok'))
    await says('Not used: Status: ok.')
    await waitFor(async () => expect((await button('Review 2 payments')).disabled).toBe(false))
  })
})

describe('rows that raise a doubt', () => {
  test('need a tick if rows are equal, pay far more than the others or pay a contract', async () => {
    // The page remembers its payees, and other tests pay the low numbers on the same page.
    answerNodes(payNode({ contracts: [payeeAt(624)] }))
    const { user } = await openRows([
      `${payeeAt(21)},5,USDT`,
      `${payeeAt(21)},5,USDT`,
      `${payeeAt(22)},6,USDT`,
      `${payeeAt(23)},7000,USDT`,
      `${payeeAt(624)},8,USDT`,
    ])
    const contract = await screen.findByRole('group', { name: 'Recipients that are contracts' })
    await within(contract).findByText(/is a contract\. A Safe is one too/)
    const large = screen.getByRole('group', { name: 'Unusually large' })
    expect(large.textContent).toMatch(/Line 4: 7,000 USDT to 0x\w+ is over 10× the typical amount/)
    expect(screen.getByText('3 questions to answer')).toBeTruthy()
    for (const question of [contract, large]) {
      expect(noReview()).toBe(true)
      await user.click(within(question).getByRole('checkbox'))
    }
    expect(await screen.findByText('Unusually large: 1 checked.')).toBeTruthy()
    expect(noReview()).toBe(true)
    const double = screen.getByRole('group', { name: 'Paid more than once' })
    expect(double.textContent).toContain('The same amount to the same address: 5 USDT')
    await user.click(within(double).getByRole('button', { name: 'Both are right' }))
    await waitFor(async () => expect((await button('Review 5 payments')).disabled).toBe(false))
  })

  test('are skipped where they are asked about', async () => {
    answerNodes(payNode())
    const { user } = await openRows([
      `${payeeAt(21)},5,USDT`,
      `${payeeAt(22)},6,USDT`,
      `${payeeAt(21)},5,USDT`,
    ])
    const double = await screen.findByRole('group', { name: 'Paid more than once' })
    await user.click(within(double).getByRole('button', { name: 'Skip this one, line 3' }))
    await says('3 lines: 2 rows, 1 skipped')
    await waitFor(async () => expect((await button('Review 2 payments')).disabled).toBe(false))
    expect(screen.queryByRole('group', { name: 'Paid more than once' })).toBeNull()
  })

  test('name both people of one address, and keep each name in its row (N4)', async () => {
    answerNodes(payNode())
    const { user } = await openRows([
      'Name,Wallet,Amount,Token',
      `Hiro Tanaka,${payeeAt(21)},220,USDT`,
      `Anna Lind,${payeeAt(22)},180,USDT`,
      `Emre Berg,${payeeAt(21)},250,USDT`,
    ])
    const question = await screen.findByRole('group', { name: 'Two names, one address' })
    expect(question.textContent).toContain('Hiro Tanaka and Emre Berg have the same address')
    expect(screen.getByText('1 question to answer')).toBeTruthy()
    await user.click(within(question).getByRole('button', { name: 'Both are right' }))
    expect([line(2), line(4)].map(({ textContent }) => textContent?.match(/Hiro|Emre/)?.[0])).toEqual([
      'Hiro',
      'Emre',
    ])
    await waitFor(async () => expect((await button('Review 3 payments')).disabled).toBe(false))
  })

  test('need a tick if the total of the list is another sum', async () => {
    answerNodes(payNode())
    const { user } = await openRows([
      'Wallet,Amount,Token',
      `${payeeAt(21)},5,USDT`,
      `${payeeAt(22)},6,USDT`,
      'Total,12,',
    ])
    const confirm = await screen.findByRole('group', { name: 'The total doesn’t match' })
    expect(confirm.textContent).toContain('Line 4 says 12 USDT. The payments make 11 USDT.')
    expect(noReview()).toBe(true)
    await user.click(within(confirm).getByRole('checkbox'))
    await waitFor(async () => expect((await button('Review 2 payments')).disabled).toBe(false))
  })

  test('do not ask about a total that matches', async () => {
    answerNodes(payNode())
    await openRows(['Wallet,Amount,Token', `${payeeAt(21)},5,USDT`, `${payeeAt(22)},6,USDT`, 'Summe,11,'])
    await says('4 lines: 2 rows, 1 header, 1 total Line 4 is the total, and it matches.')
  })

  test('need the whole address of a payee that looks like an earlier one', async () => {
    answerNodes(payNode())
    const known = payeeAt(25)
    const alike = `${known.slice(0, 8)}${payeeAt(26).slice(8, 36)}${known.slice(36)}`.toLowerCase()
    const account = fakeWallet({ activity: fakeLists({ history: [paid(known)] }) })
    const { user } = await openRows([`${alike},5,USDT`, `${payeeAt(27)},6,USDT`], account)
    const confirm = await screen.findByRole('group', { name: 'Look-alike addresses' })
    const unsure = screen.getByRole('group', { name: 'Addresses without a checksum' })
    await user.click(within(unsure).getByRole('checkbox'))
    await user.click(within(confirm).getByRole('button', { name: 'It’s right' }))
    const field = within(confirm).getByLabelText('Paste the full address of line 1 again')
    expect(noReview()).toBe(true)
    await user.type(field, known)
    expect(confirm.textContent).toContain('That’s a different address.')
    await user.clear(field)
    await user.paste(alike)
    expect(await screen.findByText('Look-alike addresses: 1 checked.')).toBeTruthy()
    await waitFor(async () => expect((await button('Review 2 payments')).disabled).toBe(false))
  })

  test('can be reviewed without the failed checks only if the person says so', async () => {
    answerNodes(null)
    const { user } = await openRows([`${payeeAt(31)},5,USDT`, `${payeeAt(32)},6,USDT`])
    const tick = await screen.findByRole('checkbox', {
      name: /we couldn’t check whether 2 recipients are contracts/,
    })
    expect(noReview()).toBe(true)
    await user.click(tick)
    await waitFor(async () => expect((await button('Review 2 payments')).disabled).toBe(false))
  })
})

test('an unknown token is offered, read from the chain and called unverified in the review', async () => {
  answerNodes(payNode())
  const token = payeeAt(99)
  const { user } = await openRows([
    'receiver,amount,token',
    `${payeeAt(41)},1.5,${token}`,
    `${payeeAt(42)},2.5,${token}`,
  ])
  await says('3 lines: 2 errors, 1 header')
  const offer = (await screen.findByText('Unknown token')).closest('[role=alert]') as HTMLElement
  expect(offer.textContent).toContain(token)
  await user.click(within(offer).getByRole('button', { name: 'Load its decimals' }))
  await says('3 lines: 2 rows, 1 header')
  expect(line(2).textContent).toContain('Unverified token')
  await press(user, 'Review 2 payments')
  const review = await screen.findByRole('region', { name: 'Review' })
  expect(review.textContent).toContain('Unverified token: anyone can make one')
  expect(review.textContent).toContain(token)
})

test('a list begins, and is left, at the top of the page, however far down the last one was left', async () => {
  const { user } = await openRows([`${payeeAt(21)},5,USDT`, `${payeeAt(22)},6,USDT`])
  window.scrollTo(0, 300)
  await user.click(await button('Delete'))
  await user.click(await button('Delete draft'))
  const paste = await screen.findByRole('textbox', { name: 'Paste your list' })
  expect(window.scrollY).toBe(0)
  window.scrollTo(0, 200)
  await user.click(paste)
  await user.paste([`${payeeAt(21)},x,USDT`, `${payeeAt(22)},6,USDT`].join('\n'))
  await button('Fix 1 row')
  expect(window.scrollY).toBe(0)
})

test('a long list shows reading progress, can be cancelled at once, and read again', async () => {
  answerNodes(payNode())
  const rows = Array.from({ length: 20_000 }, (_, index) => `${payeeAt(index)},0.${index + 1},USDT`).join(
    '\n',
  )
  const { user } = openPay()
  await user.click(screen.getByRole('link', { name: 'Enter a list' }))
  expect(rows.length).toBeGreaterThan(1_000_000)
  screen.getByRole('textbox', { name: 'Paste your list' }).focus()
  await user.paste(rows)
  const reading = await screen.findByRole('region', { name: 'Reading the list' })
  await waitFor(() =>
    expect(within(reading).getByRole('status').textContent).toMatch(/^[\d,]+ of 20,000 rows$/),
  )
  await user.click(within(reading).getByRole('button', { name: 'Cancel' }))
  expect(within(reading).getByRole('alert').textContent).toBe('You stopped it. Nothing was imported.')
  expect(screen.queryByRole('button', { name: /^Review/ })).toBeNull()
  await user.click(within(reading).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect((await report()).textContent).toContain('20,000 lines: 20,000 rows'), {
    timeout: 20_000,
  })
  // The rows are still compared with each other, which takes seconds on a slow machine.
  const review = { name: 'Review 20,000 payments' }
  expect(await screen.findByRole('button', review, { timeout: 20_000 })).toBeTruthy()
})

describe('with early checks off', () => {
  test.each([
    ['a wallet', fakeWallet],
    ['a Safe', fakeSafeAccount],
  ])('no node learns of a payee of %s before the review is left', async (_, account) => {
    const payer = account()
    // The chain's answers about a payee are remembered while the page is open.
    const payees = [51, 52].map((index) => payeeAt(index + (payer.kind === 'safe' ? 10 : 0)))
    const sent = answerNodes(payNode({ contracts: [payer.address] }))
    const learned = () =>
      sent.filter((text) => payees.some((one) => text.toLowerCase().includes(one.slice(2).toLowerCase())))
    const storage = browserStorage()
    setEarlyChecks(storage, false)
    const { user } = await openRows(
      payees.map((payee, index) => `${payee},${index + 1},USDT`),
      payer,
      { storage },
    )
    const unchecked = 'Checks before you pay are off, so we didn’t check whether 2 recipients are contracts.'
    await user.click(
      await screen.findByRole('checkbox', { name: `${unchecked} Continue without this check.` }),
    )
    await press(user, 'Review 2 payments')
    const review = await screen.findByRole('region', { name: 'Review' })
    expect(review.textContent).toContain('Not estimated (turned off in Settings).')
    const simulated = within(review).queryAllByText('No test run: checks before you pay are off.')
    expect(simulated).toHaveLength(payer.kind === 'safe' ? 1 : 0)
    await waitFor(async () => expect((await button(/^(Pay|Propose)/)).disabled).toBe(false))
    expect(sent.length).toBeGreaterThan(0)
    expect(learned()).toEqual([])
    // The same recorder sees the requests once the checks are on.
    await user.click(await button('Back'))
    setEarlyChecks(storage, true)
    await waitFor(() => expect(learned().length).toBeGreaterThan(0))
  })
})
