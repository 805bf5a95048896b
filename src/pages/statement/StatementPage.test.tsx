import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ActivityItem } from '#account/Activity.ts'
import { setDollars } from '#components/settings/switches.ts'
import { latestMonths, monthBefore, monthOf, monthStart, monthText } from '#domain/accounting/statement.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { keepOwnDetails } from '#domain/receipt/ownDetails.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import { executedContentQuery } from '#queries/activity.ts'
import { row } from '#tests/support/accountingFiles.ts'
import { item, usdt } from '#tests/support/activityItems.ts'
import { fakeLists, fakeSafeAccount } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { personAt } from '#tests/support/personAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { requestOf } from '#tests/support/requestLinks.ts'
import { StatementPage } from './StatementPage.tsx'
import { StatementPaper } from './StatementPaper.tsx'

afterEach(() => {
  window.location.hash = ''
})

const last = monthBefore(monthOf(Date.now()))
const paid = (some: Partial<ActivityItem>, payee = payeeAt(1), value = 5n * 10n ** 18n): ActivityItem =>
  item({
    what: { kind: 'transfer-out', to: payee, amount: { amount: { token: usdt, value }, suspect: null } },
    at: monthStart(last) + 3_600_000,
    ...some,
  })

const received = (hash: `0x${string}`, at: number, value = 5n * 10n ** 18n): ActivityItem => {
  const amount = { amount: { token: usdt, value }, suspect: null }
  return item({ id: hash, hash, at, what: { kind: 'transfer-in', from: payeeAt(1), amount } })
}

/** Opens the statement of a Safe whose history is this. */
function open(history: readonly ActivityItem[], month = '', storage = browserStorage(), node = payNode()) {
  answerNodes(node)
  setDollars(storage, false)
  const account = fakeSafeAccount({ activity: fakeLists({ queue: [], history }) })
  window.location.hash = `#/statement${month && `/${month}`}`
  return { ...renderInPortal(<StatementPage />, { account, storage }), account }
}
const paper = () => screen.findByRole('region', { name: 'Statement' })

test('opens with the last whole month, and a chosen month stays in the address', async () => {
  const { user } = open([paid({ id: 'new', at: Date.now() }, payeeAt(2)), paid({ id: 'old' })])
  expect(await within(await paper()).findByText(monthText(last))).toBeTruthy()
  expect((await paper()).textContent).toContain(payeeAt(1))
  expect((await paper()).textContent).not.toContain(payeeAt(2))
  const [current] = latestMonths(Date.now(), 1)
  await user.selectOptions(screen.getByLabelText('Month'), monthText(monthOf(Date.now())))
  await waitFor(async () => expect((await paper()).textContent).toContain(payeeAt(2)))
  expect(window.location.hash).toBe(`#/statement/${current}`)
})

test('names its owner and the other sides as this browser knows them, beside whole addresses', async () => {
  const storage = browserStorage()
  keepOwnDetails(storage, { name: 'Nordlicht Media', text: 'Kai 1\nHamburg' })
  keptPeople.keep(storage, [personAt(1, { address: payeeAt(1), name: 'דנה 🎬' })])
  const { account } = open([paid({})], '', storage)
  const text = async () => (await paper()).textContent
  await waitFor(async () => expect(await text()).toContain('Nordlicht MediaKai 1Hamburg'))
  expect(await text()).toContain(account.address)
  expect(await text()).toContain(`דנה 🎬${payeeAt(1)}`)
})

test('behavior: each payment is one line, and the hashes are one fold below', async () => {
  const hash = word(7)
  const { user } = open([paid({ hash })])
  const fold = within(await paper())
    .getByText('Technical details')
    .closest('details')
  expect(fold?.open).toBe(false)
  expect(screen.getByRole('table', { name: 'Payments' }).textContent).not.toContain(hash)
  await user.click(within(await paper()).getByText('Technical details'))
  expect(fold?.open).toBe(true)
  expect(fold?.textContent).toContain(hash)
})

test('has the balances at the start and the end of a month, and none at the end of this one', async () => {
  const { user } = open([paid({})], '', browserStorage(), payNode({ minedAt: Date.now() }))
  const balances = async () => within(await paper()).findByRole('table', { name: 'Balances' })
  expect((await balances()).textContent).toContain('BNB1,000,0001,000,000')
  await user.selectOptions(screen.getByLabelText('Month'), monthText(monthOf(Date.now())))
  await waitFor(async () => expect((await balances()).textContent).not.toContain('At the end'))
  expect((await balances()).textContent).toContain('BNB1,000,000')
})

test('says that no two nodes agree on the balances', async () => {
  open([paid({})])
  expect(await within(await paper()).findByText(/^The balances of this month are unknown/)).toBeTruthy()
})

test('never counts what is not proven', async () => {
  open([paid({})])
  expect(
    await within(await paper()).findByText('No payment in this month is proven by what was read.'),
  ).toBeTruthy()
})

test('error: the fee of a payment that failed is counted in a month without any other', async () => {
  answerNodes(payNode())
  const failed = row({
    direction: 'out',
    status: 'Failed, not paid',
    fee: { value: 2n * 10n ** 15n, price: null },
  })
  const account = fakeSafeAccount()
  const file = { account: account.address, writtenAt: Date.now(), partial: [], notes: [], rows: [failed] }
  renderInPortal(<StatementPaper account={account} month={last} file={file} />, { account })
  expect(screen.getByText('No payment in this month is proven by what was read.')).toBeTruthy()
  const [fees] = screen.getAllByRole('row', { name: /Network fees/ })
  expect(fees?.textContent?.replaceAll('\u00a0', ' ')).toContain('0.002 BNB')
})

