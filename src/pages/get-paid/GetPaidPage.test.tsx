import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Account, MessageSignature } from '#account/Account.ts'
import { pinned } from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import { keptProofs } from '#domain/proof/keptProofs.ts'
import { proofCode } from '#domain/proof/proofMessage.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import { decodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { clockErrorQuery } from '#queries/activity.ts'
import { fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { feedsOf, withFeeds } from '#tests/support/fakeFeeds.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { payNode } from '#tests/support/payNode.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { OWNERS } from '#tests/support/safeExamples.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { GetPaidPage } from './GetPaidPage.tsx'

const [dana] = influencers

function open(account?: Account, node = payNode()) {
  answerNodes(node)
  window.location.hash = '#/get-paid'
  return renderInPortal(<GetPaidPage />, account ? { account } : {})
}

/** The request in the page's URL; null on the form. */
function shared() {
  const decoded = decodeRequest(window.location.hash.replace('#/get-paid/', ''))
  return decoded.ok ? decoded : null
}

const amount = () => screen.getByLabelText('Amount')
const create = () => screen.getByRole('button', { name: 'Create request' })
const tick = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /^Sign it/ })

const dances = (some: Partial<Account> = {}) =>
  fakeWallet({
    address: dana.address,
    signMessage: async (message) => ({
      kind: 'signed',
      signature: await dana.account.signMessage({ message }),
    }),
    ...some,
  })

