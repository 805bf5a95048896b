import { screen, waitFor, within } from '@testing-library/react'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { keptPeople, type Person } from '#domain/people/Person.ts'
import { payeeAt } from '../../../../tests/support/payeeAt.ts'
import { personAt } from '../../../../tests/support/personAt.ts'
import { browserStorage, renderInPortal } from '../../../../tests/support/renderInPortal.tsx'
import { PeoplePage } from './PeoplePage.tsx'

function open(people: readonly Person[] = []) {
  const storage = browserStorage()
  if (people.length > 0) keptPeople.keep(storage, people)
  const { user } = renderInPortal(<PeoplePage />, { storage })
  const kept = () => keptPeople.read(storage).items.map(({ name }) => name)
  const fill = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    await user.click(screen.getByLabelText(label))
    await user.paste(text)
  }
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
  const choose = (name: string, text: string) =>
    user.upload(screen.getByLabelText('Import'), new File([text], name))
  return { user, storage, kept, fill, press, choose }
}

const names = () =>
  within(screen.getByRole('list', { name: 'People' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('bdi')?.textContent)

test('the first person is added, found, changed and removed', async () => {
  const { fill, press, kept } = open()
  expect(screen.getByText('No one yet')).toBeTruthy()
  await press('Add person')
  await press('Save')
  expect(screen.getByText('Enter a name.')).toBeTruthy()
  expect(screen.getByText('Enter their address.')).toBeTruthy()
  await fill('Name', 'Dana Dances')
  await fill('Address', payeeAt(1))
  await fill('Tags (optional)', 'Autumn')
  await press('Save')
  expect(screen.getByText('Dana Dances is saved.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pay Dana Dances' }).getAttribute('href')).toBe(
    `#/pay/to/${payeeAt(1)}`,
  )
  await press('Edit Dana Dances')
  expect(screen.queryByLabelText('Address')).toBeNull()
  await fill('Name', 'Dana D.')
  await press('Save')
  expect(kept()).toEqual(['Dana D.'])
  await press('Edit Dana D.')
  await press('Remove')
  expect(kept()).toEqual(['Dana D.'])
  await press('Remove Dana D.')
  expect(kept()).toEqual([])
})

test('an address in the link is filled in, and is known once it is saved', async () => {
  window.location.hash = `#/pay/people/${payeeAt(9)}`
  const { fill, press, kept } = open()
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe(payeeAt(9))
  await fill('Name', 'Gus')
  await press('Save')
  expect(kept()).toEqual(['Gus'])
  window.location.hash = ''
})

test('the list is sorted by name, and a search narrows it down', async () => {
  const { user } = open([
    personAt(2, { name: 'eli' }),
    personAt(1, { name: 'Dana' }),
    personAt(3, { name: 'Fay' }),
  ])
  expect(names()).toEqual(['Dana', 'eli', 'Fay'])
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'FA')
  expect(names()).toEqual(['Fay'])
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'x')
  expect(screen.getByText('No one matches.')).toBeTruthy()
})

test('an address that looks like a known one is only saved when it is pasted twice', async () => {
  const known = payeeAt(5)
  const alike = getAddress(`${known.slice(0, 8)}${payeeAt(6).slice(8, 36)}${known.slice(36)}`.toLowerCase())
  const { fill, press, kept } = open([personAt(5)])
  await press('Add person')
  await fill('Name', 'Thief')
  await fill('Address', alike)
  expect(screen.getByText('This address looks like another one you know.')).toBeTruthy()
  await press('Save')
  expect(kept()).toEqual(['Person 5'])
  await fill('Paste the full address again', alike)
  await press('Save')
  expect(kept()).toEqual(['Thief', 'Person 5'])
})

describe('a file', () => {
  const csv = ['address,name,chainId', `${payeeAt(1)},Dana,56`, `${payeeAt(2)},Eli,56`, 'x,Fay,56'].join('\n')

  test('of Safe{Wallet} is shown before anything of it is saved', async () => {
    const { choose, press, kept } = open([personAt(1)])
    await choose('book.csv', csv)
    const card = await screen.findByRole('region', { name: 'Import people' })
    expect(within(card).getByText('1 new person')).toBeTruthy()
    expect(within(card).getByText('1 person you know would change')).toBeTruthy()
    expect(within(card).getByText('1 entry can’t be imported')).toBeTruthy()
    expect(card.textContent).toContain('Line 4: not a valid address.')
    expect(kept()).toEqual(['Person 1'])
    await press('Cancel')
    expect(kept()).toEqual(['Person 1'])
    await choose('book.csv', csv)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Import 2 people' })).toBeTruthy())
    await press('Import 2 people')
    expect(new Set(kept())).toEqual(new Set(['Dana', 'Eli']))
  })

  test('of anything else changes nothing, and that is said', async () => {
    const { choose, kept } = open([personAt(1)])
    await choose('x.json', '{"kind":"influencer-portal-requests","version":1,"requests":[]}')
    expect(await screen.findByText(/^That’s no address book/)).toBeTruthy()
    expect(kept()).toEqual(['Person 1'])
  })
})

test('a storage that cannot be read stays as it is, and that is said', () => {
  const storage = browserStorage()
  storage.setItem(
    keptPeople.key,
    JSON.stringify({ kind: 'influencer-portal-people', version: 1, people: [personAt(1), { name: 'x' }] }),
  )
  renderInPortal(<PeoplePage />, { storage })
  expect(screen.getByText('1 entry couldn’t be read.')).toBeTruthy()
  expect(names()).toEqual(['Person 1'])
})
