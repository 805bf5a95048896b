import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setConnection } from '#account/connection.ts'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { WrongNetwork } from './AccountNotices.tsx'

const warning = () => screen.queryByText('Wrong network detected, switch or disconnect to continue.')
const account = fakeWallet()
const onChain = (chainId: number) =>
  act(() => setConnection({ status: 'connected', account, chainId, unsupported: chainId !== 56 }))

test('a wallet on another network is led to the networks, and the warning goes once it is right', async () => {
  const chooseNetwork = vi.fn()
  const { user } = renderInPortal(<WrongNetwork />, { account, connect: () => {}, chooseNetwork })
  expect(warning()).toBeNull()
  onChain(1)
  expect(warning()).toBeTruthy()
  expect(chooseNetwork).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Switch network' }))
  expect(chooseNetwork).toHaveBeenCalledOnce()
  onChain(56)
  expect(warning()).toBeNull()
})
