import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import type { RecentPayment } from '#account/Activity.ts'
import { setConnection } from '#account/connection.ts'
import type { Submission } from '#account/Submission.ts'
import { type Call, transfersOf } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { paid } from '#tests/support/activityItems.ts'
import { fakeLists, fakeSafeAccount, fakeWallet, nothingPaid } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { type Around, browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { linkText, requestOf } from '#tests/support/requestLinks.ts'
import { OWNERS, USDT } from '#tests/support/safeExamples.ts'
import { PayPage } from './PayPage.tsx'

function openPay(account: Account, around: Around = {}) {
  const { user, ...page } = renderInPortal(<PayPage />, { account, ...around })
  const fill = async (payee: string, amount: string, token = 'BNB') => {
    const [payTo, sum] = [screen.getByLabelText('To'), screen.getByLabelText('Amount')]
    await user.clear(payTo)
    await user.click(payTo)
    await user.paste(payee)
    await user.clear(sum)
    await user.click(sum)
    await user.paste(amount)
    await user.selectOptions(screen.getByLabelText('Token'), token)
    await user.click(await button('Review payment'))
  }
  return { user, fill, ...page }
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const isDisabled = async (name: string | RegExp) => (await button(name)).disabled
async function press(user: ReturnType<typeof openPay>['user'], name: string | RegExp) {
  await waitFor(async () => expect(await isDisabled(name)).toBe(false))
  await user.click(await button(name))
}
const review = () => screen.findByRole('region', { name: 'Review' })

/** A wallet whose answer to a request comes when the test decides. */
function slowWallet(some: Partial<Account> = {}) {
  const asked: {
    calls: readonly Call[]
    resolve: (one: Submission) => void
    reject: (error: Error) => void
  }[] = []
  const account = fakeWallet({
    ...some,
    submit: (calls, { signal }) =>
      new Promise<Submission>((resolve, reject) => {
        asked.push({ calls, resolve, reject })
        signal?.addEventListener('abort', () =>
          reject(new PortalError('unknown-result', 'You stopped waiting for your wallet.')),
        )
      }),
  })
  return { account, asked }
}
const rejection = new PortalError('rejected', 'You rejected the request in your wallet.')
const sent = (calls: readonly Call[]): Submission => ({
  kind: 'sent',
  from: OWNERS[0],
  calls,
  hash: word(5),
  nonce: 1n,
  since: null,
})

describe('the form', () => {
  test.each([
    ['', '', ['Enter the recipient’s address.', 'Enter an amount.']],
    [payeeAt(1).replace(/[A-F]/, (letter) => letter.toLowerCase()), '1', [/its checksum doesn’t match/]],
    [`eth:${payeeAt(1)}`, '1', [/is for Ethereum, another network/]],
    [USDT, '1', [/USDT token contract/]],
    [OWNERS[0], '1', ['This is the address you pay from.']],
    [payeeAt(1), '1,000.5', [/no separators/]],
    [payeeAt(1), '0x10', [/digits with a decimal point/]],
    [payeeAt(1), '0.0000000000000000001', [/allows 18/]],
    [payeeAt(1), '0', ['Enter an amount above zero.']],
  ] as const)(
    'says what is wrong with "%s" and "%s" in place, and shows no review',
    async (payee, amount, says) => {
      answerNodes(payNode())
      const { fill } = openPay(fakeWallet())
      await fill(payee, amount)
      for (const text of says) expect(screen.getByText(text).getAttribute('role')).toBe('alert')
      expect(screen.queryByRole('heading', { name: /^Review/ })).toBeNull()
    },
  )

  test('behavior: a pasted payment link fills in recipient, token and amount', async () => {
    answerNodes(payNode())
    const { user } = openPay(fakeWallet())
    await user.click(screen.getByLabelText('To'))
    await user.paste(`ethereum:${USDT}@56/transfer?address=${payeeAt(1)}&uint256=5000000000000000000`)
    expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe(payeeAt(1))
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('5')
    expect(screen.getByLabelText<HTMLSelectElement>('Token').selectedOptions[0]?.textContent).toBe('USDT')
    await press(user, 'Review payment')
    expect((await review()).textContent).toContain('5 USDT')
  })

  test('error: a typed payment link is filled in before anything is reviewed', async () => {
    answerNodes(payNode())
    const { user } = openPay(fakeWallet())
    await user.click(screen.getByLabelText('Amount'))
    await user.paste('7')
    await user.type(screen.getByLabelText('To'), `ethereum:${payeeAt(1)}@56?value=15e17{Enter}`)
    expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe(payeeAt(1))
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1.5')
  })

  /** Pastes into *To*, after which the test says what is below. */
  async function pasteTo(text: string, around: Around = {}) {
    window.location.hash = '#/pay'
    const page = openPay(fakeWallet(), around)
    await page.user.click(screen.getByLabelText('To'))
    await page.user.paste(text)
    return page
  }

  test.each([
    ['several lines', `Ada,${payeeAt(1)},250,USDT\nBen,${payeeAt(2)},1.5,USDT`, '2 lines: 2 rows'],
    ['one line with an amount', `${payeeAt(1)}, 250, USDT`, '1 line: 1 row'],
    ['a row of a sheet', `Ada\t${payeeAt(1)}\t250\tUSDT`, '1 line: 1 row'],
    ['two addresses', `${payeeAt(1)} ${payeeAt(2)}`, 'This line has several addresses.'],
    ['names in lines', 'ada.bnb 5 USDT\nben.bnb 6 USDT', '2 lines'],
  ])('behavior: a pasted list of %s opens as a list', async (_, text, words) => {
    await pasteTo(text)
    await waitFor(() => expect(document.body.textContent).toContain(words))
    expect(window.location.hash).toBe('#/pay/list')
  })

  test('behavior: pasted request links open as requests, with what is no link', async () => {
    const link = `https://portal.example/#/r/${linkText(requestOf(250n))}`
    await pasteTo(`Hi!\n${link}`)
    expect(
      within(await screen.findByRole('list', { name: 'Requests to pay' })).getAllByRole('listitem'),
    ).toHaveLength(1)
    expect(window.location.hash).toBe('#/pay/requests')
    expect(screen.getByText('1 request added. Pasted line 1: not a payment request link.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Request links').value).toBe('Hi!')
  })

  test.each([
    ['an address broken into lines', `${payeeAt(1).slice(0, 20)}\n${payeeAt(1).slice(20)}`],
    ['an address with an empty line', `\n${payeeAt(1)}\n`],
    ['an address with words', `My wallet: ${payeeAt(1)}`],
  ])('behavior: %s is one payee', async (_, text) => {
    await pasteTo(text)
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe(payeeAt(1)))
    expect(window.location.hash).toBe('#/pay')
  })

  test('behavior: a file that is dropped on the form opens as a list', async () => {
    window.location.hash = '#/pay'
    openPay(fakeWallet())
    const file = new File([`receiver,amount,token\n${payeeAt(1)},5,USDT`], 'may.csv', { type: 'text/csv' })
    fireEvent.drop(screen.getByLabelText('To'), {
      dataTransfer: { files: [file], items: [], getData: () => '' },
    })
    const report = await screen.findByRole('region', { name: 'Import' })
    await waitFor(() => expect(report.textContent).toContain('1 row'))
  })

  test('error: another list does not replace a draft without a question', async () => {
    const storage = browserStorage()
    const { user } = await pasteTo(`${payeeAt(1)},5,USDT\n${payeeAt(2)},6,USDT`, { storage })
    await screen.findByRole('region', { name: 'Import' })
    cleanup()
    await pasteTo(`${payeeAt(3)},7,USDT\n${payeeAt(4)},8,USDT`, { storage })
    expect(await screen.findByText(/^You have a draft from .*\. This list would replace it\.$/)).toBeTruthy()
    await user.click(await button('Continue the draft'))
    expect((await screen.findByRole('region', { name: 'Import' })).textContent).not.toContain(payeeAt(3))
    window.location.hash = '#/pay'
    expect(await screen.findByRole('link', { name: 'Draft list' })).toBeTruthy()
  })

  test('accepts an address with the prefix of the chain', async () => {
    answerNodes(payNode())
    const { fill } = openPay(fakeWallet())
    await fill(`bnb:${payeeAt(2)}`, '0.25')
    expect((await review()).textContent).toContain(payeeAt(2))
  })

  test('needs a tick for an address without a checksum, and another tick for another address (A15)', async () => {
    answerNodes(payNode())
    const { user, fill } = openPay(fakeWallet())
    await fill(payeeAt(3).toLowerCase(), '1')
    const tick = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /has no checksum/ })
    await screen.findByText('Check the recipient above first.')
    expect(screen.queryByRole('heading', { name: /^Review/ })).toBeNull()
    await user.click(tick() as HTMLInputElement)
    await user.clear(screen.getByLabelText('To'))
    await user.type(screen.getByLabelText('To'), payeeAt(3))
    expect(tick()).toBeNull()
    await user.clear(screen.getByLabelText('To'))
    await user.type(screen.getByLabelText('To'), payeeAt(3).toLowerCase())
    expect(tick()?.checked).toBe(false)
  })

  test('needs a tick for a payee that is a contract', async () => {
    // The results about a payee are kept as long as the page, and other tests pay the low numbers on the same page.
    const contract = payeeAt(1_004)
    answerNodes(payNode({ contracts: [contract] }))
    const { user, fill } = openPay(fakeWallet())
    await fill(contract, '1')
    await user.click(await screen.findByRole('checkbox', { name: /is a contract\. A Safe is one too/ }))
    expect(screen.queryByRole('heading', { name: /^Review/ })).toBeNull()
    await user.click(await button('Review payment'))
    expect((await review()).textContent).toContain(contract)
  })

  test('requires the whole address of a payee that looks like one who was paid', async () => {
    answerNodes(payNode())
    const known = payeeAt(5)
    const alike = `${known.slice(0, 8)}${payeeAt(6).slice(8, 36)}${known.slice(36)}`.toLowerCase()
    const { user, fill } = openPay(fakeWallet({ activity: fakeLists({ history: [paid(known)] }) }))
    await fill(alike, '1')
    await user.click(await screen.findByRole('checkbox', { name: /has no checksum/ }))
    await user.click(await button('Review payment'))
    expect(screen.queryByRole('heading', { name: /^Review/ })).toBeNull()
    const field = screen.getByRole('textbox', { name: 'Paste the full address again' })
    await user.type(field, known)
    expect(screen.getByText('That’s a different address.')).toBeTruthy()
    await user.clear(field)
    await user.type(field, alike)
    expect(screen.getByText('Full address entered')).toBeTruthy()
    await user.click(await button('Review payment'))
    expect(await review()).toBeTruthy()
  })

  test('continues without the failed checks only if the person says so', async () => {
    answerNodes(null)
    const { user, fill } = openPay(fakeWallet())
    await fill(payeeAt(7), '1')
    const tick = await screen.findByRole('checkbox', {
      name: /we couldn’t check whether 1 recipient is a contract/,
    })
    expect(screen.queryByRole('heading', { name: /^Review/ })).toBeNull()
    await user.click(tick)
    await user.click(await button('Review payment'))
    expect(await review()).toBeTruthy()
    expect(await isDisabled(/^Pay [\d.]/)).toBe(true)
  })
})

