import { act, screen, waitFor, within } from '@testing-library/react'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { PortalError } from '#chain/PortalError.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { portalUrl, requestUrl } from '#domain/shared/paths.ts'
import { PayPage } from '#pages/pay/PayPage.tsx'
import { item, paid, usdt } from '#tests/support/activityItems.ts'
import { fakeLists, fakeWallet, nothingPaid } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { linkSignedBy, linkText, requestOf } from '#tests/support/requestLinks.ts'
import { begunProof, signatureBy } from '#tests/support/signedProofs.ts'
import { influencers } from '../../../../safe-app/accounts.ts'

const [dana, eli] = influencers
const rows = () => screen.findByRole('list', { name: 'Requests to pay' })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const enabled = (name: string | RegExp) =>
  waitFor(async () => expect((await button(name)).disabled).toBe(false))

function openPay(path: string, account = fakeWallet()) {
  window.location.hash = `#/pay${path}`
  return renderInPortal(<PayPage />, { account })
}

test('ten pasted links become ten rows of one review, and other lines are named', async () => {
  answerNodes(payNode())
  const links = Array.from({ length: 10 }, (_, index) =>
    requestUrl(linkText(requestOf(BigInt(index + 1), { payee: payeeAt(700 + (index % 2)) }))),
  )
  const { user } = openPay('/requests')
  await user.click(screen.getByLabelText('Request links'))
  await user.paste([...links.slice(0, 4), 'hello', ...links.slice(4), links[0], `${links[9]}x`].join('\n'))
  expect((await screen.findByRole('alert')).textContent).toContain(
    '10 requests added. 1 already in the list. Pasted line 5: not a payment request link. Pasted line 13: This link is incomplete',
  )
  expect(within(await rows()).getAllByRole('listitem')).toHaveLength(10)
  await enabled(/^Review/)
  await user.click(await button(/^Review/))
  const review = await screen.findByRole('region', { name: 'Review' })
  expect(review.textContent).toContain('10 payments')
  expect(review.textContent).toContain('55 USDT')
})

test('error: a request for what another one asks already is paid only after a tick', async () => {
  answerNodes(payNode())
  const request = requestOf(250n, { memo: 'INV-7' })
  const { user } = openPay('/requests')
  await user.click(screen.getByLabelText('Request links'))
  const links = [request, { ...request, memo: 'INV-7, sent again' }].map((one) => requestUrl(linkText(one)))
  await user.paste(links.join('\n'))
  const [first, second] = await within(await rows()).findAllByRole('listitem')
  if (!first || !second) throw new Error('A row is missing.')
  const tick = await within(second).findByRole('checkbox', {
    name: /A request above asks for the same amount/,
  })
  expect(within(first).queryByRole('checkbox', { name: /same amount/ })).toBeNull()
  await enabled(/^Review/)
  await user.click(await button(/^Review/))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Fix, check or remove what’s marked first.',
  )
  await user.click(tick)
  await user.click(await button(/^Review/))
  expect((await screen.findByRole('region', { name: 'Review' })).textContent).toContain('2 payments')
})

test('the name and handle that a request was signed with stay beside its address in the review', async () => {
  answerNodes(payNode())
  const signedAs = { name: 'Dana Weber', handle: { platform: 'x', name: 'danahikes' } } as const
  openPay(`/r/${await linkSignedBy(dana, requestOf(250n, signedAs))}`)
  const review = await screen.findByRole('region', { name: 'Review' })
  expect(review.textContent).toContain('Dana Weber (@danahikes on X)')
})

test('error: a signed handle in a list of requests says that its code is not checked', async () => {
  answerNodes(payNode())
  const request = requestOf(250n, { handle: { platform: 'x', name: 'danahikes' } })
  const { user } = openPay('/requests')
  await user.click(screen.getByLabelText('Request links'))
  const links = [await linkSignedBy(dana, request), linkText({ ...request, memo: 'Unsigned' })]
  await user.paste(links.map((link) => requestUrl(link)).join('\n'))
  const [signed, unsigned] = await within(await rows()).findAllByRole('listitem')
  await waitFor(() => expect(signed?.textContent).toContain('@danahikes on X'))
  expect(signed?.textContent).toContain('Handle not checked')
  expect(unsigned?.textContent).not.toMatch(/danahikes|Handle/)
})

test('error: a request whose proof is of another handle shows no name, and is paid only after a tick', async () => {
  answerNodes(payNode())
  const request = requestOf(250n, { handle: { platform: 'x', name: 'famous' } })
  const signature = await dana.account.signMessage({ message: requestMessage(request) })
  const proof = begunProof(dana, { name: 'nobody123', uri: portalUrl() })
  const attached = encodeProof({ proof, signature: await signatureBy(dana, proof) })
  const { user } = openPay(`/r/${encodeRequest({ request, signature, proof: attached })}`)
  const list = await rows()
  expect(
    await within(list).findByText(/claims to be @famous on X, but its proof is of @nobody123/),
  ).toBeTruthy()
  expect(list.textContent).toContain('Signed')
  await enabled(/^Review/)
  await user.click(await button(/^Review/))
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
  await user.click(within(list).getByRole('checkbox'))
  await user.click(await button(/^Review/))
  const review = await screen.findByRole('region', { name: 'Review' })
  expect(review.textContent).not.toContain('famous')
})

