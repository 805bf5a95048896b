import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
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
    ...{ payee: payeeAt(payee), amount: { token: usdt, value: 1n }, note: null, reference: null },
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

const preview = () => screen.findByRole('region', { name: 'Save people' })

test('the people of a list are saved after a preview of the new, the known and the refused', async () => {
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
  await screen.findByText('2 names in this list aren’t in People yet.')
  await press('Save 2 people')
  const card = await preview()
  expect(kept()).toEqual([`Kim ${payeeAt(3)}`])
  for (const words of [
    '2 new people',
    '1 person you know differs: yours here stays',
    '4 entries can’t be saved',
    `Dana: ${payeeAt(1)}`,
    // Isolated, so that its address stays behind it.
    `\u2068שלום 🎤\u2069: ${payeeAt(2)}`,
    'Line 5: the name is longer than 60 characters.',
    'Line 6: the name looks like an address.',
    'Line 8: two names in this list have the same address.',
    'Line 9: two names in this list have the same address.',
  ])
    expect(card.textContent).toContain(words)
  await press('Cancel')
  expect(kept()).toEqual([`Kim ${payeeAt(3)}`])
  await press('Save 2 people')
  await press('Save 2 people')
  await screen.findByText('2 people saved.')
  expect(kept().toSorted()).toEqual(
    [`Dana ${payeeAt(1)}`, `Kim ${payeeAt(3)}`, `שלום 🎤 ${payeeAt(2)}`].toSorted(),
  )
})

test('the handle in a row becomes the handle of its person, if it is one', async () => {
  const { press, kept } = offer([
    [1, 'Anna', '@anna.makes'],
    [2, 'Ben', 'n/a'],
    [3, 'Cem', payeeAt(9)],
    [4, '', '@dee'],
  ])
  await press('Save 4 people')
  expect((await preview()).textContent).toContain(`Anna: ${payeeAt(1)}`)
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
  await press('Save 300 people')
  const card = await preview()
  expect(card.textContent).toContain('1 name for more than one address')
  await press('Save 300 people')
  await screen.findByText('300 people saved.')
  expect(kept()).toHaveLength(300)
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