describe('the review', () => {
  test('does not let a wallet send more than it holds', async () => {
    answerNodes(payNode({ balance: 5n * 10n ** 18n }))
    const { fill } = openPay(fakeWallet())
    await fill(payeeAt(8), '9999999', 'USDT')
    expect(await screen.findByText('Not enough USDT: you have 5, this needs 9,999,999.')).toBeTruthy()
    expect(screen.getByText('Nothing was sent.')).toBeTruthy()
    expect(await isDisabled(/^Pay [\d.]/)).toBe(true)
  })

  test('lets a Safe propose more than it holds', async () => {
    answerNodes(payNode({ balance: 5n * 10n ** 18n, contracts: [fakeSafeAccount().address] }))
    const { fill } = openPay(fakeSafeAccount())
    await fill(payeeAt(8), '9999999', 'USDT')
    expect(await screen.findByText('Not enough USDT: you have 5, this needs 9,999,999.')).toBeTruthy()
    await waitFor(async () => expect(await isDisabled(/^Propose [\d.]/)).toBe(false))
  })

  test('proposes nothing for a Safe that is not activated', async () => {
    answerNodes(payNode())
    const { fill } = openPay(fakeSafeAccount())
    await fill(payeeAt(8), '1')
    const alert = await screen.findByText(/^This Safe isn’t activated yet/)
    expect(alert.textContent).toContain('Activate it in Safe{Wallet} first.')
    expect(await isDisabled(/^Propose [\d.]/)).toBe(true)
  })

  test('sends no token whose decimals differ on the chain', async () => {
    answerNodes(payNode({ decimals: 6 }))
    const { fill } = openPay(fakeWallet())
    await fill(payeeAt(8), '1', 'USDT')
    expect(await screen.findByText(/^USDT reports 6 decimals/)).toBeTruthy()
    expect(await isDisabled(/^Pay [\d.]/)).toBe(true)
  })

  test('cannot be paid while the chain cannot be read, until a retry reads it', async () => {
    answerNodes(payNode())
    const { user, fill } = openPay(fakeWallet())
    await fill(payeeAt(9), '1')
    await review()
    await screen.findByText(/^Balance and token checked/)
    answerNodes(null)
    await user.click(await button('Back'))
    await user.click(await button('Review payment'))
    expect(await screen.findByText('Can’t reach BNB Smart Chain.')).toBeTruthy()
    expect(await isDisabled(/^Pay [\d.]/)).toBe(true)
    answerNodes(payNode())
    await user.click(await button('Try again'))
    await waitFor(async () => expect(await isDisabled(/^Pay [\d.]/)).toBe(false))
  })

  test('shows what to confirm while the wallet is open, and no earlier payment (A25)', async () => {
    answerNodes(payNode())
    const { account, asked } = slowWallet()
    const { user, fill } = openPay(account)
    await fill(payeeAt(10), '5.125', 'USDT')
    await press(user, /^Pay [\d.]/)
    await waitFor(() => expect(asked).toHaveLength(1))
    const region = await review()
    expect(await within(region).findByText('Confirm 5.125 USDT in your wallet')).toBeTruthy()
    expect(region.textContent).toContain(`Check in your wallet: 5.125 USDT to ${payeeAt(10)}.`)
    expect(region.textContent).not.toMatch(
      /already sent or|already have been sent|PAY AGAIN|Earlier payments/,
    )
    asked[0]?.reject(rejection)
    expect(await screen.findByText('You rejected the request in your wallet.')).toBeTruthy()
    expect(screen.getByText(/^Nothing was sent\./)).toBeTruthy()
    expect(region.textContent).not.toMatch(/already sent or|already have been sent|PAY AGAIN/)
  })

  test('never calls a rejected request an earlier payment, and reads nothing while it is asked', async () => {
    answerNodes(payNode())
    let isHeld = false
    let reads = 0
    const { account, asked } = slowWallet({
      recentPayments: async () => {
        if (isHeld) return new Promise(() => {})
        reads++
        return nothingPaid
      },
    })
    const { user, fill } = openPay(account)
    await fill(payeeAt(10), '5.126', 'USDT')
    const region = await review()
    await waitFor(async () => expect(await isDisabled(/^Pay [\d.]/)).toBe(false))
    const before = reads
    await press(user, /^Pay [\d.]/)
    await waitFor(() => expect(asked).toHaveLength(1))
    // Read once before the request. While the wallet is open, nothing waits for another reading.
    expect(reads).toBe(before + 1)
    isHeld = true
    asked[0]?.reject(rejection)
    expect(await screen.findByText('You rejected the request in your wallet.')).toBeTruthy()
    expect(region.textContent).not.toMatch(/already sent or|already have been sent|PAY AGAIN/)
  })

  test('lets a rejected payment be requested again, and follows it once it is sent', async () => {
    answerNodes(payNode())
    const { account, asked } = slowWallet({
      status: async ({ calls }) => calls.map(() => ({ kind: 'paid', hash: word(5) })),
    })
    const { user, fill } = openPay(account)
    await fill(payeeAt(11), '0.5')
    await press(user, /^Pay [\d.]/)
    await waitFor(() => expect(asked).toHaveLength(1))
    asked[0]?.reject(rejection)
    await screen.findByText('You rejected the request in your wallet.')
    await press(user, /^Pay [\d.]/)
    await waitFor(() => expect(asked).toHaveLength(2))
    asked[1]?.resolve(sent(asked[1].calls))
    expect(await screen.findByText('Paid')).toBeTruthy()
    expect(window.location.hash).toMatch(/^#\/pay\/payout\//)
  })

  test('shows what to compare before the Safe’s dialog covers the page (E5)', async () => {
    const account = fakeSafeAccount()
    answerNodes(payNode({ contracts: [account.address] }))
    const { fill } = openPay(account)
    await fill(payeeAt(12), '3.106', 'USDT')
    const before = await screen.findByText(
      /^Your Safe’s dialog covers this page\. Compare there: 3\.106 USDT to /,
    )
    expect(before.textContent).toContain(payeeAt(12).slice(-4))
    // The dialog does not show one.
    expect(before.textContent).not.toMatch(/Fingerprint/)
  })

  test('behavior: names the batch of the Safe when the person stops waiting', async () => {
    const account = fakeSafeAccount({
      submit: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () =>
            reject(new PortalError('unknown-result', 'You stopped waiting for your Safe.')),
          )
        }),
    })
    answerNodes(payNode({ contracts: [account.address] }))
    const { user, fill } = openPay(account)
    await fill(payeeAt(12), '3.109', 'USDT')
    await press(user, /^Propose [\d.]/)
    await user.click(await button('Cancel waiting'))
    await screen.findByText('You stopped waiting. The request may still be open in your Safe.')
    expect(screen.getByText(/^Reject it there first, or take it out of the Safe’s batch\./)).toBeTruthy()
    // One notice says it, and leads to the payment.
    const list = screen.getByRole('list', { name: 'Unfinished' })
    expect(within(list).getByRole('link', { name: /3\.109 USDT/ })).toBeTruthy()
  })

  test('proposes nothing without an owner’s wallet in the host (E9)', async () => {
    const account = fakeSafeAccount({ safe: { owners: OWNERS, threshold: 2, readOnly: true } })
    answerNodes(payNode({ contracts: [account.address] }))
    const { fill } = openPay(account)
    expect(screen.getByText('No owner’s wallet is connected in your Safe.')).toBeTruthy()
    await fill(payeeAt(12), '3.108', 'USDT')
    await review()
    expect(await screen.findByText(/^Balance and token checked/)).toBeTruthy()
    expect(screen.getByText('No owner’s wallet is connected in your Safe.')).toBeTruthy()
    expect(await isDisabled(/^Propose [\d.]/)).toBe(true)
  })

  test('needs the promise to keep the page open in a browser that stores nothing', async () => {
    answerNodes(payNode())
    const { user, fill } = openPay(fakeWallet(), { storage: browserStorage(false) })
    await fill(payeeAt(13), '0.125')
    await screen.findByText(/^Balance and token checked/)
    const tick = await screen.findByRole('checkbox', {
      name: /^I’ll keep this page open until it says Paid/,
    })
    expect(await isDisabled(/^Pay [\d.]/)).toBe(true)
    await user.click(tick)
    await waitFor(async () => expect(await isDisabled(/^Pay [\d.]/)).toBe(false))
  })

  test('cannot be paid on another network until the wallet switches', async () => {
    answerNodes(payNode())
    const account = fakeWallet()
    const { fill } = openPay(account)
    act(() => setConnection({ status: 'connected', account, chainId: 1, unsupported: true }))
    await fill(payeeAt(14), '1')
    await screen.findByText(/^Balance and token checked/)
    expect(screen.getByText('Wrong network detected, switch or disconnect to continue.')).toBeTruthy()
    expect(await isDisabled(/^Pay [\d.]/)).toBe(true)
  })

  test('ends when another account connects, and the form keeps its content', async () => {
    answerNodes(payNode())
    const { fill } = openPay(fakeWallet())
    await fill(payeeAt(15), '3', 'USDC')
    await review()
    act(() =>
      setConnection({
        status: 'connected',
        chainId: 56,
        unsupported: false,
        account: fakeWallet({ address: OWNERS[1] }),
      }),
    )
    expect(await screen.findByText('You switched wallets.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe(payeeAt(15))
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('3')
    expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
  })
})