test('says what may be missing', async () => {
  open([paid({}), paid({ id: 'timeless', at: null })])
  expect(
    await within(await paper()).findByText('The time of 1 payment is unknown, so no month has it.'),
  ).toBeTruthy()
})

test('reads the pages of the history until the month begins, and each of them once', async () => {
  answerNodes(payNode())
  const storage = browserStorage()
  setDollars(storage, false)
  const asked: (string | null)[] = []
  const pages = [
    { items: [paid({ id: 'new', at: Date.now() }, payeeAt(2))], cursor: 'a' },
    { items: [paid({ id: 'old' })], cursor: 'b' },
    { items: [paid({ id: 'older', at: monthStart(last) - 1 }, payeeAt(3))], cursor: 'c' },
  ]
  const history = async (cursor: string | null) => {
    asked.push(cursor)
    return {
      ...(pages[cursor === null ? 0 : cursor === 'a' ? 1 : 2] ?? { items: [], cursor: null }),
      unreadable: 0,
      source: '',
    }
  }
  const lists = fakeLists({ queue: [], history: [] })
  const account = fakeSafeAccount({ activity: { ...lists, history } })
  window.location.hash = '#/statement'
  renderInPortal(<StatementPage />, { account, storage })
  await waitFor(async () => expect((await paper()).textContent).toContain(payeeAt(1)))
  expect((await paper()).textContent).not.toContain(payeeAt(3))
  expect((await paper()).textContent).not.toContain('Only what was loaded')
  expect(asked).toEqual([null, 'a', 'b'])
})

test('error: an older month that opens by itself is read to its beginning', async () => {
  answerNodes(payNode())
  const storage = browserStorage()
  setDollars(storage, false)
  const begin = monthStart(monthBefore(last))
  const history = async (cursor: string | null) => ({
    items: [
      paid({ id: `${cursor}`, at: begin + (cursor === null ? 2 : 1) }, payeeAt(cursor === null ? 1 : 2)),
    ],
    cursor: cursor === null ? 'a' : null,
    unreadable: 0,
    source: '',
  })
  const account = fakeSafeAccount({ activity: { ...fakeLists({ queue: [], history: [] }), history } })
  window.location.hash = '#/statement'
  renderInPortal(<StatementPage />, { account, storage })
  expect(await within(await paper()).findByText(monthText(monthBefore(last)))).toBeTruthy()
  await waitFor(async () => expect((await paper()).textContent).toContain(payeeAt(2)))
  expect((await paper()).textContent).toContain(payeeAt(1))
})

test('a month that nobody can choose opens the usual one', async () => {
  open([paid({})], '2031-01')
  expect(await within(await paper()).findByText(monthText(last))).toBeTruthy()
})

test('without an account there is one thing to do', () => {
  window.location.hash = '#/statement'
  renderInPortal(<StatementPage />)
  expect(screen.getByRole('heading', { name: 'Connect your wallet' })).toBeTruthy()
  expect(screen.queryByLabelText('Month')).toBeNull()
})

test('error: a payment has no words of a request that was paid in the month before', async () => {
  const before = monthStart(monthBefore(last)) + 3_600_000
  const storage = browserStorage()
  const asked = { kind: 'exact', value: 5n * 10n ** 18n } as const
  const madeAt = before / 1_000
  const request = requestOf(5n, { payee: fakeSafeAccount({}).address, asked, madeAt })
  keptRequests.keep(storage, [{ request, signature: null, proof: null, claimed: [] }])
  const other = { ...request, asked: { ...asked, value: 6n * 10n ** 18n }, reference: 'INV-8' }
  keptRequests.keep(storage, [{ request: other, signature: null, proof: null, claimed: [] }])
  const at = monthStart(last) + 3_600_000
  open(
    [received(word(3), at, 6n * 10n ** 18n), received(word(2), at), received(word(1), before + 3_600_000)],
    '',
    storage,
  )
  await waitFor(async () => expect((await paper()).textContent).toContain('INV-8'))
  expect((await paper()).textContent).not.toContain('INV-7')
})

test('error: the batches of a month are read, however many came after it', async () => {
  const month = monthBefore(monthBefore(last))
  const batch = (id: string, at: number) =>
    item({ id, hash: word(id.length), at, what: { kind: 'batch', count: 2 } })
  const later = Array.from({ length: 100 }, (_, at) => batch('x'.repeat(at + 10), monthStart(last) - at))
  const { client, account } = open([...later, batch('ours', monthStart(month) + 1_000)], month)
  const amount = { token: usdt, value: 7n * 10n ** 18n }
  const meaning = { kind: 'transfer', to: payeeAt(3), amount, isPinned: true }
  const content = { rows: [{ path: '1', meaning }], totals: [amount], others: 0 }
  client.setQueryData(executedContentQuery(account.address, word(4)).queryKey, content as never)
  expect(await within(await paper()).findByText(payeeAt(3))).toBeTruthy()
  expect((await paper()).textContent).not.toContain('of several calls')
})
