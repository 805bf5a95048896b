import { screen } from '@testing-library/react'
import { useState } from 'react'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import type { Account, MessageSignature } from '#account/Account.ts'
import { PortalError } from '#chain/PortalError.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { requestOf } from '#tests/support/requestLinks.ts'
import { OWNERS, SAFE } from '#tests/support/safeExamples.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { SignPart } from './ProofCard.tsx'

const [dana] = influencers

/** The card of a request to the account, which keeps the signature as its page does. */
function openCard(account: Account | null, payee = account?.address ?? dana.address) {
  const request = requestOf(5n, { payee })
  function Keeping() {
    const [signature, setSignature] = useState<Hex | null>(null)
    return <SignPart signed={{ request, signature, proof: null }} onSigned={setSignature} />
  }
  return { request, ...renderInPortal(<Keeping />, account ? { account } : {}) }
}

test('the account that will be paid signs its request, and the signature is checked', async () => {
  const account = fakeWallet({
    address: dana.address,
    signMessage: async (message) => ({
      kind: 'signed',
      signature: await dana.account.signMessage({ message }),
    }),
  })
  const { user } = openCard(account)
  await user.click(screen.getByRole('button', { name: 'Sign request' }))
  expect(await screen.findByText('This request was signed by the address it pays.')).toBeTruthy()
})

test('a rejected signature is an outcome, and can be asked for again', async () => {
  const signMessage = () =>
    Promise.reject(new PortalError('rejected', 'You rejected the request in your wallet.'))
  const { user } = openCard(fakeWallet({ signMessage }))
  await user.click(screen.getByRole('button', { name: 'Sign request' }))
  expect(await screen.findByText('You rejected the request in your wallet.')).toBeTruthy()
  expect(screen.getByText(/^The request isn’t signed\./)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign request' }).disabled).toBe(false)
})

test('another account cannot sign the request', () => {
  openCard(fakeWallet(), dana.address)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('Not signed')).toBeTruthy()
  expect(screen.getByText(/^To sign it, connect the address it pays/)).toBeTruthy()
})

test('a Safe shows how many owners have signed, and uses the signature once all have', async () => {
  let standing: MessageSignature = { kind: 'collecting', messageHash: '0x01' as never, have: 1, need: 2 }
  const texts: string[] = []
  const account = fakeSafeAccount({
    messageSignature: async (text) => {
      texts.push(text)
      return standing
    },
  })
  const { user, request, client } = openCard(account, SAFE)
  expect(await screen.findByText('1 of 2 owners signed.')).toBeTruthy()
  expect(texts[0]).toBe(requestMessage(request))
  standing = { kind: 'signed', signature: `0x${'12'.repeat(130)}` }
  await client.invalidateQueries()
  await user.click(await screen.findByRole('button', { name: 'Add signature to link' }))
  expect(
    await screen.findByText(/^(Checking the signature…|The signature couldn’t be checked\.)$/),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Sign/ })).toBeNull()
})

test('a Safe that signs only on the chain reads that a link cannot hold such a signature', async () => {
  const standing: MessageSignature = { kind: 'proposed', safeTxHash: '0x0a' as never, compared: true }
  openCard(fakeSafeAccount({ messageSignature: async () => standing }), SAFE)
  expect(
    await screen.findByText('This Safe can only sign on-chain, which doesn’t fit in a link.'),
  ).toBeTruthy()
  expect(screen.getByText(/^Reject transaction 0x0a in its queue/)).toBeTruthy()
})

test('behavior: without an owner’s wallet in the host, a Safe is not asked, and the page says why', () => {
  const safe = { owners: OWNERS, threshold: 2, readOnly: true }
  openCard(fakeSafeAccount({ safe }), SAFE)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign request' }).disabled).toBe(true)
  expect(screen.getByText('No owner’s wallet is connected in your Safe.')).toBeTruthy()
})

test('behavior: a signature is called free in a wallet only', () => {
  const { unmount } = openCard(fakeWallet())
  expect(screen.getByText(/Free, and moves no money\./)).toBeTruthy()
  unmount()
  openCard(fakeSafeAccount(), SAFE)
  expect(screen.getByText(/It moves no money\./)).toBeTruthy()
  expect(screen.queryByText(/free/i)).toBeNull()
})