describe('URLs', () => {
  test('Back leaves a review for the filled-in form, and Forward shows no outdated review', async () => {
    answerNodes(payNode())
    window.location.hash = '#/pay'
    const { user, fill } = openPay(fakeWallet())
    await fill(payeeAt(1), '0.25')
    await review()
    expect(window.location.hash).toBe('#/pay/review')
    await user.click(await button('Back'))
    const amount = await screen.findByLabelText<HTMLInputElement>('Amount')
    expect(window.location.hash).toBe('#/pay')
    expect(amount.value).toBe('0.25')
    act(() => history.forward())
    await waitFor(() => expect(window.location.hash).toBe('#/pay'))
    expect(screen.queryByRole('heading', { name: /^Review/ })).toBeNull()
  })

  test('a review with nothing to show opens the form', async () => {
    window.location.hash = '#/pay/review'
    openPay(fakeWallet())
    await screen.findByLabelText('Amount')
    await waitFor(() => expect(window.location.hash).toBe('#/pay'))
  })

  test.each([
    ['#/pay', 'Amount'],
    ['#/pay/list', 'Paste your list'],
    ['#/pay/requests', 'Request links'],
  ])('%s asks for “%s”', async (hash, field) => {
    window.location.hash = hash
    openPay(fakeWallet())
    expect(await screen.findByLabelText(field)).toBeTruthy()
  })

  test('a list has its own, and reloading its review returns to it', async () => {
    answerNodes(payNode())
    window.location.hash = '#/pay'
    const storage = browserStorage()
    const { user } = openPay(fakeWallet(), { storage })
    await user.click(screen.getByRole('link', { name: 'Enter a list' }))
    await user.click(await button('Enter manually'))
    await waitFor(() => expect(window.location.hash).toBe('#/pay/list'))
    await user.type(await screen.findByLabelText('Amount'), '7')
    cleanup()
    history.replaceState({ from: '/pay/list' }, '', '#/pay/review')
    openPay(fakeWallet(), { storage })
    await waitFor(() => expect(window.location.hash).toBe('#/pay/list'))
    expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('7')
  })
})

