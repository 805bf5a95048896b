import { act, screen, waitFor, within } from '@testing-library/react'
import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import * as Token from '#chain/money/Token.ts'
import { feeds } from '#chain/prices/feeds.ts'
import { setDollars } from '#components/settings/switches.ts'
import { type Payment, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { keepOwnDetails } from '#domain/receipt/ownDetails.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { encodeLabel } from '#domain/shared/labelText.ts'
import { receiptPath } from '#domain/shared/paths.ts'
import { EXECUTION_SUCCESS } from '#safe/proposal/executionOf.ts'
import { requested } from '#tests/support/backupWorld.ts'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { honestFeed, withFeeds } from '#tests/support/fakeFeeds.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { transferLog } from '#tests/support/fakeSafe.ts'
import { minedNode } from '#tests/support/minedNode.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { personAt } from '#tests/support/personAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { usualRequest } from '#tests/support/requests.ts'
import { OWNERS, PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { ReceiptPage } from './ReceiptPage.tsx'

const hash = word(80)
const payment = () => screen.findByRole('region', { name: 'Payment' })
const node = (token: `0x${string}`) =>
  minedNode({
    hash,
    from: OWNERS[0],
    to: token,
    logs: [transferLog(token, OWNERS[0], PAYEE, 5n * 10n ** 18n)],
  })

function openReceipt(name = 'log-0', storage = browserStorage(), account?: Account) {
  window.location.hash = `#${receiptPath(hash, name)}`
  return renderInPortal(<ReceiptPage />, { storage, ...(account && { account }) })
}

test('a payment that two operators know in a final block is paid', async () => {
  answerNodes(node(USDT))
  openReceipt()
  expect(await within(await payment()).findByText('Paid, final')).toBeTruthy()
  expect((await payment()).textContent).toContain('5 USDT')
  expect((await payment()).textContent).toContain(PAYEE)
  expect(screen.getByText(/^Checked at .* UTC\. Two independent sources agree\.$/)).toBeTruthy()
})

test('a payment that only one operator knows is not called paid', async () => {
  answerNodes([node(USDT), minedNode({ hash: word(1), from: PAYEE, to: PAYEE, logs: [] })])
  openReceipt()
  await waitFor(async () => expect((await payment()).textContent).toContain('5 USDT'))
  expect(within(await payment()).getByText('Confirming')).toBeTruthy()
  expect(screen.queryByText(/^Paid/)).toBeNull()
  expect(screen.queryByText(/sources agree/)).toBeNull()
})

test('a token we don’t know is called unverified', async () => {
  answerNodes(node(payeeAt(98)))
  openReceipt()
  expect(await within(await payment()).findByText('Unverified token')).toBeTruthy()
  expect(screen.queryByText(/^Paid/)).toBeNull()
})

test('own details stand on the side of the connected account, and nowhere in the link', async () => {
  const storage = browserStorage()
  keepOwnDetails(storage, { name: 'Nordlicht Media', text: 'Kai 1\nHamburg' })
  answerNodes(node(USDT))
  const { unmount } = openReceipt('log-0', storage)
  expect(await within(await payment()).findByText('Paid, final')).toBeTruthy()
  expect((await payment()).textContent).not.toContain('Nordlicht')
  unmount()
  openReceipt('log-0', storage, fakeWallet({ address: OWNERS[0] }))
  expect(await within(await payment()).findByText('Nordlicht Media')).toBeTruthy()
  expect((await payment()).textContent).toMatch(/FromNordlicht MediaKai 1Hamburg0x/)
  expect((await payment()).textContent).not.toMatch(/To\S*Nordlicht/)
  expect(document.body.innerHTML).not.toContain(encodeURIComponent('Nordlicht Media'))
})

describe('in US dollars', () => {
  const at = Date.UTC(2026, 10, 18, 12, 0, 30)
  const HOUR = 3_600_000
  const mined = minedNode({
    hash,
    from: OWNERS[0],
    to: USDT,
    at,
    logs: [transferLog(USDT, OWNERS[0], PAYEE, 5n * 10n ** 18n)],
  })
  const usdt = feeds.find(({ token }) => token.symbol === 'USDT')
  const priced = (rounds: readonly (readonly [bigint, number])[]) =>
    withFeeds(mined, new Map(usdt ? [[usdt.address, honestFeed(usdt.token, rounds)]] : []))

  test('it is worth what the last price before its block says, which anyone can read again', async () => {
    const rounds = [90_000_000n, 99_950_000n, 120_000_000n, 130_000_000n].map(
      (value, index) => [value, at + (index - 1) * HOUR - 30_000] as const,
    )
    answerNodes(priced(rounds))
    openReceipt()
    expect(await within(await payment()).findByText('At that time about $5')).toBeTruthy()
    expect((await payment()).textContent).toContain(
      '1 USDT was $0.9995 by Chainlink, 18 November 2026, 12:00 UTC.',
    )
    expect((await payment()).textContent).not.toContain('round')
    const details = screen.getByRole('region', { name: 'Technical details' }).textContent
    expect(details).toContain(`Chainlink USDT / USD, round 55340232221128654850${usdt?.address}`)
  })

  test.each<[string, () => ReturnType<typeof priced>]>([
    ['the feed has no round of that day', () => priced([[99_950_000n, at - 25 * HOUR]])],
    ['the feed began later', () => priced([[99_950_000n, at + HOUR]])],
    ['there is no feed', () => withFeeds(mined, new Map())],
  ])('it is unknown where %s', async (_, chain) => {
    answerNodes(chain())
    openReceipt()
    const said = 'Chainlink has no price of USDT for that time.'
    expect(await within(await payment()).findByText(said)).toBeTruthy()
    expect((await payment()).textContent).not.toContain('$')
  })

  test('it is not read where nobody wants it', async () => {
    const storage = browserStorage()
    setDollars(storage, false)
    const sent = answerNodes(priced([[99_950_000n, at]]))
    openReceipt('log-0', storage)
    expect(await within(await payment()).findByText('Paid, final')).toBeTruthy()
    expect(sent.filter((text) => text.toLowerCase().includes(`${usdt?.address}`.toLowerCase()))).toEqual([])
    expect((await payment()).textContent).not.toContain('dollars')
  })
})

describe('with what this browser knows', () => {
  const at = Date.UTC(2026, 10, 18, 12, 0, 30)
  const mined = minedNode({
    hash,
    from: OWNERS[0],
    to: USDT,
    at,
    logs: [transferLog(USDT, OWNERS[0], PAYEE, 5n * 10n ** 18n)],
  })
  const usdt = Token.find(USDT) ?? Token.BNB
  const rows: readonly Payment[] = [
    {
      payee: PAYEE,
      amount: { token: usdt, value: 5n * 10n ** 18n },
      name: 'Dana 🎬',
      note: 'Autumn reels',
      reference: 'INV-42',
    },
  ]
  const kept = (account: (typeof OWNERS)[0], kind: 'eoa' | 'safe', id: Hash) => {
    const storage = browserStorage()
    const planned = planPayout({ address: account, kind }, rows, 1, at)
    payoutStore(storage, account).write(requested(planned, 0, { at, hash: id }))
    return storage
  }

  test('the payee has the name, and the payment the note and the reference of the payer’s list', async () => {
    answerNodes(mined)
    openReceipt('log-0', kept(OWNERS[0], 'eoa', hash))
    expect(await within(await payment()).findByText('Dana 🎬')).toBeTruthy()
    const paper = (await payment()).textContent
    expect(paper).toContain('ForAutumn reelsFrom your list, not from the blockchain.')
    expect(paper).toContain('ReferenceINV-42From your list')
    expect(paper).toContain('Names are from this browser. The blockchain knows only the addresses.')
  })

  test('two names for one address stay with their rows', async () => {
    const storage = browserStorage()
    const [row] = rows
    const two = ['Hiro Tanaka', 'Emre Berg'].flatMap((name) => (row ? [{ ...row, name }] : []))
    const planned = planPayout({ address: OWNERS[0], kind: 'eoa' }, two, 2, at)
    payoutStore(storage, OWNERS[0]).write(requested(planned, 0, { at, hash }))
    const log = transferLog(USDT, OWNERS[0], PAYEE, 5n * 10n ** 18n)
    answerNodes(minedNode({ hash, from: OWNERS[0], to: USDT, at, logs: [log, log] }))
    openReceipt('log-1', storage)
    expect(await within(await payment()).findByText('Emre Berg')).toBeTruthy()
    expect((await payment()).textContent).not.toContain('Hiro')
  })

  test('a payout of a Safe is found by the proposal that the transaction executed', async () => {
    const proposal = word(81)
    const executed = { address: OWNERS[0], topics: [EXECUTION_SUCCESS, proposal], data: word(0) }
    const logs = [transferLog(USDT, OWNERS[0], PAYEE, 5n * 10n ** 18n), executed]
    answerNodes(minedNode({ hash, from: OWNERS[1], to: OWNERS[0], at, logs }))
    openReceipt('log-0', kept(OWNERS[0], 'safe', proposal))
    expect(await within(await payment()).findByText('Autumn reels')).toBeTruthy()
    expect((await payment()).textContent).toContain('Dana 🎬')
    // An owner paid the fee, not the Safe.
    expect((await payment()).textContent).not.toContain('Network fee')
  })

  test('a saved name stands before the one in the list, and a typed note before its note', async () => {
    const storage = kept(OWNERS[0], 'eoa', hash)
    keptPeople.keep(storage, [
      personAt(1, { address: PAYEE, name: 'My Dana' }),
      personAt(2, { address: OWNERS[0], name: 'Nordlicht' }),
    ])
    answerNodes(mined)
    openReceipt(`log-0/${encodeLabel('Typed')}`, storage)
    expect(await within(await payment()).findByText('Nordlicht')).toBeTruthy()
    const paper = (await payment()).textContent
    expect(paper).toContain('ToMy Dana in your payout: Dana 🎬')
    expect(paper).toContain('ForTypedFrom the link, not from the blockchain.')
    expect(paper).not.toContain('Autumn reels')
  })

  test('the memo and the reference of a request stand there only if no other request fits', async () => {
    const request: PaymentRequest = {
      ...usualRequest,
      payee: PAYEE,
      token: usdt,
      asked: { kind: 'exact', value: 5n * 10n ** 18n } as const,
      madeAt: at / 1_000 - 60,
      payer: null,
      memo: 'Two videos',
      reference: 'INV-7',
    }
    const entry = (some: Partial<PaymentRequest>) => ({
      request: { ...request, ...some },
      signature: null,
      proof: null,
      claimed: [],
    })
    const storage = browserStorage()
    keptRequests.keep(storage, [entry({})])
    answerNodes(mined)
    openReceipt('log-0', storage)
    expect(await within(await payment()).findByText('Two videos')).toBeTruthy()
    expect((await payment()).textContent).toContain('matched by amount, address and time')
    act(() => void keptRequests.keep(storage, [entry({ memo: 'Another', reference: 'INV-8' })]))
    await waitFor(async () => expect((await payment()).textContent).not.toContain('Two videos'))
    expect((await payment()).textContent).not.toContain('Another')
  })

  test('the fee stands there if the payer paid it', async () => {
    answerNodes(mined)
    openReceipt()
    expect(await within(await payment()).findByText('0.00002 BNB')).toBeTruthy()
    expect((await payment()).textContent).toContain('Paid by the sender.')
  })
})

test('a link to another log of the transaction shows no payment', async () => {
  answerNodes(node(USDT))
  openReceipt('log-7')
  expect(await screen.findByText('No such transfer')).toBeTruthy()
  expect(screen.queryByText(/^Paid/)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Share this receipt' })).toBeNull()
})

test('an invalid link reads nothing from the chain', () => {
  const sent = answerNodes(node(USDT))
  window.location.hash = '#/receipt/56/0x12/log-0'
  renderInPortal(<ReceiptPage />)
  expect(screen.getByRole('alert').textContent).toContain('This receipt link doesn’t work')
  expect(sent).toEqual([])
})