test('a request signed by someone else blocks the review until it is removed', async () => {
  answerNodes(payNode())
  const { user } = openPay(`/r/${await linkSignedBy(eli, requestOf(250n))}`)
  expect(await screen.findByText('Fake signature')).toBeTruthy()
  await enabled(/^Review/)
  await user.click(await button(/^Review/))
  expect(screen.getByText('One signature is fake. Remove that request to continue.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
})

test('a request that was paid since it was made needs a second look', async () => {
  answerNodes(payNode())
  const value = 5n * 10n ** 18n
  const sent = item({
    what: {
      kind: 'transfer-out',
      to: dana.address,
      amount: { amount: { token: usdt, value }, suspect: null },
    },
    at: Date.now(),
  })
  const account = fakeWallet({ activity: fakeLists({ queue: [], history: [sent] }) })
  const { user } = openPay(`/r/${linkText(requestOf(5n))}`, account)
  expect(
    await screen.findByText(/^You’ve paid this address in this token since the request was made/),
  ).toBeTruthy()
  await enabled(/^Review/)
  await user.click(await button(/^Review/))
  expect(screen.getByText('Fix, check or remove what’s marked first.')).toBeTruthy()
  await user.click(within(await rows()).getByRole('checkbox'))
  await user.click(await button(/^Review/))
  expect(await screen.findByRole('region', { name: 'Review' })).toBeTruthy()
})

test('error: a payment that the review asks about is not asked about before it, too', async () => {
  answerNodes(payNode())
  const value = 5n * 10n ** 18n
  const what = { kind: 'transfer-out', to: dana.address } as const
  const sent = item({
    what: { ...what, amount: { amount: { token: usdt, value }, suspect: null } },
    at: Date.now(),
  })
  const transfers = [{ token: usdt.address, to: dana.address, value }]
  const account = fakeWallet({
    activity: fakeLists({ queue: [], history: [sent] }),
    recentPayments: async () => ({
      ...nothingPaid,
      payments: [{ id: 'a', submission: null, reported: 'logged', transfers, at: Date.now() }],
    }),
  })
  openPay(`/r/${linkText(requestOf(5n))}`, account)
  const review = await screen.findByRole('region', { name: 'Review' })
  expect(await within(review).findByText('This payment was already sent or is under way.')).toBeTruthy()
  expect(within(review).getByText(/^You sent 5 USDT on /)).toBeTruthy()
  expect(screen.queryByText(/since the request was made/)).toBeNull()
})

test('a request to an account that looks like an earlier payee needs the whole address again', async () => {
  answerNodes(payNode())
  const known = payeeAt(5)
  const alike = getAddress(`${known.slice(0, 8)}${payeeAt(6).slice(8, 36)}${known.slice(36)}`.toLowerCase())
  const account = fakeWallet({ activity: fakeLists({ queue: [], history: [paid(known)] }) })
  const { user } = openPay(`/r/${linkText(requestOf(3n, { payee: alike }))}`, account)
  expect(await screen.findByText(/looks like one you’ve paid or saved/)).toBeTruthy()
  expect((await rows()).textContent).toContain(known)
  await enabled(/^Review/)
  await user.click(await button(/^Review/))
  expect(screen.getByText('Fix, check or remove what’s marked first.')).toBeTruthy()
  const again = screen.getByLabelText('Paste the full address again')
  await user.click(again)
  await user.paste(known)
  expect(screen.getByText('That’s a different address.')).toBeTruthy()
  await user.clear(again)
  await user.paste(alike)
  expect(screen.getByText('Full address entered')).toBeTruthy()
  await user.click(await button(/^Review/))
  expect(await screen.findByRole('region', { name: 'Review' })).toBeTruthy()
})

test('a Safe that was asked to pay is not passed over: the payer is chosen before the review', async () => {
  answerNodes(payNode())
  openPay(`/r/${linkText(requestOf(5n, { payer: payeeAt(9) }))}`)
  await enabled(/^Review/)
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
})

test('who stops waiting in the review of a request reads that it may still be open, and is not sent on again', async () => {
  answerNodes(payNode())
  let asked = 0
  const account = fakeWallet({
    submit: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        asked++
        signal?.addEventListener('abort', () =>
          reject(new PortalError('unknown-result', 'You stopped waiting for your wallet.')),
        )
      }),
  })
  const text = linkText(requestOf(6n))
  const { user } = openPay(`/r/${text}`, account)
  await screen.findByRole('region', { name: 'Review' })
  await enabled('Pay 6 USDT')
  await user.click(await button('Pay 6 USDT'))
  await user.click(await button('Cancel waiting'))
  expect(await screen.findByText(/^You stopped waiting\. The request may still be open/)).toBeTruthy()
  expect(window.location.hash).toBe(`#/pay/r/${text}`)
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
  expect(asked).toBe(1)
})

describe('another link that is followed during a review (A24)', () => {
  test('shows its own request and nothing of the review, and so does going back', async () => {
    answerNodes(payNode())
    const [first, second] = [linkText(requestOf(11n)), linkText(requestOf(12n, { payee: eli.address }))]
    openPay(`/r/${first}`)
    // One request without a doubt opens its review by itself.
    expect((await screen.findByRole('region', { name: 'Review' })).textContent).toContain(dana.address)
    const follow = (text: string) =>
      act(async () => {
        window.location.hash = `#/pay/r/${text}`
        window.dispatchEvent(new HashChangeEvent('hashchange'))
      })
    const isReviewed = async (shown: string, gone: string) => {
      await waitFor(() => expect(screen.getByRole('region', { name: 'Review' }).textContent).toContain(shown))
      expect(document.body.textContent).not.toContain(gone)
    }
    await follow(second)
    await isReviewed(eli.address, dana.address)
    await follow(first)
    await isReviewed(dana.address, eli.address)
  })
})