describe('a payment that was made before', () => {
  const earlier = (calls: readonly Call[]): RecentPayment => ({
    id: String(word(9)),
    submission: sent(calls),
    reported: 'sent',
    at: Date.now() - 60_000,
    transfers: transfersOf(calls),
  })

  test('is named, and repeated only after the person types the confirmation', async () => {
    answerNodes(payNode())
    const made: RecentPayment[] = []
    const { account, asked } = slowWallet({
      recentPayments: async () => ({ ...nothingPaid, payments: made }),
    })
    const { user, fill } = openPay(account)
    made.push(earlier([{ to: payeeAt(16), value: 10n ** 18n, data: '0x' }]))
    await fill(payeeAt(16), '1')
    expect(await screen.findByText('This payment was already sent or is under way.')).toBeTruthy()
    await screen.findByText(/^Balance and token checked/)
    expect(await isDisabled(/^Pay [\d.]/)).toBe(true)
    await user.type(
      screen.getByRole('textbox', { name: /^Type PAY AGAIN to send (it|them) a second time/ }),
      'PAY AGAIN',
    )
    await press(user, /^Pay [\d.]/)
    await waitFor(() => expect(asked).toHaveLength(1))
  })

  test('that appears between the review and the click is not repeated', async () => {
    answerNodes(payNode())
    const made: RecentPayment[] = []
    const { account, asked } = slowWallet({
      recentPayments: async () => ({ ...nothingPaid, payments: made }),
    })
    const { user, fill } = openPay(account)
    await fill(payeeAt(17), '1')
    await waitFor(async () => expect(await isDisabled(/^Pay [\d.]/)).toBe(false))
    made.push(earlier([{ to: payeeAt(17), value: 10n ** 18n, data: '0x' }]))
    await user.click(await button(/^Pay [\d.]/))
    expect(await screen.findByText('This payment was already sent or is under way.')).toBeTruthy()
    expect(await isDisabled(/^Pay [\d.]/)).toBe(true)
    expect(asked).toHaveLength(0)
  })

  test('that cannot be searched for is made only after the person confirms a check of their own', async () => {
    answerNodes(payNode())
    const { account } = slowWallet({
      recentPayments: () =>
        Promise.reject(new PortalError('unreachable', 'The Safe’s history could not be read.')),
    })
    const { user, fill } = openPay(account)
    await fill(payeeAt(18), '1')
    expect(await screen.findByText('We couldn’t check for earlier payments.')).toBeTruthy()
    await screen.findByText(/^Balance and token checked/)
    expect(await isDisabled(/^Pay [\d.]/)).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'I checked myself. Continue.' }))
    await waitFor(async () => expect(await isDisabled(/^Pay [\d.]/)).toBe(false))
  })

  test('is not forgotten when the person stops waiting, and a late answer is followed', async () => {
    answerNodes(payNode())
    const made: RecentPayment[] = []
    const { account, asked } = slowWallet({
      recentPayments: async () => ({ ...nothingPaid, position: { block: 1n, nonce: 1n }, payments: made }),
      status: async ({ calls }) => calls.map(() => ({ kind: 'paid', hash: word(5) })),
    })
    const { user, fill } = openPay(account)
    await fill(payeeAt(19), '0.0625')
    await press(user, /^Pay [\d.]/)
    await screen.findByText('Confirm 0.0625 BNB in your wallet')
    await user.click(await button('Cancel waiting'))
    expect(await screen.findByText(/^You stopped waiting\. The request may still be open/)).toBeTruthy()
    await user.click(await button('Review payment'))
    expect(await screen.findByText('This payment may already have been sent.')).toBeTruthy()
    expect(await isDisabled(/^Pay [\d.]/)).toBe(true)

    made.push(earlier(asked[0]?.calls ?? []))
    await user.click(await button('Back'))
    await screen.findByText('A payment without an answer was submitted.')
    await user.click(screen.getByRole('link', { name: 'See its status' }))
    expect(await screen.findByText('Paid')).toBeTruthy()
    expect(asked).toHaveLength(1)
  })
})

test('without an account the page only offers to connect one', async () => {
  let clicks = 0
  const { user } = renderInPortal(<PayPage />, { connect: () => void clicks++ })
  expect(screen.queryByLabelText('To')).toBeNull()
  await user.click(await button('Connect Wallet'))
  expect(clicks).toBe(1)
})
