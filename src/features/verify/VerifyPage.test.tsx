import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import { PortalError } from '#chain/PortalError.ts'
import { proofDocument } from '#domain/proof/proofDocument.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import { portalUrl } from '#domain/shared/paths.ts'
import { influencers, stranger } from '../../../safe-app/accounts.ts'
import { fakeWallet } from '../../../tests/support/fakeAccount.ts'
import { answerNodes } from '../../../tests/support/fakeNodes.ts'
import { word } from '../../../tests/support/fakeRpc.ts'
import { minedNode } from '../../../tests/support/minedNode.ts'
import { begunProof, signatureBy, signedBy } from '../../../tests/support/proofPage.ts'
import { type Around, renderInPortal } from '../../../tests/support/renderInPortal.tsx'
import { VerifyPage } from './VerifyPage.tsx'

const [dana] = influencers
const uri = portalUrl()
const nodes = () => minedNode({ hash: word(1), from: dana.address, to: dana.address, logs: [] })

function openVerify(around: Around = {}, path = '') {
  window.location.hash = `#/verify${path}`
  return renderInPortal(<VerifyPage />, around)
}

async function check(text: string) {
  answerNodes(nodes())
  const page = openVerify()
  await page.user.click(screen.getByRole('textbox', { name: 'Paste a proof link or text' }))
  await page.user.paste(text)
  await page.user.click(screen.getByRole('button', { name: 'Check' }))
  return page
}

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
    expect(screen.getByRole('region', { name: 'Step 1: signature' }).textContent).toContain(stranger.address)
  })

  test('is not called wrong while the chain cannot be asked, and is checked again', async () => {
    const { user } = await check(byStranger)
    await screen.findByText('Not signed by this address.')
    const checked = within(screen.getByRole('region', { name: 'Step 1: signature' }))
    answerNodes(null)
    await user.click(checked.getByRole('button', { name: 'Check again' }))
    expect(await checked.findByText('We can’t check it right now.')).toBeTruthy()
    expect(checked.getByText(/We can’t say either way\./)).toBeTruthy()
    answerNodes(nodes())
    await user.click(checked.getByRole('button', { name: 'Check again' }))
    expect(await checked.findByText('Not signed by this address.')).toBeTruthy()
  })
})

describe('making a proof', () => {
  const wallet = (signMessage: Account['signMessage']) => fakeWallet({ address: dana.address, signMessage })

  test('signs in the wallet, keeps the proof in this browser and shows it as others see it', async () => {
    const account = wallet(async (message) => ({
      kind: 'signed',
      signature: await dana.account.signMessage({ message }),
    }))
    const { user, storage, unmount } = openVerify({ account })
    await user.type(screen.getByRole('textbox', { name: 'Your handle' }), '@ada_example')
    await user.click(screen.getByRole('button', { name: 'Create proof' }))
    expect(await screen.findByRole('heading', { name: 'Your proof' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Sign proof' }))
    expect(await screen.findByText(/does @ada_example on X agree/)).toBeTruthy()
    unmount()
    openVerify({ account, storage })
    expect(screen.getByText(/@ada_example/)).toBeTruthy()
  })

  test('can be repeated after a rejection in the wallet', async () => {
    const account = wallet(() =>
      Promise.reject(new PortalError('rejected', 'You rejected the request in your wallet.')),
    )
    const { user } = openVerify({ account })
    await user.type(screen.getByRole('textbox', { name: 'Your handle' }), 'ada_example')
    await user.click(screen.getByRole('button', { name: 'Create proof' }))
    await user.click(await screen.findByRole('button', { name: 'Sign proof' }))
    expect(await screen.findByText('You rejected the request in your wallet.')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign proof' }).disabled).toBe(false)
  })

  test('shows an invalid name next to its field', async () => {
    const { user } = openVerify({ account: fakeWallet() })
    await user.click(screen.getByRole('button', { name: 'Create proof' }))
    const field = screen.getByRole('textbox', { name: 'Your handle' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(window.location.hash).toBe('#/verify')
  })
})