describe('a request', () => {
  test('of a visitor has its link at once, unsigned', async () => {
    const { user } = open()
    expect(tick()).toBeNull()
    await user.type(screen.getByLabelText('Pay to (your address)'), dana.address)
    await user.type(amount(), '250')
    await user.click(create())
    expect(await screen.findByRole('heading', { level: 1, name: '250 USDT' })).toBeTruthy()
    expect(shared()?.signature).toBeNull()
  })

  test.each([-3, 3])(
    'error: is dated by the chain on a device whose clock is %i hours wrong',
    async (hours) => {
      const time = Date.now()
      vi.useFakeTimers({ toFake: ['Date'], now: time + hours * 3_600_000 })
      const { user, client } = open(undefined, payNode({ minedAt: time }))
      await waitFor(() => expect(client.getQueryData(clockErrorQuery.queryKey)).toBeTruthy())
      await user.type(screen.getByLabelText('Pay to (your address)'), dana.address)
      await user.type(amount(), '250')
      await user.click(create())
      expect(await screen.findByRole('heading', { level: 1, name: '250 USDT' })).toBeTruthy()
      expect(Math.abs((shared()?.request.madeAt ?? 0) * 1_000 - time)).toBeLessThan(60_000)
      vi.useRealTimers()
    },
  )

  test.each([-3, 3])(
    'error: a proof is dated by the chain on a device whose clock is %i hours wrong',
    async (hours) => {
      const time = Date.now()
      vi.useFakeTimers({ toFake: ['Date'], now: time + hours * 3_600_000 })
      onTestFinished(() => void vi.useRealTimers())
      const { user, client, storage } = open(dances(), payNode({ minedAt: time }))
      await waitFor(() => expect(client.getQueryData(clockErrorQuery.queryKey)).toBeTruthy())
      await user.type(screen.getByLabelText('Your handle'), 'danahikes')
      await user.click(screen.getByRole('button', { name: 'Sign proof' }))
      await waitFor(() => expect(keptProofs.read(storage).items).toHaveLength(1))
      const issuedAt = keptProofs.read(storage).items[0]?.proof.issuedAt ?? 0
      expect(Math.abs(issuedAt * 1_000 - time)).toBeLessThan(60_000)
    },
  )

  test('of a wallet is signed before its link is shown, and the link stays', async () => {
    const { user, storage } = open(dances())
    expect(tick()?.checked).toBe(true)
    await user.type(amount(), '250{Enter}')
    const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Request link' })
    const found = shared()
    expect(found?.signature).not.toBeNull()
    expect(found?.request.payee).toBe(dana.address)
    expect(keptRequests.read(storage).items[0]?.signature).toBe(found?.signature)
    const before = link.value
    expect(await screen.findByText('This request was signed by the address it pays.')).toBeTruthy()
    expect(link.value).toBe(before)
    expect(screen.queryByRole('button', { name: 'Sign request' })).toBeNull()
  })

  test('of a wallet carries a name and a handle under the same signature, and the next one begins with them', async () => {
    let asked = 0
    const account = dances()
    const { user, unmount, storage } = open({
      ...account,
      signMessage: (text) => {
        asked++
        return account.signMessage(text)
      },
    })
    await user.type(amount(), '250')
    await user.click(screen.getByText('Add your name and @handle'))
    await user.keyboard('Dana Weber')
    await user.type(screen.getByLabelText('Your handle'), 'https://x.com/DanaHikes')
    await user.click(create())
    const code = proofCode(dana.address, { platform: 'x', name: 'danahikes' })
    expect(await screen.findByText(code)).toBeTruthy()
    expect(shared()?.request).toMatchObject({
      name: 'Dana Weber',
      handle: { platform: 'x', name: 'danahikes' },
    })
    expect(await screen.findByText('This request was signed by the address it pays.')).toBeTruthy()
    expect(asked).toBe(1)
    unmount()
    answerNodes(payNode())
    window.location.hash = '#/get-paid'
    renderInPortal(<GetPaidPage />, { account, storage })
    expect(screen.getByLabelText<HTMLInputElement>('Your name (optional)').value).toBe('Dana Weber')
    expect(screen.getByLabelText<HTMLInputElement>('Your handle').value).toBe('danahikes')
  })

  test('begins with the name and the handle that were typed on an earlier visit', async () => {
    const account = dances()
    const { user, unmount, storage } = open(account)
    await user.type(screen.getByLabelText('Your name (optional)'), 'Dana Weber')
    await user.type(screen.getByLabelText('Your handle'), '@dana')
    unmount()
    renderInPortal(<GetPaidPage />, { account, storage })
    expect(screen.getByLabelText<HTMLInputElement>('Your name (optional)').value).toBe('Dana Weber')
    expect(screen.getByLabelText<HTMLInputElement>('Your handle').value).toBe('@dana')
  })

  test('that is not signed says no name, because anyone could have typed it', async () => {
    const { user } = open(dances({ signMessage: () => Promise.reject(new PortalError('rejected', 'No')) }))
    await user.type(amount(), '250')
    await user.click(screen.getByText('Add your name and @handle'))
    await user.type(screen.getByLabelText('Your name (optional)'), 'Dana Weber')
    await user.type(screen.getByLabelText('Your handle'), 'danahikes')
    await user.click(create())
    await user.click(await screen.findByRole('button', { name: 'Create without a signature' }))
    await screen.findByRole('textbox', { name: 'Request link' })
    expect(shared()?.request).toMatchObject({ name: '', handle: null })
  })

  test('is created without a signature where the tick is taken away', async () => {
    let asked = 0
    const { user } = open(dances({ signMessage: () => Promise.reject(new Error(`asked ${++asked}`)) }))
    await user.click(tick() as HTMLElement)
    await user.type(amount(), '250{Enter}')
    await screen.findByRole('textbox', { name: 'Request link' })
    expect(shared()?.signature).toBeNull()
    expect(asked).toBe(0)
  })

  test('whose signature is rejected is not created, and can be created without one', async () => {
    const signMessage = () =>
      Promise.reject(new PortalError('rejected', 'You rejected the request in your wallet.'))
    const { user, storage } = open(dances({ signMessage }))
    await user.type(screen.getByLabelText('What is it for?'), 'Reels')
    await user.type(amount(), '250{Enter}')
    expect(await screen.findByText('You rejected the request in your wallet.')).toBeTruthy()
    expect(screen.getByText(/^The request isn’t created yet\./)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('What is it for?').value).toBe('Reels')
    expect(keptRequests.read(storage).items).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Create without a signature' }))
    await screen.findByRole('textbox', { name: 'Request link' })
    expect(shared()).toMatchObject({ signature: null, request: { memo: 'Reels' } })
  })

  test('is not signed by a wallet that answers after the person went on without it', async () => {
    let answer: (signature: MessageSignature) => void = () => {}
    const signMessage = () => new Promise<MessageSignature>((resolve) => (answer = resolve))
    const { user } = open(dances({ signMessage }))
    await user.type(amount(), '250{Enter}')
    expect(await screen.findByRole('button', { name: 'Sign it in your wallet' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create without a signature' }))
    const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Request link' })
    const before = link.value
    await act(async () => answer({ kind: 'signed', signature: `0x${'12'.repeat(65)}` }))
    expect(link.value).toBe(before)
    expect(shared()?.signature).toBeNull()
  })

  test('that signs to a Safe with several owners is not ticked, because its link could not be sent yet', () => {
    open(fakeSafeAccount())
    expect(tick()?.checked).toBe(false)
    expect(screen.getByText(/^2 owners have to sign\./)).toBeTruthy()
  })

  test('of a Safe whose first owner has signed is followed on its own page', async () => {
    const standing: MessageSignature = { kind: 'collecting', messageHash: '0x01' as never, have: 1, need: 2 }
    const texts: string[] = []
    const { user } = open(
      fakeSafeAccount({
        // Safe{Wallet} reports a rejection when its dialog is closed before all owners have signed.
        signMessage: () => Promise.reject(new PortalError('rejected', 'You closed the Safe window.')),
        messageSignature: async (text) => {
          texts.push(text)
          return standing
        },
      }),
    )
    await user.click(tick() as HTMLElement)
    await user.type(amount(), '250{Enter}')
    expect(await screen.findByText('1 of 2 owners signed.')).toBeTruthy()
    const found = shared()
    expect(found?.signature).toBeNull()
    expect(texts[0]).toBe(found && requestMessage(found.request))
  })

  test('of someone who only views a Safe, or for another address, cannot be signed', async () => {
    const { user } = open(fakeSafeAccount({ safe: { owners: OWNERS, threshold: 1, readOnly: true } }))
    expect(tick()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Change the address that is paid' }))
    expect(screen.getByLabelText('Pay to (your address)')).toBeTruthy()
  })
})

describe('a request in US dollars', () => {
  const bnbAt = (dollars: bigint, ageMinutes = 2) =>
    withFeeds(payNode(), feedsOf({ BNB: dollars * 10n ** 8n }, Date.now() - ageMinutes * 60_000))

  test('is paid in a token at the rate of that time, and its link fixes the terms', async () => {
    const { user } = open(dances(), bnbAt(500n))
    await user.selectOptions(screen.getByLabelText('Token'), 'BNB')
    await user.click(screen.getByRole('button', { name: 'US dollars' }))
    expect(screen.getByLabelText('Paid in')).toBeTruthy()
    await user.type(amount(), '250')
    expect((await screen.findByText('0.50 BNB')).parentElement?.textContent).toBe(
      'About 0.50 BNB now. 1 BNB = $500 (Chainlink, up to 2 minutes old, reported by two nodes). The payer pays at the rate of that time.',
    )
    await user.selectOptions(screen.getByLabelText('Payable for'), '1 day')
    await user.selectOptions(screen.getByLabelText('Accepted'), 'Up to 2% more or less')
    const preview = within(screen.getByRole('region', { name: 'What the payer sees' }))
    expect(preview.getByText('Pay $250 in BNB')).toBeTruthy()
    expect(preview.getByText('Up to 2% more or less')).toBeTruthy()
    await user.click(create())
    expect(await screen.findByRole('heading', { level: 1, name: '$250 in BNB' })).toBeTruthy()
    const found = shared()
    const { asked, madeAt, token } = found?.request ?? {}
    expect(token?.symbol).toBe('BNB')
    expect(asked).toEqual({ kind: 'usd', cents: 25_000n, tolerance: 200, until: (madeAt ?? 0) + 86_400 })
    expect(found?.signature).not.toBeNull()
    expect(screen.getByText('Payable until')).toBeTruthy()
  })

  test('says that nobody can pay it while there is no rate', async () => {
    const { user } = open(dances(), bnbAt(500n, 61))
    await user.click(screen.getByRole('button', { name: 'US dollars' }))
    await user.selectOptions(screen.getByLabelText('Paid in'), 'BNB')
    expect(await screen.findByText(/^Chainlink’s price of BNB is too old to pay by\./)).toBeTruthy()
    expect(screen.getByText(/Nobody can pay this request until there is a rate\.$/)).toBeTruthy()
  })

  test('has no due date and takes no token without a price', async () => {
    const { user } = open(dances(), bnbAt(500n))
    const due = () => screen.queryByLabelText('Due date (optional)')
    expect(due()).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'US dollars' }))
    expect(due()).toBeNull()
    const tokens = within(screen.getByLabelText('Paid in')).getAllByRole('option')
    expect(tokens.map(({ textContent }) => textContent)).toEqual(pinned.map(({ symbol }) => symbol))
    await user.click(screen.getByRole('button', { name: 'USDT' }))
    expect(due()).toBeTruthy()
  })
})

describe('the form', () => {
  test('says about how many dollars an amount is, once an account is connected', async () => {
    const { user } = open(dances(), withFeeds(payNode(), feedsOf({ BNB: 500n * 10n ** 8n }, Date.now())))
    await user.selectOptions(screen.getByLabelText('Token'), 'BNB')
    await user.type(amount(), '0.5')
    expect(await screen.findByText('about $250 on BNB Smart Chain')).toBeTruthy()
  })

  test('shows what the payer will see while it is written', async () => {
    const { user } = open(dances())
    const preview = within(screen.getByRole('region', { name: 'What the payer sees' }))
    expect(preview.getByText('Enter an amount to see what the payer will see.')).toBeTruthy()
    await user.type(amount(), '12.5')
    await user.type(screen.getByLabelText('What is it for?'), 'Reels')
    expect(preview.getByText('Pay 12.50 USDT')).toBeTruthy()
    expect(preview.getByText('Reels')).toBeTruthy()
    expect(preview.getByText('You’ll sign it')).toBeTruthy()
    await user.click(tick() as HTMLElement)
    expect(preview.getByText('Not signed')).toBeTruthy()
  })

  test('opens what is folded if the mistake is in there, and focuses it', async () => {
    const { user } = open(dances())
    await user.type(screen.getByLabelText('Payer’s Safe (optional)'), '0x12')
    await user.type(amount(), '5{Enter}')
    const faulty = screen.getByLabelText('Payer’s Safe (optional)')
    await waitFor(() => expect(document.activeElement).toBe(faulty))
    expect(faulty.closest('details')?.open).toBe(true)
    expect(shared()).toBeNull()
  })
})

test('the list names what is open and what is paid, and a request can be taken out of it', async () => {
  const { user, storage } = open(dances())
  await user.type(screen.getByLabelText('What is it for?'), 'Reels')
  await user.type(amount(), '250{Enter}')
  await screen.findByRole('textbox', { name: 'Request link' })
  await user.click(screen.getByRole('link', { name: 'Get paid' }))
  const list = await screen.findByRole('list', { name: 'Your requests' })
  expect(within(list).getByRole('link').textContent).toContain('Reels')
  await user.click(screen.getByRole('button', { name: /^Paid/ }))
  expect(within(list).queryByRole('link')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Open/ }))
  await user.click(within(list).getByRole('link'))
  await user.click(await screen.findByRole('button', { name: 'Remove from list' }))
  expect(await screen.findByText('No requests yet')).toBeTruthy()
  expect(keptRequests.read(storage).items).toEqual([])
})
