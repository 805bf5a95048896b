import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import { PortalError } from '#chain/PortalError.ts'
import { PayPage } from '#pages/pay/PayPage.tsx'
import { fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { OWNERS, SAFE } from '#tests/support/safeExamples.ts'

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

/** Chooses a Safe as the account that pays. */
async function openPayFrom(proposeFor: NonNullable<Account['proposeFor']>, safe: string = SAFE) {
  answerNodes(payNode({ contracts: [SAFE] }))
  const storage = browserStorage()
  const account = fakeWallet({ proposeFor })
  const page = renderInPortal(<PayPage />, { account, storage })
  const choice = screen.getByLabelText('Wallet or Safe')
  await page.user.selectOptions(choice, 'Pay from a Safe…')
  await page.user.click(screen.getByLabelText('Safe address'))
  await page.user.paste(safe)
  await page.user.click(await button('Use this Safe'))
  const fill = async () => {
    await page.user.type(await screen.findByLabelText('To'), payeeAt(1))
    await page.user.type(screen.getByLabelText('Amount'), '0.5')
    await page.user.click(await button('Review payment'))
  }
  return { ...page, account, fill, choice }
}

const proposer = { address: OWNERS[0], role: 'owner' } as const

test('an owner’s wallet proposes to the Safe, and a rejected signature is an outcome', async () => {
  const safe = fakeSafeAccount({
    proposer,
    submit: () => Promise.reject(new PortalError('rejected', 'You rejected the request in your wallet.')),
  })
  const { user, fill } = await openPayFrom(async () => safe, `bnb:${SAFE}`)
  expect(await screen.findByText(/^2 of 3 owners must sign\. You’re an owner/)).toBeTruthy()
  await fill()
  expect(await screen.findByText('From your Safe')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pay [\d.]/ })).toBeNull()
  await waitFor(async () => expect((await button(/^Propose [\d.]/)).disabled).toBe(false))
  await user.click(await button(/^Propose [\d.]/))
  expect(await screen.findByText('You rejected the request in your wallet.')).toBeTruthy()
  await user.click(await button('Back'))
  await user.selectOptions(screen.getByLabelText('Wallet or Safe'), 'own')
  await user.click(await button('Review payment'))
  expect(await screen.findByText('From your wallet')).toBeTruthy()
  await waitFor(async () => expect((await button(/^Pay [\d.]/)).disabled).toBe(false))
})

test('an account that is neither owner nor delegate sees the reason and no form', async () => {
  const why = 'Your account is neither one of its owners nor a delegate.'
  const { user } = await openPayFrom(() => Promise.reject(new PortalError('refused', why)))
  expect((await screen.findByText(why)).closest('[role=alert]')).toBeTruthy()
  expect(screen.queryByLabelText('To')).toBeNull()
  await user.selectOptions(screen.getByLabelText('Wallet or Safe'), 'own')
  expect(await screen.findByLabelText('To')).toBeTruthy()
})

test('the chosen Safe is remembered for the next visit', async () => {
  const proposeFor = async () => fakeSafeAccount({ proposer })
  const { storage, account, unmount } = await openPayFrom(proposeFor)
  await screen.findByText(/^2 of 3 owners must sign/)
  unmount()
  renderInPortal(<PayPage />, { account, storage })
  expect(await screen.findByText(/^2 of 3 owners must sign/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Wallet or Safe').value).toBe(SAFE)
})

test('an invalid address is rejected next to its field', async () => {
  await openPayFrom(async () => fakeSafeAccount({ proposer }), '0x123')
  expect(screen.getByText(/^That’s not an address/)).toBeTruthy()
  expect(await screen.findByLabelText('To')).toBeTruthy()
})
