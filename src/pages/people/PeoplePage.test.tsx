import { screen, waitFor, within } from '@testing-library/react'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { PortalError } from '#chain/PortalError.ts'
import { keptPeople, type Person } from '#domain/people/Person.ts'
import { portalUrl } from '#domain/shared/paths.ts'
import { fakeSafeAccount } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { minedNode } from '#tests/support/minedNode.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { personAt } from '#tests/support/personAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { begunProof, signedBy } from '#tests/support/signedProofs.ts'
import { influencers, stranger } from '../../../safe-app/accounts.ts'
import { PeoplePage } from './PeoplePage.tsx'

const [dana] = influencers

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
  const choose = (name: string, text: BlobPart) =>
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

describe('a proof in the link', () => {
  const begun = begunProof(dana, { uri: portalUrl() })
  const nodes = () =>
    answerNodes(minedNode({ hash: word(1), from: dana.address, to: dana.address, logs: [] }))

  test('is kept with a new person, is judged where it is shown, and leads to its page', async () => {
    nodes()
    const text = await signedBy(dana, begun)
    window.location.hash = `#/people/${dana.address}/${text}`
    const { fill, press, storage } = open()
    expect(await screen.findByText('(Signed, code not checked)')).toBeTruthy()
    expect(screen.queryByLabelText('Handle (optional)')).toBeNull()
    await fill('Name', 'Dana')
    await press('Save')
    expect(keptPeople.read(storage).items).toMatchObject([{ address: dana.address, proof: text, handle: '' }])
    const [row] = within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem')
    const link = await within(row as HTMLElement).findByRole('link', { name: /^@ada_example on / })
    expect(link.getAttribute('href')).toBe(`#/verify/${text}`)
    expect(row?.textContent).toContain('(Signed, code not checked)')
  })

  test('is added to someone who is known already, and can be taken away', async () => {
    nodes()
    const text = await signedBy(dana, begun)
    window.location.hash = `#/people/${dana.address}/${text}`
    const { press, storage } = open([personAt(1, { address: dana.address, name: 'Dana', handle: '@dana' })])
    expect(screen.getByRole('heading', { name: 'Edit person' })).toBeTruthy()
    await press('Save')
    expect(keptPeople.read(storage).items).toMatchObject([{ name: 'Dana', proof: text, handle: '@dana' }])
    await press('Edit Dana')
    await press('Remove proof')
    expect(screen.getByLabelText<HTMLInputElement>('Handle (optional)').value).toBe('@dana')
    await press('Save')
    expect(keptPeople.read(storage).items).toMatchObject([{ proof: '' }])
  })

  test('by someone else is shown as not to be relied on', async () => {
    nodes()
    const text = await signedBy(stranger, begun)
    window.location.hash = `#/people/${dana.address}/${text}`
    open()
    expect(await screen.findByText('(Wrong signer)')).toBeTruthy()
  })

  test.each([
    ['is of another address', (): Promise<string> => signedBy(dana, begun), payeeAt(9)],
    ['is damaged', async (): Promise<string> => 'x~1', dana.address],
  ] as const)('that %s is not saved', async (_, make, address) => {
    nodes()
    window.location.hash = `#/people/${address}/${await make()}`
    const { fill, press, kept } = open()
    expect(screen.getByRole('alert').textContent).toContain('The proof is for another address.')
    await fill('Name', 'Dana')
    await press('Save')
    expect(kept()).toEqual([])
    await press('Remove proof')
    await press('Save')
    expect(kept()).toEqual(['Dana'])
  })
})

describe('the names in Safe{Wallet}', () => {
  const inSafe = (addressBook: () => Promise<unknown>) => {
    const storage = browserStorage()
    const { user } = renderInPortal(<PeoplePage />, { storage, account: fakeSafeAccount({ addressBook }) })
    return {
      storage,
      ask: () => user.click(screen.getByRole('button', { name: /^Get names from Safe/ })),
      user,
    }
  }

  test('are asked for by a press, and shown before anything of them is saved', async () => {
    const { ask, storage, user } = inSafe(async () => [
      { address: payeeAt(1), name: 'Dana', chainId: '56' },
      { address: payeeAt(2), name: 'Eli', chainId: '1' },
    ])
    await ask()
    const card = within(await screen.findByRole('region', { name: 'Import people' }))
    expect(card.getByText('1 new person')).toBeTruthy()
    expect(card.getByText('1 entry can’t be imported')).toBeTruthy()
    expect(keptPeople.read(storage).items).toEqual([])
    await user.click(card.getByRole('button', { name: /^Import/ }))
    expect(keptPeople.read(storage).items).toMatchObject([{ name: 'Dana', address: payeeAt(1) }])
  })

  test.each<readonly [string, () => Promise<unknown>, RegExp]>([
    [
      'the person refuses',
      () => Promise.reject(new PortalError('rejected', 'You closed the request in your Safe.')),
      /^You closed the request in your Safe\. Nothing was changed\.$/,
    ],
    ['there are none', async () => [], /^Safe\{Wallet\} gave no names\./],
    ['the answer is no list', async () => ({}), /is no address book\. Nothing was changed\.$/],
  ])('change nothing where %s', async (_, answer, words) => {
    const { ask, storage } = inSafe(answer)
    await ask()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(keptPeople.read(storage).items).toEqual([])
  })

  test('are not offered in a tab', () => {
    open()
    expect(screen.queryByRole('button', { name: /^Get names/ })).toBeNull()
  })
})

test('an address in the link is filled in, and is known once it is saved', async () => {
  window.location.hash = `#/people/${payeeAt(9)}`
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
    expect(within(card).getByText('1 person you know differs: yours here stays')).toBeTruthy()
    expect(within(card).getByText('1 entry can’t be imported')).toBeTruthy()
    expect(card.textContent).toContain('Line 4: not a valid address.')
    expect(kept()).toEqual(['Person 1'])
    await press('Cancel')
    expect(kept()).toEqual(['Person 1'])
    await choose('book.csv', csv)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Import 1 person' })).toBeTruthy())
    await press('Import 1 person')
    expect(new Set(kept())).toEqual(new Set(['Person 1', 'Eli']))
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

test('behavior: a UTF-16 table with semicolons names the new and the changed before anything is saved', async () => {
  const { choose, kept, press } = open([personAt(1, { name: 'Dana' })])
  const text = `Adresse;Name;Netzwerk\r\n${payeeAt(1)};Dana D.;BSC\r\n${payeeAt(2)};Eli;1,56\r\n${payeeAt(3)};Fay;1`
  const bytes = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
  await choose('people.csv', bytes)
  const card = await screen.findByRole('region', { name: 'Import people' })
  expect(card.textContent).toContain('1 new person')
  expect(card.textContent).toContain(`Eli: ${payeeAt(2)}`)
  expect(card.textContent).toContain('not taken: name: Dana D.')
  expect(card.textContent).toContain('Line 4: for another network.')
  expect(kept()).toEqual(['Dana'])
  await press('Import 1 person')
  expect(kept().sort()).toEqual(['Dana', 'Eli'])
})

test('error: a spreadsheet says what to save it as, and changes nothing', async () => {
  const { choose, kept } = open([personAt(1, { name: 'Dana' })])
  await choose('people.csv', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1]))
  expect(await screen.findByText(/^That’s a spreadsheet\. Save it as CSV UTF-8/)).toBeTruthy()
  expect(kept()).toEqual(['Dana'])
})
