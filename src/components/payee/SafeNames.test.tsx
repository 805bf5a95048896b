import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keptPeople } from '#domain/people/Person.ts'
import { fakeSafeAccount } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { personAt } from '#tests/support/personAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { SafeNames } from './ImportCard.tsx'

const OFFER = 'Use names from your address book'

/** Shows two addresses of a Safe whose host answers like this. */
function show(answer: () => Promise<unknown>) {
  answerNodes(payNode())
  const storage = browserStorage()
  const account = fakeSafeAccount({ addressBook: answer })
  const ui = <SafeNames account={account} shown={[payeeAt(1), payeeAt(2)]} />
  const page = renderInPortal(ui, { account, storage })
  return {
    ...page,
    ui,
    account,
    storage,
    press: () => page.user.click(screen.getByRole('button', { name: OFFER })),
  }
}

test('the names of the host are previewed, saved, and not offered again on this visit', async () => {
  const book = [
    { address: payeeAt(1), name: 'Dana', chainId: '56' },
    { address: payeeAt(2), name: 'Elsewhere', chainId: '1' },
  ]
  const { press, user, storage, unmount, ui, account } = show(async () => book)
  await press()
  const save = await screen.findByRole('button', { name: 'Save 1 person' })
  expect(keptPeople.read(storage).items).toEqual([])
  await user.click(save)
  await screen.findByText('1 person saved.')
  expect(keptPeople.read(storage).items.map(({ name }) => name)).toEqual(['Dana'])
  unmount()
  renderInPortal(ui, { account, storage })
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
})

test.each([
  ['an empty list, as after a refusal', async () => []],
  ['something else', async () => ({ names: 1 })],
  ['an error', () => Promise.reject(new Error('down'))],
])('a host that answers with %s changes nothing and is not asked again', async (_, answer) => {
  const { press, storage, unmount, ui, account } = show(answer)
  await press()
  await screen.findByText(/Nothing was changed\.$/)
  expect(keptPeople.read(storage).items).toEqual([])
  unmount()
  renderInPortal(ui, { account, storage })
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
})

test('nothing is offered once every address that is shown has a name', async () => {
  const { storage } = show(async () => [])
  expect(screen.getByRole('button', { name: OFFER })).toBeTruthy()
  keptPeople.keep(storage, [personAt(1), personAt(2)])
  await waitFor(() => expect(screen.queryByRole('button', { name: OFFER })).toBeNull())
})
