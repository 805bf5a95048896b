import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { type Payout, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { type KeptRequest, keptRequests } from '#domain/request/keptRequests.ts'
import { setNotifications } from '#features/shared/switches.ts'
import { fakeWallet } from '../../../tests/support/fakeAccount.ts'
import { answerNodes } from '../../../tests/support/fakeNodes.ts'
import { startFastTime } from '../../../tests/support/fastTime.ts'
import { payoutRow } from '../../../tests/support/payoutContext.ts'
import { browserStorage, renderInPortal } from '../../../tests/support/renderInPortal.tsx'
import { wiredGateway, wiredNode, wiredSafe } from '../../../tests/support/wiredSafe.ts'
import { OverviewPage } from './OverviewPage.tsx'

const attention = () => screen.findByRole('region', { name: 'Needs your attention' })
const wallet = fakeWallet()
const storageWith = (...payouts: readonly Payout[]) => {
  const storage = browserStorage()
  const store = payoutStore(storage, wallet.address)
  for (const payout of payouts) store.write(payout)
  return storage
}
const stopped = () => planPayout(wallet, [payoutRow(1n), payoutRow(2n)], 1, Date.now())
const request = (some: Partial<KeptRequest['request']> = {}): KeptRequest => ({
  request: {
    payee: wallet.address,
    token: Token.pinned[1] ?? Token.BNB,
    asked: { kind: 'exact', value: 250n * 10n ** 18n },
    memo: 'Reel',
    reference: '',
    madeAt: Math.floor(Date.now() / 1_000) - 10 * 86_400,
    dueOn: null,
    payer: null,
    ...some,
  },
  signature: null,
  proof: null,
  claimed: [],
})

let usualTime = () => {}
beforeEach(() => {
  document.title = 'Influencer Portal'
  usualTime = startFastTime()
})
afterEach(() => {
  usualTime()
  vi.unstubAllGlobals()
})

describe('in a wallet', () => {
  test('there is no card where nothing waits', async () => {
    answerNodes(wiredNode(), wiredGateway())
    renderInPortal(<OverviewPage />, { account: wallet })
    await screen.findByRole('region', { name: 'Latest' })
    expect(screen.queryByText('Needs your attention')).toBeNull()
    expect(document.title).toBe('Influencer Portal')
  })

  test('a stopped payout leads to where it continues, and counts in the title of every page', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const payout = stopped()
    renderInPortal(<OverviewPage />, { account: wallet, storage: storageWith(payout) })
    const row = within(await attention()).getByRole('listitem')
    expect(row.textContent).toContain('2 not sent, of 2 payments')
    expect(within(row).getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
      `#/pay/payout/${payout.id}`,
    )
    await waitFor(() => expect(document.title).toBe('(1) Influencer Portal'))
    document.title = 'Pay'
    await waitFor(() => expect(document.title).toBe('(1) Pay'))
  })

  test('an overdue request can be reminded of, and an open one is only watched', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const storage = browserStorage()
    keptRequests.keep(storage, [request({ dueOn: '2026-01-05' }), request({ memo: 'Story' })])
    renderInPortal(<OverviewPage />, { account: wallet, storage })
    const row = await within(await attention()).findByRole('listitem')
    expect(row.textContent).toContain('250 USDT is overdue')
    expect(within(row).getByRole('link', { name: 'Remind' }).getAttribute('href')).toMatch(/^#\/get-paid\//)
  })

  test('open requests alone say that they are watched, so that nothing moves later', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const storage = browserStorage()
    keptRequests.keep(storage, [request(), request({ memo: 'Story' })])
    renderInPortal(<OverviewPage />, { account: wallet, storage })
    expect((await attention()).textContent).toContain('Nothing right now')
    expect((await attention()).textContent).toContain('Watching 2 open requests.')
  })

  test('a request that was seen paid, or pays someone else, is not watched', async () => {
    answerNodes(wiredNode(), wiredGateway())
    const storage = browserStorage()
    keptRequests.keep(storage, [
      { ...request(), seen: true },
      request({ payee: wiredSafe().address, dueOn: '2026-01-05' }),
    ])
    renderInPortal(<OverviewPage />, { account: wallet, storage })
    await screen.findByRole('region', { name: 'Latest' })
    expect(screen.queryByText('Needs your attention')).toBeNull()
  })
})

test('in a Safe the queue is part of it, and counts', async () => {
  answerNodes(wiredNode(), wiredGateway())
  renderInPortal(<OverviewPage />, { account: wiredSafe() })
  expect(await within(await attention()).findAllByRole('listitem')).toHaveLength(2)
  await waitFor(() => expect(document.title).toMatch(/^\(2\) /))
})

describe('notifications', () => {
  /** A browser that has given its permission, and what it was asked to show. */
  function allowed(isHidden: boolean) {
    const shown: string[] = []
    class Shown {
      static permission = 'granted'
      onclick = null
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title} | ${body}`)
      }
    }
    vi.stubGlobal('Notification', Shown)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
    return shown
  }
  afterEach(() => vi.restoreAllMocks())

  async function proposeLater(isHidden: boolean) {
    const shown = allowed(isHidden)
    const storage = browserStorage()
    setNotifications(storage, true)
    let isProposed = false
    answerNodes(wiredNode(), (path) =>
      isProposed || !path.includes('queued') ? wiredGateway()(path) : Response.json({ results: [] }),
    )
    renderInPortal(<OverviewPage />, { account: wiredSafe(), storage })
    await screen.findByText('Nothing right now')
    expect(shown).toEqual([])
    isProposed = true
    return shown
  }

  test('a hidden tab reads on, and tells of what is new once', async () => {
    const shown = await proposeLater(true)
    await waitFor(() => expect(shown).toHaveLength(2), { timeout: 600_000 })
    expect(shown[0]).toMatch(/needs \d more signature/)
    await waitFor(() => expect(document.title).toMatch(/^\(2\) /))
    expect(shown).toHaveLength(2)
  })

  test('a visible tab shows it on the page only', async () => {
    const shown = await proposeLater(false)
    await waitFor(() => expect(document.title).toMatch(/^\(2\) /), { timeout: 600_000 })
    expect(shown).toEqual([])
  })
})
