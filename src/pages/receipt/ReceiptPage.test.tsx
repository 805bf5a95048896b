import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { feeds } from '#chain/prices/feeds.ts'
import { setDollars } from '#components/settings/switches.ts'
import { receiptPath } from '#domain/shared/paths.ts'
import { honestFeed, withFeeds } from '#tests/support/fakeFeeds.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { transferLog } from '#tests/support/fakeSafe.ts'
import { minedNode } from '#tests/support/minedNode.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
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

function openReceipt(name = 'log-0', storage = browserStorage()) {
  window.location.hash = `#${receiptPath(hash, name)}`
  return renderInPortal(<ReceiptPage />, { storage })
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

describe('in US dollars', () => {
  const at = Date.UTC(2026, 10, 18, 12, 0, 30)
  const HOUR = 3_600_000
  const mined = minedNode({
    ...{ hash, from: OWNERS[0], to: USDT, at },
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
