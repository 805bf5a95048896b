import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keptPeople } from '#domain/people/Person.ts'
import { keptProofs } from '#domain/proof/keptProofs.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import { personAt } from '#tests/support/personAt.ts'
import { usualProof } from '#tests/support/proofs.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { usualRequest } from '#tests/support/requests.ts'
import { FirstSteps } from './Transactions.tsx'

const card = () => screen.queryByRole('region', { name: 'Get started' })
const left = () =>
  within(screen.getByRole('list', { name: 'Get started' }))
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'))

test('behavior: the first steps lead to their pages until each is done, and then they go away', () => {
  const { storage } = renderInPortal(<FirstSteps />)
  expect(left()).toEqual(['#/get-paid', '#/get-paid/you', '#/people'])
  act(
    () =>
      void keptRequests.keep(storage, [{ request: usualRequest, signature: null, proof: null, claimed: [] }]),
  )
  expect(left()).toEqual(['#/get-paid/you', '#/people'])
  const begun = { proof: usualProof, signature: null, safeTxHash: null }
  act(() => void keptProofs.keep(storage, [begun]))
  expect(left()).toEqual(['#/get-paid/you', '#/people'])
  act(() => void keptProofs.keep(storage, [{ ...begun, signature: `0x${'11'.repeat(65)}` }]))
  expect(left()).toEqual(['#/people'])
  act(() => void keptPeople.keep(storage, [personAt(1)]))
  expect(card()).toBeNull()
})

test('behavior: the first steps stay away once they are hidden', async () => {
  const { user, storage } = renderInPortal(<FirstSteps />)
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(card()).toBeNull()
  renderInPortal(<FirstSteps />, { storage })
  expect(card()).toBeNull()
})
