import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { PortalError } from '#chain/PortalError.ts'
import { keptProofs } from '#domain/proof/keptProofs.ts'
import { proofDocument } from '#domain/proof/proofDocument.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofCode, proofMessage } from '#domain/proof/proofMessage.ts'
import { portalUrl } from '#domain/shared/paths.ts'
import { GetPaidPage } from '#pages/get-paid/GetPaidPage.tsx'
import { fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { minedNode } from '#tests/support/minedNode.ts'
import { type Around, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { OWNERS, SAFE } from '#tests/support/safeExamples.ts'
import { begunProof, signatureBy, signedBy } from '#tests/support/signedProofs.ts'
import { influencers, stranger } from '../../../safe-app/accounts.ts'
import { VerifyPage } from './VerifyPage.tsx'

const [dana] = influencers
const uri = portalUrl()
const nodes = () => minedNode({ hash: word(1), from: dana.address, to: dana.address, logs: [] })

function openVerify(around: Around = {}, path = '') {
  window.location.hash = `#/verify${path}`
  return renderInPortal(<VerifyPage />, around)
}

/** Get paid from its card You on, and the page of a proof that is made there. */
function openYou(around: Around = {}) {
  window.location.hash = '#/get-paid/you'
  const Pages = () => (useLocation()[0].startsWith('/verify') ? <VerifyPage /> : <GetPaidPage />)
  answerNodes(nodes())
  return renderInPortal(<Pages />, around)
}

async function check(text: string) {
  answerNodes(nodes())
  const page = openVerify()
  await page.user.click(screen.getByRole('textbox', { name: 'Paste a proof link or text' }))
  await page.user.paste(text)
  await page.user.click(screen.getByRole('button', { name: 'Check proof' }))
  return page
}

const status = () => screen.getByRole('region', { name: 'Status' })

const proof = begunProof(dana, { uri })
const signature = await signatureBy(dana, proof)
const document = proofDocument({ proof, signature })
const byStranger = await signedBy(stranger, proof)
const elsewhere = await signedBy(dana, begunProof(dana))
const expired = await signedBy(dana, begunProof(dana, { uri, ago: 100 }))
const early = await signedBy(dana, begunProof(dana, { uri, ago: -2 }))

describe('a pasted proof', () => {
  test.each<readonly [string, string, string]>([
    ['is valid as text', document, 'Signed by this address. Not yet checked'],
    [
      'is valid as a link',
      `${uri}#/verify/${encodeProof({ proof, signature })}`,
      'Signed by this address. Not yet checked',
    ],
    [
      'with another name is altered',
      document.replaceAll('ada_example', 'bob_example'),
      'code doesn’t fit the address and handle',
    ],
    [
      'for another network',
      document.replace('Chain ID: 56', 'Chain ID: 1'),
      'This proof is for another network',
    ],
    ['without its signature', document.replace(/Signature: .*/, 'Signature: 0x'), 'signature is incomplete'],
    [
      'with other words',
      document.replace('moves nothing', 'pays a bonus'),
      'text doesn’t say that an address belongs to a handle',
    ],
    [
      'with a cut link',
      `${uri}#/verify/${encodeProof({ proof, signature }).slice(0, -9)}`,
      'This link is incomplete or was changed',
    ],
    ['signed by somebody else', byStranger, 'Not signed by this address.'],
    ['of another portal', elsewhere, 'Made on elsewhere.example, not here.'],
    ['of long ago', expired, 'Expired on'],
    ['from the future', early, 'Dated in the future'],
    ['not signed, as a link', encodeProof({ proof, signature: null }), 'Not signed.'],
    ['not signed, as text', proofMessage(proof), 'Not signed.'],
  ])('is judged with its reason: %s', async (_, text, reason) => {
    await check(text)
    expect(await screen.findByText(reason, { exact: false })).toBeTruthy()
    const valid = screen.queryAllByText(/^Signed by this address\./)
    expect(valid).toHaveLength(reason.startsWith('Signed') ? 1 : 0)
  })

  test('names the account that signed it instead', async () => {
    await check(byStranger)
    await screen.findByText('Not signed by this address.')
    expect(status().textContent).toContain(stranger.address)
    expect(screen.queryByRole('button', { name: 'I see the code' })).toBeNull()
  })

  test('is not called wrong while the chain cannot be asked, and is checked again', async () => {
    const { user } = await check(byStranger)
    await screen.findByText('Not signed by this address.')
    const said = within(status())
    answerNodes(null)
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await said.findByText('We can’t check it right now.')).toBeTruthy()
    expect(said.getByText(/We can’t say either way\./)).toBeTruthy()
    answerNodes(nodes())
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await said.findByText('Not signed by this address.')).toBeTruthy()
  })
})

