import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pinned } from '#chain/money/Token.ts'
import { feeds } from '#chain/prices/feeds.ts'
import { RpcError } from '#chain/rpc/Rpc.ts'
import { setDollars } from '#components/settings/switches.ts'
import { planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { withBatch } from '#tests/support/attempts.ts'
import { failures } from '#tests/support/failures.ts'
import { fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { feedsOf, withFeeds } from '#tests/support/fakeFeeds.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { quantity, word } from '#tests/support/fakeRpc.ts'
import { startFastTime } from '#tests/support/fastTime.ts'
import { payoutRow } from '#tests/support/payoutContext.ts'
import { browserStorage, renderInPortal, tryAgain } from '#tests/support/renderInPortal.tsx'
import { wiredGateway, wiredNode, wiredSafe } from '#tests/support/wiredSafe.ts'
import { OverviewPage } from './OverviewPage.tsx'

/** The tokens beside BNB. */
const others = pinned.length - 1

/** A card whose code is there; another element holds its place until then. */
const card = async (name: string) => {
  await waitFor(() => expect(screen.queryByText('Loading the list')).toBeNull())
  return screen.findByRole('region', { name })
}
const CANNOT_LIST = /^What other owners have proposed can’t be listed until the Safe service answers again/

let usualTime = () => {}
beforeEach(() => {
  usualTime = startFastTime()
})
afterEach(() => usualTime())

describe.each(failures)('when every node %s', (_, fails) => {
  test('the balances say so, the queue stays, and they heal by themselves', async () => {
    answerNodes(() => fails(), wiredGateway())
    renderInPortal(<OverviewPage />, { account: wiredSafe() })
    const balances = await card('Balances')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Can’t reach BNB Smart Chain.')
    const attention = await card('Needs your attention')
    expect((await within(attention).findAllByRole('listitem')).length).toBe(2)
    expect(await screen.findByText('As Safe{Wallet} reports it; reading the chain…')).toBeTruthy()
    answerNodes(wiredNode(), wiredGateway())
    await within(balances).findByText('USDT')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(balances.textContent).toContain('1,234')
  })
})

describe.each(failures)('when the Safe gateway %s', (_, fails) => {
  test('the balances stay, the page says what it cannot list, and a retry lists it', async () => {
    answerNodes(wiredNode(), () => fails())
    renderInPortal(<OverviewPage />, { account: wiredSafe() })
    const attention = await card('Needs your attention')
    expect((await screen.findByRole('alert')).textContent).toMatch(/Safe service/)
    expect(await within(attention).findByText(CANNOT_LIST)).toBeTruthy()
    expect((await card('Balances')).textContent).toContain('USDT')
    await tryAgain(() => answerNodes(wiredNode(), wiredGateway()))
    expect((await within(attention).findAllByRole('listitem')).length).toBe(2)
    expect(screen.queryByText(CANNOT_LIST)).toBeNull()
  })
})

test('balances that were read stay with their age while nodes fail', async () => {
  answerNodes(wiredNode(), wiredGateway())
  renderInPortal(<OverviewPage />, { account: wiredSafe() })
  const balances = await card('Balances')
  await within(balances).findByText('USDT')
  answerNodes(null, wiredGateway())
  expect(await within(balances).findByText(/^Showing data as of \d\d:\d\d/)).toBeTruthy()
  expect(balances.textContent).toContain('USDT')
})

test('balances that failed can be read again at once', async () => {
  const sent = answerNodes(null, wiredGateway())
  renderInPortal(<OverviewPage />, { account: wiredSafe() })
  const balances = await card('Balances')
  await screen.findByRole('alert')
  // After this many failures, the next try is half a minute away.
  const tries = () => sent.filter((text) => text.includes('eth_getBalance')).length
  await waitFor(() => expect(tries()).toBeGreaterThan(12), { timeout: 600_000 })
  const pressed = Date.now()
  await tryAgain(() => answerNodes(wiredNode(), wiredGateway()))
  await within(balances).findByText('USDT')
  expect(Date.now() - pressed).toBeLessThan(25_000)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('when no token can be read, the balances still show BNB (E10)', async () => {
  usualTime()
  answerNodes(async (method, params = []) => {
    if (method === 'eth_call') throw new RpcError(-32603, 'internal error')
    return wiredNode()(method, params)
  })
  renderInPortal(<OverviewPage />, { account: fakeWallet() })
  const balances = await card('Balances')
  expect(await within(balances).findAllByText('Couldn’t load')).toHaveLength(others)
  const [bnb] = within(balances).getAllByRole('listitem')
  expect(bnb?.textContent).toBe('BNBBNB1,234')
  expect(within(balances).queryByRole('alert')).toBeNull()
  // The chain was reached, and the account may hold most of its money in those tokens.
  const total = await card('Balance')
  await waitFor(() =>
    expect(total.textContent).toContain(`Balance1,234 BNBand ${others} tokens we couldn’t read`),
  )
  expect(screen.queryByText(/Can’t reach BNB Smart Chain/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  [
    'one token',
    (token: string) => token === 'USDT',
    /^Balance1,234 USDC.*1,234 BNBand USDT we couldn’t read/,
  ],
  ['nothing but empty balances', () => false, /^BalanceNothing yet/],
] as const)('behavior: the total names what could not be read: %s', async (_, isUnread, words) => {
  usualTime()
  const isEmpty = words.source.includes('Nothing')
  answerNodes(async (method, params = []) => {
    const [request] = params as readonly { to?: string }[]
    const token = pinned.find(({ address }) => address?.toLowerCase() === request?.to?.toLowerCase())
    // A token without code answers nothing.
    if (method === 'eth_call' && token && isUnread(token.symbol)) return '0x'
    if (isEmpty && (method === 'eth_getBalance' || (method === 'eth_call' && token))) return word(0)
    return wiredNode()(method, params)
  })
  renderInPortal(<OverviewPage />, { account: fakeWallet() })
  await within(await card('Balances')).findByText('USDT')
  await waitFor(async () => expect((await card('Balance')).textContent).toMatch(words))
  expect(screen.queryByText(/Can’t reach BNB Smart Chain/)).toBeNull()
})

test('behavior: a balance is not called nothing if only an empty one could be read', async () => {
  usualTime()
  answerNodes(async (method) => {
    if (method === 'eth_getBalance') return quantity(0)
    if (method === 'eth_call') return '0x'
    return wiredNode()(method)
  })
  renderInPortal(<OverviewPage />, { account: fakeWallet() })
  await within(await card('Balances')).findAllByText('Couldn’t load')
  const total = await card('Balance')
  expect(total.textContent).toContain(`Balance${others} tokens we couldn’t read`)
  expect(total.textContent).not.toContain('Nothing yet')
})

test('behavior: a Safe whose contract could not be read is not called out of reach', async () => {
  usualTime()
  answerNodes(async (method, params = []) => {
    if (method === 'eth_call') throw new RpcError(-32603, 'internal error')
    return wiredNode()(method, params)
  }, wiredGateway())
  renderInPortal(<OverviewPage />, { account: wiredSafe() })
  expect(await screen.findByText('Some data couldn’t be read from BNB Smart Chain.')).toBeTruthy()
  // Amounts stand there once no price can be read either.
  const total = await card('Balance')
  await waitFor(() => expect(total.textContent).toContain(`1,234 BNBand ${others} tokens we couldn’t read`))
  expect(screen.queryByText(/Can’t reach BNB Smart Chain/)).toBeNull()
})

/** A node of that chain with feeds that have these prices. */
const pricedNode = (values: Readonly<Record<string, bigint>>, at = Date.now()) =>
  withFeeds(wiredNode(), feedsOf(values, at))
const oneDollar = 100_000_000n
/** Every token at one dollar. */
const dollars = Object.fromEntries(pinned.map(({ symbol }) => [symbol, oneDollar]))

describe('what the account holds in dollars', () => {
  test('is a total, and a line for each token', async () => {
    answerNodes(pricedNode({ ...dollars, BNB: 600n * oneDollar }), wiredGateway())
    renderInPortal(<OverviewPage />, { account: fakeWallet() })
    const balances = await card('Balances')
    expect(await within(balances).findByText('about $740,400')).toBeTruthy()
    expect(within(balances).getAllByText('about $1,234')).toHaveLength(others)
    const total = await card('Balance')
    const sum = (740_400 + 1_234 * others).toLocaleString('en-US')
    await waitFor(() => expect(total.textContent?.startsWith(`Balanceabout $${sum} Request`)).toBe(true))
    expect(await within(balances).findByText('Prices by Chainlink, less than a minute old')).toBeTruthy()
  })

  test('names what has no price', async () => {
    answerNodes(pricedNode({ ...dollars, BNB: 0n, FDUSD: 0n }), wiredGateway())
    renderInPortal(<OverviewPage />, { account: fakeWallet() })
    const balances = await card('Balances')
    expect(await within(balances).findAllByText('No price')).toHaveLength(2)
    const total = await card('Balance')
    const sum = (1_234 * (pinned.length - 2)).toLocaleString('en-US')
    await waitFor(() => expect(total.textContent).toContain(`about $${sum} without BNB and FDUSD`))
  })

  test('is no number with prices of the day before yesterday', async () => {
    answerNodes(pricedNode({ USDT: oneDollar }, Date.now() - 86_400_000 * 2), wiredGateway())
    renderInPortal(<OverviewPage />, { account: fakeWallet() })
    const balances = await card('Balances')
    expect(await within(balances).findByText('Chainlink has no price now.')).toBeTruthy()
    expect(screen.queryByText(/\$/)).toBeNull()
    const total = await card('Balance')
    await waitFor(() => expect(total.textContent).toMatch(/^Balance1,234 USDT/))
  })

  test('is not read where nobody wants it', async () => {
    const storage = browserStorage()
    setDollars(storage, false)
    const sent = answerNodes(pricedNode({ USDT: oneDollar }), wiredGateway())
    renderInPortal(<OverviewPage />, { account: fakeWallet(), storage })
    expect(await screen.findByText('Amounts in US dollars are off in Settings.')).toBeTruthy()
    expect(await within(await card('Balances')).findByText('USDT')).toBeTruthy()
    expect(sent.filter((text) => text.toLowerCase().includes(`${feeds[0]?.address}`.toLowerCase()))).toEqual(
      [],
    )
  })
})

test('while no service lists the queue, this browser’s own proposals are followed', async () => {
  answerNodes(wiredNode(), () => new Response('', { status: 503 }))
  const storage = browserStorage()
  const account = wiredSafe()
  const payout = planPayout(account, [payoutRow(25n * 10n ** 17n)], 1, Date.now())
  const submission = await account.submit([], { id: '0x', since: null })
  payoutStore(storage, account.address).write(
    withBatch(payout, 0, { attempt: { at: Date.now(), position: null, known: [], submission } }),
  )
  renderInPortal(<OverviewPage />, { account, storage })
  const known = await screen.findByRole('region', { name: 'Proposals of this browser' })
  const row = await within(known).findByRole('listitem')
  expect(row.textContent).toContain('2.50 USDT')
  expect(known.textContent).toMatch(CANNOT_LIST)
  expect(within(row).getByRole('link', { name: 'Details' }).getAttribute('href')).toContain(
    `/${account.address}/0x`,
  )
})

test('a Safe without a contract is shown as not activated', async () => {
  answerNodes(wiredNode({ address: fakeWallet().address }), wiredGateway())
  renderInPortal(<OverviewPage />, { account: fakeSafeAccount() })
  expect(await screen.findByText(/^This Safe isn’t activated yet/)).toBeTruthy()
})

test('a visitor reads what the portal does and connects with a click', async () => {
  let clicks = 0
  const { user } = renderInPortal(<OverviewPage />, { connect: () => void clicks++ })
  expect(
    await screen.findByRole('heading', { name: 'Get paid in crypto. Know when it’s final.' }),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Connect Wallet' }))
  expect(clicks).toBe(1)
})
