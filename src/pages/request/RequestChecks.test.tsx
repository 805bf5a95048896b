import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofCode } from '#domain/proof/proofMessage.ts'
import { encodeRequest } from '#domain/request/requestLink.ts'
import { requestMessage } from '#domain/request/requestMessage.ts'
import { portalUrl } from '#domain/shared/paths.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { minedNode } from '#tests/support/minedNode.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { requestOf } from '#tests/support/requestLinks.ts'
import { begunProof, signatureBy } from '#tests/support/signedProofs.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { OpenRequestPage } from './OpenRequestPage.tsx'

const [dana] = influencers
const famous = { platform: 'x', name: 'famous' } as const

afterEach(() => {
  window.location.hash = ''
})

/** Opens a request that claims to be @famous, with a proof of this handle and post. */
async function open(proofName: string, post: string) {
  answerNodes(minedNode({ hash: word(1), from: dana.address, to: dana.address, logs: [] }))
  const request = requestOf(250n, { handle: famous })
  const signature = await dana.account.signMessage({ message: requestMessage(request) })
  const proof = { ...begunProof(dana, { name: proofName, uri: portalUrl() }), post }
  const attached = encodeProof({ proof, signature: await signatureBy(dana, proof) })
  window.location.hash = `#/r/${encodeRequest({ request, signature, proof: attached })}`
  renderInPortal(<OpenRequestPage />, { connect: () => {} })
  await screen.findByText(/Signed by this address/)
  const checks = await screen.findByRole('region', { name: 'Before you pay' })
  const code = (await within(checks).findByText(proofCode(dana.address, famous))).closest('li')
  return {
    page: screen.getByRole('region', { name: 'Request' }).textContent,
    code: code?.textContent,
    links: [...(code?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')),
  }
}

test('a request of @famous with a proof of @nobody123 is a stop, and the code is looked for on the profile of @famous alone', async () => {
  const { page, links } = await open('nobody123', 'https://x.com/nobody123/status/1')
  expect(page).toContain('It claims to be @famous on X, but its proof is of @nobody123 on X.')
  expect(screen.getByRole('button', { name: 'Pay anyway…' })).toBeTruthy()
  expect(page).not.toContain('Signed proof.')
  expect(links).toEqual(['https://x.com/famous'])
})

test('a proof of @famous that leads to a post by somebody else is a stop, and the post has no link', async () => {
  const { page, code, links } = await open('famous', 'https://x.com/nobody123/status/1')
  expect(page).toContain('leads to a post by @nobody123')
  expect(page).not.toContain('Signed proof.')
  expect(code).toContain('in the post by @famous')
  expect(links).toEqual(['https://x.com/famous'])
})

test('the profile of the handle comes before the post of its proof', async () => {
  const { page, links } = await open('famous', 'https://x.com/famous/status/1')
  expect(page).toContain('Signed proof.')
  expect(links).toEqual(['https://x.com/famous', 'https://x.com/famous/status/1'])
  expect(screen.getByRole('button', { name: /^Pay 250 USDT|^Connect/ })).toBeTruthy()
})

test('error: a post that a proof names is not called a post by its handle', async () => {
  // X shows any post below this path, whoever wrote it.
  const { code, links } = await open('famous', 'https://x.com/i/status/1')
  expect(links).toEqual(['https://x.com/famous', 'https://x.com/i/status/1'])
  expect(code).toContain('on the profile @famous on X, or in this post if it is by @famous.')
})