describe('the half that only its reader can check', () => {
  const link = `/${encodeProof({ proof, signature })}`
  const seen = () => screen.getByRole('button', { name: 'I see the code' })
  const missing = () => screen.getByRole('button', { name: 'It isn’t there' })
  const undo = () => screen.getByRole('button', { name: 'Undo my answer' })
  const found = (title: string) => within(status()).findByText(title)

  test('is confirmed by the reader, stays so in this browser, and can be taken back', async () => {
    const { user, storage, unmount } = openVerify({}, link)
    expect(await found('1 of 2 checked')).toBeTruthy()
    await user.click(seen())
    expect(await found('You confirmed it')).toBeTruthy()
    // The pressed button is gone; the focus is where it was.
    expect(window.document.activeElement?.textContent).toBe('You saw the code on the profile')
    unmount()
    const again = openVerify({ storage }, link)
    expect(await found('You confirmed it')).toBeTruthy()
    await again.user.click(undo())
    expect(await found('1 of 2 checked')).toBeTruthy()
    again.unmount()
    openVerify({ storage }, link)
    expect(await found('1 of 2 checked')).toBeTruthy()
  })

  test('is not confirmed for anybody else, nor for another proof of the same account', async () => {
    const { user, storage, unmount } = openVerify({}, link)
    await found('1 of 2 checked')
    await user.click(seen())
    await found('You confirmed it')
    unmount()
    const stranger = openVerify({}, link)
    expect(await found('1 of 2 checked')).toBeTruthy()
    stranger.unmount()
    openVerify({ storage }, `/${await signedBy(dana, begunProof(dana, { uri }))}`)
    expect(await found('1 of 2 checked')).toBeTruthy()
  })

  test('turns the proof red when the code is not there', async () => {
    const { user } = openVerify({}, link)
    await found('1 of 2 checked')
    await user.click(missing())
    expect(within(await screen.findByRole('alert')).getByText('Code not found')).toBeTruthy()
    expect(screen.getByText('You didn’t see the code on the profile')).toBeTruthy()
  })

  test('never mends a proof that has ended', async () => {
    const { user } = openVerify({}, `/${expired}`)
    await user.click(await screen.findByRole('button', { name: 'I see the code' }))
    expect(screen.getByText('You saw the code on the profile')).toBeTruthy()
    expect(within(status()).getByText(/^Expired on/)).toBeTruthy()
    expect(screen.queryByText('You confirmed it')).toBeNull()
  })

  test('is looked for in the post, if the proof names one', async () => {
    const post = 'https://x.com/ada_example/status/20'
    const posted = { ...begunProof(dana, { uri }), post }
    openVerify({}, `/${await signedBy(dana, posted)}`)
    await found('1 of 2 checked')
    expect(screen.getByRole('link', { name: 'Open post' }).getAttribute('href')).toBe(post)
    expect(screen.getByRole('link', { name: 'https://x.com/ada_example' })).toBeTruthy()
  })
})

test('every page of Verify has at most one primary button', async () => {
  const account = fakeWallet({ address: dana.address })
  for (const path of ['', `/${encodeProof({ proof, signature })}`, `/${byStranger}`, '/1~56']) {
    for (const around of [{}, { account }]) {
      answerNodes(nodes())
      const { unmount, container } = openVerify(around, path)
      await screen.findByRole('heading', { level: 1 })
      expect(container.querySelectorAll('.button-primary').length).toBeLessThanOrEqual(1)
      unmount()
    }
  }
})

test('the page opens at the card You, with its heading in focus', async () => {
  openYou({ account: fakeWallet({ address: dana.address }) })
  const heading = await screen.findByRole('heading', { name: 'You' })
  expect(window.document.activeElement).toBe(heading)
})

