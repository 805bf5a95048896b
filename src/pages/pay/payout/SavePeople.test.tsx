import { screen, within } from '@testing-library/react'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { planPayout } from '#domain/payout/Payout.ts'
import { keptPeople, type Person } from '#domain/people/Person.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { personAt } from '#tests/support/personAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { SavePeople } from './SavePeople.tsx'

/** Shows the offer for a list of these payees, by their numbers, with their names. */
function offer(
  rows: readonly (readonly [payee: number, name: string, handle?: string])[],
  people: readonly Person[] = [],
) {
  answerNodes(payNode())
  const storage = browserStorage()
  keptPeople.keep(storage, people)
  const account = fakeWallet()
  const payments = rows.map(([payee, name, handle]) => ({
    payee: payeeAt(payee),
    amount: { token: usdt, value: 1n },
    note: null,
    reference: null,
    ...(name && { name }),
    ...(handle && { handle }),
  }))
  const payout = planPayout(account, payments, 1, 5)
  const { user } = renderInPortal(<SavePeople account={account} payout={payout} />, { account, storage })
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const kept = () =>
    keptPeople
      .read(storage)
      .items.map(({ name, address, handle }) => [name, address, handle].filter(Boolean).join(' '))
  return { press, kept }
}

test('one press saves the new people of a list, and Undo takes them back; the known and the refused stay', async () => {
  const { press, kept } = offer(
    [
      [1, 'Dana'],
      [1, 'Dana'],
      [2, 'שלום 🎤'],
      [3, 'Kim in the list'],
      [4, 'x'.repeat(80)],
      [5, payeeAt(9)],
      [6, ''],
      [7, 'Hiro Tanaka'],
      [7, 'Emre Berg'],
    ],
    [personAt(3, { name: 'Kim' })],
  )
  await screen.findByText('2 people aren’t in People yet.')
  const refused = screen.getByText('4 entries can’t be saved').closest('details')
  for (const words of [
    'Line 5: the name is longer than 60 characters.',
    'Line 6: the name looks like an address.',
    'Line 8: two names in this list have the same address.',
    'Line 9: two names in this list have the same address.',
  ])
    expect(refused?.textContent).toContain(words)
  await press('Save 2 people')
  await screen.findByText('2 people saved.')
  const all = [`Dana ${payeeAt(1)}`, `Kim ${payeeAt(3)}`, `שלום 🎤 ${payeeAt(2)}`]
  expect(kept().toSorted()).toEqual(all.toSorted())
  await press('Undo')
  await screen.findByText('2 people aren’t in People yet.')
  expect(kept()).toEqual([`Kim ${payeeAt(3)}`])
})

test('one person is offered by name', async () => {
  const { press, kept } = offer([[1, 'Dana']])
  await screen.findByText('Dana isn’t in People yet.')
  await press('Save to People')
  await screen.findByText('Dana saved.')
  expect(kept()).toEqual([`Dana ${payeeAt(1)}`])
})

test('the handle in a row becomes the handle of its person, if it is one', async () => {
  const { press, kept } = offer([
    [1, 'Anna', '@anna.makes'],
    [2, 'Ben', 'n/a'],
    [3, 'Cem', payeeAt(9)],
    [4, '', '@dee'],
  ])
  await press('Save 4 people')
  await screen.findByText('4 people saved.')
  expect(kept().toSorted()).toEqual(
    [
      `Anna ${payeeAt(1)} @anna.makes`,
      `Ben ${payeeAt(2)}`,
      `Cem ${payeeAt(3)}`,
      `@dee ${payeeAt(4)}`,
    ].toSorted(),
  )
})

test('one name for many addresses is named, and saved for each of them', async () => {
  const { press, kept } = offer(
    Array.from({ length: 300 }, (_, at) => [at + 1, at % 2 ? 'Agency' : 'agency']),
  )
  await screen.findByText('Names for more than one address')
  await press('Save 300 people')
  await screen.findByText('300 people saved.')
  expect(kept()).toHaveLength(300)
})

test('an address that looks like a known one is not saved with the others', async () => {
  const imitation = getAddress(
    `${payeeAt(2).slice(0, 12)}${'0'.repeat(20)}${payeeAt(2).slice(32)}`,
  ) as Address
  const { press, kept } = offer(
    [
      [1, 'Dana'],
      [2, 'Dana again'],
    ],
    [personAt(3, { address: imitation })],
  )
  await press('Save to People')
  await screen.findByText('Dana saved.')
  expect(kept()).toEqual([`Dana ${payeeAt(1)}`, `Person 3 ${imitation}`])
})

test('nothing is offered if everybody is saved or has no name', () => {
  offer(
    [
      [1, 'Dana'],
      [2, ''],
    ],
    [personAt(1)],
  )
  expect(within(document.body).queryByRole('button')).toBeNull()
})
