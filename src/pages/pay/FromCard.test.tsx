import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { payNode } from '#tests/support/payNode.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { SAFE } from '#tests/support/safeExamples.ts'
import { PayPage } from './PayPage.tsx'

test('behavior: a Safe that is connected like a wallet is named, with a link to open the portal in it', async () => {
  answerNodes(payNode({ contracts: [SAFE] }))
  renderInPortal(<PayPage />, { account: fakeWallet({ address: SAFE, contract: async () => 'safe' }) })
  expect(await screen.findByText('This is a Safe.')).toBeTruthy()
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open the portal in Safe{Wallet}' })
  expect(link.href).toContain(`/apps/open?safe=bnb:${SAFE}&appUrl=`)
})

test.each(['other', null] as const)(
  'behavior: an account that is %s has no such notice',
  async (contract) => {
    answerNodes(payNode())
    renderInPortal(<PayPage />, { account: fakeWallet({ contract: async () => contract }) })
    expect(await screen.findByText('Your wallet')).toBeTruthy()
    expect(screen.queryByText('This is a Safe.')).toBeNull()
  },
)

test('error: a balance that is still being read is not called unknown', async () => {
  answerNodes(() => new Promise<Response>(() => {}))
  renderInPortal(<PayPage />, { account: fakeWallet() })
  const name = await screen.findByText('Balance')
  expect(name.nextElementSibling?.textContent).toBe('…')
  expect(screen.getByText('Balance …')).toBeTruthy()
})