describe('making a proof', () => {
  const wallet = (signMessage: Account['signMessage']) => fakeWallet({ address: dana.address, signMessage })

  test('signs in the wallet, keeps the proof in this browser and shows it as others see it', async () => {
    const account = wallet(async (message) => ({
      kind: 'signed',
      signature: await dana.account.signMessage({ message }),
    }))
    const { user, storage, unmount } = openYou({ account })
    await user.type(screen.getByRole('textbox', { name: 'Your handle' }), '@ada_example')
    await user.click(screen.getByRole('button', { name: 'Sign proof' }))
    expect(await screen.findByRole('heading', { name: 'Your proof' })).toBeTruthy()
    expect(await screen.findByText(/does @ada_example on X agree/)).toBeTruthy()
    unmount()
    openYou({ account, storage })
    expect(screen.getByRole('link', { name: '@ada_example on X' })).toBeTruthy()
    expect(await screen.findByText('Signed')).toBeTruthy()
  })

  test('asks for the handle at once where only another account has a proof', () => {
    const account = fakeWallet({ address: dana.address })
    const { storage, unmount } = openYou({ account })
    const proofOf = (who: typeof dana) => ({
      proof: begunProof(who, { uri }),
      signature: null,
      safeTxHash: null,
    })
    unmount()
    keptProofs.keep(storage, [proofOf(stranger)])
    const other = openYou({ account, storage })
    expect(screen.queryByText('Prove another handle')).toBeNull()
    other.unmount()
    keptProofs.keep(storage, [proofOf(dana)])
    openYou({ account, storage })
    expect(screen.getByText('Prove another handle')).toBeTruthy()
  })

  test('goes on with a request that is being written, which then shows the proof', async () => {
    const account = wallet(async (message) => ({
      kind: 'signed',
      signature: await dana.account.signMessage({ message }),
    }))
    const { user } = openYou({ account })
    await user.type(screen.getByLabelText('Amount'), '250')
    await user.type(screen.getByRole('textbox', { name: 'Your handle' }), 'ada_example{Enter}')
    expect(await screen.findByText(/^Your proof of/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('250')
    expect(window.document.activeElement).toBe(screen.getByLabelText('Your name (optional)'))
  })

  test('shows the code as soon as the handle is typed', async () => {
    const { user } = openYou({ account: fakeWallet({ address: dana.address }) })
    await user.type(screen.getByRole('textbox', { name: 'Your handle' }), '@Ada_Example')
    const code = proofCode(dana.address, { platform: 'x', name: 'ada_example' })
    expect(screen.getByRole('button', { name: `Copy the code ${code}` })).toBeTruthy()
  })

  test('opens what is folded when the error is in there', async () => {
    const { user } = openYou({ account: fakeWallet() })
    await user.type(screen.getByRole('textbox', { name: 'Your handle' }), 'ada_example')
    const fold = screen.getByText('Post and validity')
    await user.click(fold)
    await user.type(screen.getByRole('textbox', { name: 'Post with your code (optional)' }), 'nowhere')
    await user.click(fold)
    expect(fold.closest('details')?.open).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Sign proof' }))
    await waitFor(() => expect(fold.closest('details')?.open).toBe(true))
  })

  test('can be repeated after a rejection in the wallet', async () => {
    const account = wallet(() =>
      Promise.reject(new PortalError('rejected', 'You rejected the request in your wallet.')),
    )
    const { user, storage } = openYou({ account })
    await user.type(screen.getByRole('textbox', { name: 'Your handle' }), 'ada_example')
    await user.click(screen.getByRole('button', { name: 'Sign proof' }))
    expect(await screen.findByText('You rejected the request in your wallet.')).toBeTruthy()
    expect(window.location.hash).toBe('#/get-paid/you')
    expect(keptProofs.read(storage).items).toEqual([])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign proof' }).disabled).toBe(false)
  })

  test('shows an invalid name next to its field', async () => {
    const { user } = openYou({ account: fakeWallet() })
    await user.click(screen.getByRole('button', { name: 'Sign proof' }))
    const field = screen.getByRole('textbox', { name: 'Your handle' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(window.location.hash).toBe('#/get-paid/you')
  })
})

describe('a proof of a Safe', () => {
  const unsigned = (address: typeof SAFE | typeof dana.address) =>
    `/mine/${encodeProof({ proof: begunProof({ address }, { uri }), signature: null })}`
  const sign = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Sign proof' })

  test('behavior: is not signed without an owner’s wallet in the host, and the page says why', async () => {
    let asked = 0
    const account = fakeSafeAccount({
      safe: { owners: OWNERS, threshold: 2, readOnly: true },
      signMessage: () => Promise.reject(new Error(`asked ${++asked}`)),
    })
    const { user } = openVerify({ account }, unsigned(SAFE))
    expect((await sign()).disabled).toBe(true)
    expect(screen.getByText('No owner’s wallet is connected in your Safe.')).toBeTruthy()
    expect(screen.getByText('Connect one in Safe{Wallet} to sign. What you entered stays here.')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: /^On-chain/ }))
    const propose = screen.getByRole<HTMLButtonElement>('button', { name: 'Propose on-chain signing' })
    expect(propose.disabled).toBe(true)
    await user.click(propose)
    expect(asked).toBe(0)
  })

  test('behavior: is signed where an owner’s wallet is connected, without such a notice', async () => {
    openVerify({ account: fakeSafeAccount() }, unsigned(SAFE))
    expect((await sign()).disabled).toBe(false)
    expect(screen.queryByText('No owner’s wallet is connected in your Safe.')).toBeNull()
  })

  test('behavior: is not called free, as one of a wallet is', async () => {
    const safe = openVerify({ account: fakeSafeAccount() }, unsigned(SAFE))
    await sign()
    expect(screen.queryByText(/^Free, and moves no money\./)).toBeNull()
    expect(screen.getByText(/^It moves no money\./)).toBeTruthy()
    safe.unmount()
    const form = openYou({ account: fakeSafeAccount() })
    await form.user.type(screen.getByRole('textbox', { name: 'Your handle' }), 'agency')
    expect(await screen.findByText(/^To prove it, .* It moves no money\./)).toBeTruthy()
    form.unmount()
    openVerify({ account: fakeWallet({ address: dana.address }) }, unsigned(dana.address))
    await sign()
    expect(screen.getByText(/^Free, and moves no money\./)).toBeTruthy()
  })
})
