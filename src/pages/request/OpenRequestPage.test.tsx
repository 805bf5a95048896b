import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { getAddress } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Account } from '#account/Account.ts'
import { setConnection } from '#account/connection.ts'
import * as Token from '#chain/money/Token.ts'
import { setEarlyChecks } from '#components/settings/switches.ts'
import { proofCode } from '#domain/proof/proofMessage.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import { portalUrl } from '#domain/shared/paths.ts'
import { item, paid, usdt } from '#tests/support/activityItems.ts'
import { fakeLists, fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { feedsOf, withFeeds } from '#tests/support/fakeFeeds.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { transferLog } from '#tests/support/fakeSafe.ts'
import { startFastTime } from '#tests/support/fastTime.ts'
import { minedNode } from '#tests/support/minedNode.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { type Around, browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { linkSignedBy, linkText, requestOf, usdRequestOf } from '#tests/support/requestLinks.ts'
import { OWNERS, USDT } from '#tests/support/safeExamples.ts'
import { begunProof, signedBy } from '#tests/support/signedProofs.ts'
import { influencers, stranger } from '../../../safe-app/accounts.ts'
import { OpenRequestPage } from './OpenRequestPage.tsx'

const [dana, eli] = influencers
/** Nodes that know no contract at the payee, so that its key has to sign. */
const nodes = () => minedNode({ hash: word(1), from: dana.address, to: dana.address, logs: [] })

function openLink(text: string, around: Around = {}) {
  window.location.hash = `#/r/${text}`
  return renderInPortal(<OpenRequestPage />, { connect: () => {}, ...around })
}
const card = (name: string) => screen.findByRole('region', { name })
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

describe('a visitor', () => {
  test('sees the request and that it is not signed, and connects to pay', async () => {
    answerNodes(nodes())
    let clicks = 0
    const { user } = openLink(linkText(requestOf(250n)), { connect: () => void clicks++ })
    expect((await card('Request')).textContent).toContain('250 USDT')
    expect(await screen.findByText('Not signed. Anyone could have made this link.')).toBeTruthy()
    // The checks take the place of the first button, so a press on that one could come too late.
    await screen.findByText('Connect to see whether you’ve paid this address before.')
    await user.click(await within(await card('Pay')).findByRole('button', { name: 'Pay 250 USDT' }))
    expect(clicks).toBe(1)
  })

  test('who pressed Pay goes on to the review once connected, and no one else does', async () => {
    answerNodes(nodes())
    const text = linkText(requestOf(250n))
    const { user } = openLink(text)
    await screen.findByText('Connect to see whether you’ve paid this address before.')
    await user.click(await within(await card('Pay')).findByRole('button', { name: 'Pay 250 USDT' }))
    expect(window.location.hash).toBe(`#/r/${text}`)
    act(() => setConnection({ status: 'connected', account: fakeWallet(), chainId: 56, unsupported: false }))
    await waitFor(() => expect(window.location.hash).toBe(`#/pay/r/${text}`))
  })

  test('can open the request in a wallet app, scan it, or copy its link', async () => {
    const text = linkText(requestOf(250n))
    const { user } = openLink(text)
    expect(screen.queryByRole('link', { name: 'MetaMask' })).toBeNull()
    await user.click(within(await card('Pay')).getByRole('button', { name: 'Open in wallet app' }))
    const link = await screen.findByRole('link', { name: 'MetaMask' })
    expect(link.getAttribute('href')).toMatch(/\/dapp\/[^%]+#\/pay\/requests$/)
    expect(link.getAttribute('href')).not.toContain(text)
    expect(screen.getByText(/^Opening an app copies the link of the request/)).toBeTruthy()
    expect(screen.getByText(/^Opening Safe\{Wallet\} copies the link of the request/)).toBeTruthy()
    link.addEventListener('click', (event) => event.preventDefault())
    await user.click(link)
    expect(await navigator.clipboard.readText()).toBe(`${portalUrl()}#/r/${text}`)
    expect(await screen.findByRole('img', { name: 'QR code of the request' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy the link of the request' })).toBeTruthy()
  })

  test('sees who signed a request', async () => {
    openLink(await linkSignedBy(dana, requestOf(250n)))
    expect(await screen.findByText('This request was signed by the address it pays.')).toBeTruthy()
  })

  const named = { name: 'Dana Weber', handle: { platform: 'x', name: 'danahikes' } } as const

  test('sees the handle and the name that a request was signed with, and where to look for its code', async () => {
    openLink(await linkSignedBy(dana, requestOf(250n, named)))
    expect(await heading('@danahikes on X requests 250 USDT')).toBeTruthy()
    expect((await card('Request')).textContent).toContain(
      'Signed in this request. Calls itself “Dana Weber”.',
    )
    const checks = within(await card('Before you pay'))
    expect(checks.getByText(proofCode(dana.address, named.handle))).toBeTruthy()
    expect(await checks.findByText('This request was signed by the address it pays.')).toBeTruthy()
    expect(
      checks.getByText('The sender wrote what it’s for, not us. Check it matches your agreement.'),
    ).toBeTruthy()
  })

  test('error: does not read that the sender wrote what it’s for if the request says nothing', async () => {
    openLink(await linkSignedBy(dana, requestOf(250n, { memo: '', reference: '' })))
    const checks = within(await card('Before you pay'))
    expect(await checks.findByText('This request was signed by the address it pays.')).toBeTruthy()
    expect(checks.queryByText(/^The sender wrote/)).toBeNull()
  })

  test('sees a name alone as the words of an address, never as the asker', async () => {
    openLink(await linkSignedBy(dana, requestOf(250n, { name: 'Binance Support' })))
    expect(await screen.findByText('It calls itself that. Nothing shows whose address it is.')).toBeTruthy()
    expect(await heading('Someone requests 250 USDT')).toBeTruthy()
  })

  test.each([
    ['is not signed', (request: PaymentRequest) => linkText(request)],
    ['someone else signed', (request: PaymentRequest) => linkSignedBy(eli, request)],
  ])('sees no name and no handle of a request that %s', async (_, link) => {
    answerNodes(nodes())
    openLink(await link(requestOf(250n, named)))
    await within(await card('Before you pay')).findByText(/isn’t from the address|isn’t signed/)
    expect(screen.queryByRole('heading', { name: /danahikes|Dana Weber/ })).toBeNull()
    expect(screen.queryByText(/Calls itself/)).toBeNull()
    expect(screen.queryByText(proofCode(dana.address, named.handle))).toBeNull()
  })

  test('sees that someone else signed it, and cannot pay it', async () => {
    answerNodes(nodes())
    openLink(await linkSignedBy(eli, requestOf(250n)))
    expect(await screen.findByText('Don’t pay this. The signature is fake.')).toBeTruthy()
    expect(await screen.findByText('Payment blocked: the signature is fake.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Open in Safe{Wallet}' })).toBeNull()
    expect(within(await card('Pay')).queryByRole('button')).toBeNull()
  })

  test.each([
    ['with markup in a field', '1/56/<img src=x onerror=alert(1)>/USDT/1/1795300000/00000000'],
    ['with an encoded script', '%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
    ['with a character too many', `${linkText(requestOf(5n))}x`],
    ['with another scheme', 'javascript:alert(1)'],
    ['without end', 'a'.repeat(5_000)],
  ])('sees nothing of a link %s', async (_, text) => {
    const { container } = openLink(text)
    expect(await heading('This payment link doesn’t work')).toBeTruthy()
    expect(container.querySelector('img, script, iframe')).toBeNull()
    // Every drawing is one of the portal's own icons.
    for (const drawing of container.querySelectorAll('svg')) {
      expect(drawing.querySelector('use')?.getAttribute('href')).toMatch(/icons\.svg/)
    }
    expect(screen.queryByRole('region', { name: 'Pay' })).toBeNull()
  })

  test('sees markup in a link as plain text', async () => {
    const memo = '<b>Pay me</b> אבג or else'
    const { container } = openLink(linkText(requestOf(5n, { memo, reference: '{{1+1}}' })))
    expect(await screen.findByText(memo)).toBeTruthy()
    expect(screen.getByText('{{1+1}}')).toBeTruthy()
    expect(container.querySelector('b')).toBeNull()
  })
})

describe('a payer', () => {
  const wallet = (history: Parameters<typeof fakeLists>[0]) => fakeWallet({ activity: fakeLists(history) })

  test('goes from a request to its review, which sends nothing', async () => {
    const text = linkText(requestOf(5n))
    openLink(text, { account: wallet({}) })
    const link = await within(await card('Pay')).findByRole('link', { name: 'Pay 5 USDT' })
    expect(link.getAttribute('href')).toBe(`#/pay/r/${text}`)
    expect(await screen.findByText(/^You haven’t paid this address before/)).toBeTruthy()
  })

  test('sees how often the account was paid before', async () => {
    openLink(linkText(requestOf(5n)), {
      account: wallet({ history: [paid(dana.address), paid(dana.address), paid(eli.address)] }),
    })
    expect(await screen.findByText(/^You’ve paid this address before: 2 payments/)).toBeTruthy()
  })

  test('error: reads that nothing is known while no node answers, and pays only after one more press', async () => {
    answerNodes(null)
    const { user } = openLink(linkText(requestOf(5n, { payee: payeeAt(72) })), { account: wallet({}) })
    expect(await heading('Unknown')).toBeTruthy()
    expect((await card('Status')).textContent).toContain('We couldn’t check whether this was paid.')
    expect(screen.queryByText('Waiting')).toBeNull()
    const pay = within(await card('Pay'))
    expect(pay.queryByRole('link', { name: /^Pay/ })).toBeNull()
    await user.click(pay.getByRole('button', { name: 'Pay anyway…' }))
    expect(pay.getByText(/^We couldn’t check whether this was paid/)).toBeTruthy()
    expect(pay.getByRole('link', { name: 'Pay 5 USDT' })).toBeTruthy()
  })

  test('error: what is unknown stays unknown at every retry, and Pay stays behind one more press', async () => {
    const sent = answerNodes(null)
    const usualTime = startFastTime()
    onTestFinished(usualTime)
    openLink(linkText(requestOf(5n, { payee: payeeAt(74) })), { account: wallet({}) })
    await heading('Unknown')
    const shown = new Set<boolean>()
    const look = () =>
      void shown.add(
        screen.queryByText('Checking') !== null || screen.queryByRole('link', { name: /^Pay/ }) !== null,
      )
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    const before = sent.length
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    await waitFor(() => expect(sent.length).toBeGreaterThan(before + 3))
    look()
    observer.disconnect()
    expect([...shown]).toEqual([false])
    expect(await heading('Unknown')).toBeTruthy()
  })

  test('error: an overdue request is unknown, too, while no node answers', async () => {
    answerNodes(null)
    openLink(linkText(requestOf(5n, { payee: payeeAt(73), dueOn: '2026-01-31' })), { account: wallet({}) })
    expect(await heading('Unknown')).toBeTruthy()
    expect(screen.queryByText(/No payment seen/)).toBeNull()
  })

  test('cannot pay a request to itself', async () => {
    openLink(linkText(requestOf(5n)), { account: fakeWallet({ address: dana.address }) })
    expect(await screen.findByText('Nothing to pay: this is your own address.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Pay / })).toBeNull()
  })

  test.each([
    ['Pay', fakeWallet],
    ['Propose', fakeSafeAccount],
  ] as const)(
    'can %s to an account that looks like one who was paid only after a second look',
    async (verb, make) => {
      const known = payeeAt(5)
      const alike = getAddress(
        `${known.slice(0, 8)}${payeeAt(6).slice(8, 36)}${known.slice(36)}`.toLowerCase(),
      )
      const account: Account = make({ activity: fakeLists({ queue: [], history: [paid(known)] }) })
      const { user } = openLink(linkText(requestOf(3n, { payee: alike })), { account })
      const alert = await screen.findByText(/^This looks like an address you’ve paid, but it’s different/)
      expect(alert.closest('[role=alert]')?.textContent).toContain(known)
      expect(alert.closest('[role=alert]')?.textContent).toContain(alike)
      const pay = within(await card('Pay'))
      expect(pay.queryByRole('link')).toBeNull()
      await user.click(pay.getByRole('button', { name: 'Pay anyway…' }))
      expect(pay.getByRole('link', { name: `${verb} 3 USDT` })).toBeTruthy()
    },
  )

  test('sees first that a request is paid, and pays it again only after a second look (A28)', async () => {
    const hash = word(70)
    const request = requestOf(12n)
    const value = 12n * 10n ** 18n
    const sent = item({
      what: {
        kind: 'transfer-out',
        to: dana.address,
        amount: { amount: { token: usdt, value }, suspect: null },
      },
      hash,
      at: Date.now(),
    })
    const logs = [transferLog(USDT, OWNERS[0], dana.address, value)]
    answerNodes(minedNode({ hash, from: OWNERS[0], to: USDT, logs }))
    const { user } = openLink(linkText(request), { account: wallet({ history: [sent] }) })
    expect(await heading('This request is already paid')).toBeTruthy()
    expect((await card('Status')).textContent).toContain('12 USDT received. Final: it can’t be reversed.')
    expect(screen.getByRole('link', { name: 'View receipt' }).getAttribute('href')).toContain(hash)
    expect(screen.queryByRole('button', { name: 'Connect Wallet' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Open in Safe{Wallet}' })).toBeNull()
    const pay = within(await card('Pay'))
    expect(pay.queryByRole('link')).toBeNull()
    await user.click(pay.getByRole('button', { name: 'Pay again…' }))
    expect(pay.getByText(/^It’s already paid\. Paying again sends the money a second time\./)).toBeTruthy()
    expect(pay.getByRole('link', { name: 'Pay 12 USDT' })).toBeTruthy()
  })

  test('error: is not called unpaid because an older request, paid by another amount, takes its payment', async () => {
    const [short, exact] = [word(72), word(73)]
    const value = 12n * 10n ** 18n
    const older = requestOf(12n, { madeAt: Math.floor(Date.now() / 1_000) - 600, reference: 'INV-6' })
    const storage = browserStorage()
    const claimed = [`${short}:log-0`]
    keptRequests.keep(storage, [{ request: older, signature: null, proof: null, claimed }])
    const amount = { amount: { token: usdt, value }, suspect: null }
    const what = { kind: 'transfer-out', to: dana.address, amount } as const
    const history = [item({ what, hash: exact, at: Date.now() })]
    const mined = (hash: `0x${string}`, sum: bigint) =>
      minedNode({ hash, from: OWNERS[0], to: USDT, logs: [transferLog(USDT, OWNERS[0], dana.address, sum)] })
    const [first, second] = [mined(short, value - 1n), mined(exact, value)]
    answerNodes((method, params = []) => (params[0] === short ? first : second)(method, params))
    openLink(linkText(requestOf(12n)), { account: wallet({ history }), storage })
    expect(await heading('This request is already paid')).toBeTruthy()
  })

  test('reads that it is short, and by how much, once a smaller payment is final', async () => {
    const hash = word(71)
    const request = requestOf(12n, { payer: OWNERS[0] })
    const value = 10n ** 19n
    const sent = item({
      what: {
        kind: 'transfer-out',
        to: dana.address,
        amount: { amount: { token: usdt, value }, suspect: null },
      },
      hash,
      at: Date.now(),
    })
    const logs = [transferLog(USDT, OWNERS[0], dana.address, value)]
    answerNodes(minedNode({ hash, from: OWNERS[0], to: USDT, logs }))
    openLink(linkText(request), { account: wallet({ history: [sent] }) })
    expect(await heading('Paid short by 2 USDT')).toBeTruthy()
    expect((await card('Status')).textContent).toContain('10 USDT of 12 USDT received. 2 USDT to go.')
    expect(within(await card('Pay')).queryByRole('link')).toBeNull()
  })

  test('reads first that the day is over, and pays only after a second look', async () => {
    answerNodes(nodes())
    const { user } = openLink(linkText(requestOf(5n, { dueOn: '2026-01-31' })), { account: wallet({}) })
    expect(await heading('Overdue')).toBeTruthy()
    expect((await card('Status')).textContent).toContain('It was due on 31 Jan 2026.')
    // One notice; the missing signature is a line of it.
    expect((await card('Status')).textContent).toContain('Not signed. Anyone could have made this link.')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    const pay = within(await card('Pay'))
    expect(pay.queryByRole('link')).toBeNull()
    await user.click(pay.getByRole('button', { name: 'Pay anyway…' }))
    expect(pay.getByRole('link', { name: 'Pay 5 USDT' })).toBeTruthy()
  })

  test.each([
    ['pay', fakeWallet],
    ['propose', fakeSafeAccount],
  ] as const)('cannot %s a request that someone else signed', async (verb, make) => {
    answerNodes(nodes())
    openLink(await linkSignedBy(eli, requestOf(250n)), { account: make() })
    expect(await screen.findByText('Payment blocked: the signature is fake.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: new RegExp(verb, 'i') })).toBeNull()
    expect(screen.queryByRole('button', { name: new RegExp(verb, 'i') })).toBeNull()
  })

  test('reads that nothing was checked while early checks are off', async () => {
    const storage = browserStorage()
    setEarlyChecks(storage, false)
    const payee = payeeAt(71)
    const sent = answerNodes(nodes())
    openLink(linkText(requestOf(5n, { payee })), { account: wallet({}), storage })
    expect(
      await screen.findByText(/^We don’t check for payments: checks before you pay are off in Settings/),
    ).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/Looking/)).toBeNull())
    expect(sent.filter((text) => text.toLowerCase().includes(payee.slice(2).toLowerCase()))).toEqual([])
  })

  test.each([
    ['of another account', stranger, 'The attached proof doesn’t belong to this request.'],
    ['that somebody else signed', dana, 'Not signed by this address.'],
  ] as const)(
    'is told of a proof %s beside a request, and does not pay past it by mistake',
    async (_, by, words) => {
      answerNodes(nodes())
      const proof = await signedBy(stranger, begunProof(by, { uri: portalUrl() }))
      const { user } = openLink(linkText(requestOf(7n), proof), { account: wallet({}) })
      expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
      expect(await heading(/^The attached proof /)).toBeTruthy()
      const pay = within(await card('Pay'))
      expect(pay.queryByRole('link')).toBeNull()
      await user.click(pay.getByRole('button', { name: 'Pay anyway…' }))
      expect(pay.getByRole('link', { name: 'Pay 7 USDT' })).toBeTruthy()
    },
  )
})

describe('a request in US dollars', () => {
  /** Nodes that report a price of BNB in dollars, from so many minutes ago. */
  const priced = (dollars: bigint, minutes = 5) =>
    withFeeds(nodes(), feedsOf({ BNB: dollars * 10n ** 8n }, Date.now() - minutes * 60_000))

  test('shows what it is in its token now, how old that rate is, and its terms', async () => {
    answerNodes(priced(500n))
    openLink(linkText(usdRequestOf(250n)), { account: fakeWallet() })
    expect(await heading('Someone requests $250 in BNB')).toBeTruthy()
    const rate = await card('Rate')
    await waitFor(() =>
      expect(rate.textContent).toBe(
        'About 0.50 BNB now1 BNB = $500 (Chainlink, up to 5 minutes old, reported by two nodes)',
      ),
    )
    expect((await card('Request')).textContent).toContain('AcceptedUp to 1% more or less')
    expect(await within(await card('Pay')).findByRole('link', { name: 'Pay $250 in BNB' })).toBeTruthy()
  })

  test.each<[string, Parameters<typeof answerNodes>[0], string]>([
    ['an old one', priced(500n, 61), 'Chainlink’s price of BNB is too old to pay by.'],
    ['zero', priced(0n), 'Chainlink has no usable price of BNB now.'],
    ['two different ones', [priced(500n), priced(499n)], 'Two nodes report different prices of BNB.'],
    [
      'one from one node alone',
      [priced(500n), null],
      'Only one node answered with a price of BNB, and it needs two.',
    ],
  ])('cannot be paid while the price is %s, and says so', async (_, answering, words) => {
    answerNodes(answering)
    openLink(linkText(usdRequestOf(250n)), { account: fakeWallet() })
    expect(await screen.findByText(words)).toBeTruthy()
    const pay = within(await card('Pay'))
    expect(pay.queryByRole('link')).toBeNull()
    expect(pay.getByText(/^So there’s no amount to pay\. Nothing was sent\./)).toBeTruthy()
    answerNodes(priced(500n))
    await userEvent.click(pay.getByRole('button', { name: 'Try again' }))
    expect(await pay.findByRole('link', { name: 'Pay $250 in BNB' })).toBeTruthy()
  })

  test('error: that has expired is unknown, too, while no node answers, and cannot be paid', async () => {
    answerNodes(null)
    const past = Math.floor(Date.now() / 1_000) - 10
    const asked = { kind: 'usd', cents: 25_000n, tolerance: 100, until: past } as const
    const request = usdRequestOf(250n, { asked, madeAt: past - 3_600, payee: payeeAt(75) })
    openLink(linkText(request), { account: fakeWallet() })
    expect(await heading('Unknown')).toBeTruthy()
    expect(screen.queryByText(/No payment seen/)).toBeNull()
    expect(within(await card('Pay')).queryByRole('link')).toBeNull()
    expect(within(await card('Pay')).queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  test('that has expired cannot be paid', async () => {
    answerNodes(priced(500n))
    const past = Math.floor(Date.now() / 1_000) - 10
    const asked = { kind: 'usd', cents: 25_000n, tolerance: 100, until: past } as const
    openLink(linkText(usdRequestOf(250n, { asked, madeAt: past - 3_600 })), { account: fakeWallet() })
    expect(await heading('This request has expired')).toBeTruthy()
    expect(within(await card('Pay')).queryByRole('link')).toBeNull()
  })
})

test('an amount of BNB is shown in dollars, too', async () => {
  answerNodes(withFeeds(nodes(), feedsOf({ BNB: 500n * 10n ** 8n }, Date.now())))
  openLink(linkText(requestOf(2n, { token: Token.BNB })), { account: fakeWallet() })
  expect(await screen.findByText('about $1,000 on BNB Smart Chain')).toBeTruthy()
})
