import { screen, waitFor } from '@testing-library/react'
import { namehash } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { setEarlyChecks } from '#components/settings/switches.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { PeoplePage } from '#pages/people/PeoplePage.tsx'
import { accountKey } from '#storage/keys.ts'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes, type FakeNode } from '#tests/support/fakeNodes.ts'
import { type NameRecords, nameNode, nameRecords } from '#tests/support/nameNode.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { personAt } from '#tests/support/personAt.ts'
import { type Around, browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { PayPage } from './PayPage.tsx'

const [ada, eve] = [payeeAt(1), payeeAt(2)]
const nodeOf = (records: NameRecords, answers = {}) => nameNode(records, answers, payNode())
const page = () => document.body.textContent ?? ''
/** Selector of `resolver(bytes32)`, with which every look-up begins. */
const LOOK_UP = '0178b8bf'
const shows = (text: string | RegExp) =>
  waitFor(() =>
    expect(page().replace(/\s+/g, ' ')).toMatch(typeof text === 'string' ? new RegExp(text) : text),
  )
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const review = () => screen.findByRole('region', { name: 'Review' })

function openPay(nodes: FakeNode | readonly FakeNode[], around: Around = {}, page = <PayPage />) {
  const sent = answerNodes(nodes)
  const { user, ...rest } = renderInPortal(page, { account: fakeWallet(), ...around })
  return { user, sent, ...rest }
}

async function fill(user: ReturnType<typeof openPay>['user'], payee: string) {
  const to = screen.getByLabelText('To')
  await user.clear(to)
  await user.click(to)
  await user.paste(payee)
  const amount = screen.getByLabelText('Amount')
  await user.clear(amount)
  await user.type(amount, '1')
}

describe('a name in the form', () => {
  test('behavior: is looked up by itself, and its address is shown, reviewed and paid', async () => {
    const { user } = openPay(nodeOf(nameRecords({ 'ada.bnb': ada })))
    await fill(user, 'Ada.BNB')
    await shows(/ada\.bnb, looked up /)
    expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('Ada.BNB')
    await user.click(await button('Review payment'))
    const region = await review()
    expect(region.textContent).toContain(ada)
    expect(region.textContent).toContain('ada.bnb, looked up ')
    await shows(/The name still points to this address/)
  })

  test('error: is not payable before it is looked up, nor after it has changed', async () => {
    const { user } = openPay(nodeOf(nameRecords({ 'ada.bnb': ada })))
    await fill(user, 'ada.bnb')
    await user.click(await button('Review payment'))
    await shows(/ada\.bnb, looked up /)
    await user.type(screen.getByLabelText('To'), 'x')
    await user.click(await button('Review payment'))
    expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
    expect(page()).not.toContain('looked up')
  })

  const claimless = { leads: new Map([['ada.bnb', ada]]), claims: new Map<Address, string>() }
  test.each([
    [
      'that its address does not claim',
      nodeOf(claimless),
      /ada\.bnb points to 0x.*hasn’t named itself ada\.bnb/,
    ],
    ['that nobody has', nodeOf(nameRecords({})), /ada\.bnb has no address/],
    [
      'about which two operators disagree',
      [nodeOf(nameRecords({ 'ada.bnb': ada })), nodeOf(nameRecords({ 'ada.bnb': eve }))],
      /Our sources disagree about ada\.bnb/,
    ],
    [
      'for which one operator answers',
      [nodeOf(nameRecords({ 'ada.bnb': ada })), null],
      /Only one source answered for ada\.bnb/,
    ],
    ['of a network that is down', null, /We couldn’t look up ada\.bnb/],
    [
      'that leads to a token',
      nodeOf(nameRecords({ 'ada.bnb': '0x55d398326f99059fF775485246999027B3197955' })),
      /token contract/,
    ],
  ])('error: %s is refused', async (_, nodes, words) => {
    const { user } = openPay(nodes)
    await fill(user, 'ada.bnb')
    await user.click(await button('Review payment'))
    await shows(words)
    expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
  })

  test.each([
    ['\u0430da.bnb', /may imitate another one/],
    [`${'a'.repeat(252)}.bnb`, /longer than 100 characters/],
    ['ada.eth', /We look up \.bnb names only/],
  ])('error: %s is never looked up', async (name, words) => {
    const { user, sent } = openPay(nodeOf(nameRecords({})))
    await fill(user, name)
    await user.click(await button('Review payment'))
    await shows(words)
    expect(screen.queryByRole('button', { name: /^Look up/ })).toBeNull()
    expect(sent.join()).not.toContain(LOOK_UP)
  })

  test('behavior: with early checks off it waits for a press, and says why', async () => {
    const storage = browserStorage()
    setEarlyChecks(storage, false)
    const { user, sent } = openPay(nodeOf(nameRecords({ 'ada.bnb': ada })), { storage })
    await fill(user, 'ada.bnb')
    await shows(/Checks before you pay are off in Settings, so ada\.bnb wasn’t looked up/)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(sent.join()).not.toContain(LOOK_UP)
    await user.click(await button('Look up ada.bnb'))
    await shows(/ada\.bnb, looked up /)
    expect(sent.join()).toContain(LOOK_UP)
    expect(document.activeElement).toBe(screen.getByLabelText('To'))
  })

  test('behavior: that a person has as well is a question', async () => {
    const storage = browserStorage()
    keptPeople.keep(storage, [personAt(1, { address: eve, name: 'ada.bnb' })])
    const { user, sent } = openPay(nodeOf(nameRecords({ 'ada.bnb': ada })), { storage })
    await fill(user, 'ada.bnb')
    await shows(/ada\.bnb is someone in People and also a \.bnb name/)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(sent.join()).not.toContain(LOOK_UP)
    await user.click(await button(/^Pay .* from People$/))
    expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe(eve)
  })
})

describe('a name that moves before the review', () => {
  test('error: is said, and paid as entered only after a tick', async () => {
    const records = nameRecords({ 'ada.bnb': ada })
    const { user } = openPay(nodeOf(records))
    await fill(user, 'ada.bnb')
    await shows(/ada\.bnb, looked up /)
    records.leads.set('ada.bnb', eve)
    records.claims.set(eve, 'ada.bnb')
    await user.click(await button('Review payment'))
    await shows(new RegExp(`ada\\.bnb now points to ${eve}\\. This payment goes to ${ada}, as entered`))
    expect((await button('Pay 1 USDT')).disabled).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Pay the address as entered.' }))
    await waitFor(async () => expect((await button('Pay 1 USDT')).disabled).toBe(false))
  })
})

describe('names in a list', () => {
  async function openList(rows: readonly string[], nodes: FakeNode, around: Around = {}) {
    const opened = openPay(nodes, around)
    await opened.user.click(screen.getByRole('link', { name: 'Enter a list' }))
    await opened.user.click(screen.getByRole('textbox', { name: 'Paste your list' }))
    await opened.user.paste(rows.join('\n'))
    await screen.findByRole('region', { name: 'Import' })
    return opened
  }
  const line = (number: number) => screen.getByRole('group', { name: `Line ${number}` })
  const names = { 'ada.bnb': ada, 'eve.bnb': eve }

  test('behavior: are looked up on a press, kept with the draft, and reviewed by address', async () => {
    const storage = browserStorage()
    const rows = ['ada.bnb,250,USDT', 'eve.bnb,10,USDT', 'ADA.bnb,5,USDT', 'bob.bnb,1,USDT']
    const { user, unmount } = await openList(rows, nodeOf(nameRecords(names)), { storage })
    await shows(/4 rows to fix or skip/)
    await user.click(await button('Look up 3 names'))
    await waitFor(() => expect(line(1).textContent).toContain('ada.bnb, looked up '))
    expect(line(3).textContent).toContain(ada.slice(-4))
    expect(line(4).textContent).toContain('bob.bnb has no address')
    await waitFor(() => expect(storage.getItem(accountKey('draft', fakeWallet().address))).toContain(eve))
    unmount()
    window.location.hash = '#/pay/list'
    const again = openPay(nodeOf(nameRecords({})), { storage })
    await waitFor(() => expect(line(2).textContent).toContain('eve.bnb, looked up '))
    expect(again.sent.join()).not.toContain(LOOK_UP)
    await again.user.click(await button('Skip line 4'))
    await waitFor(async () => expect((await button('Review 3 payments')).disabled).toBe(false))
    await again.user.click(await button('Review 3 payments'))
    await shows(/2 names you entered have changed/)
    expect((await button(/^Pay 265 USDT/)).disabled).toBe(true)
  })

  test('behavior: one that is looked up by itself keeps the focus in its row', async () => {
    const { user } = await openList(['ada.bnb,250,USDT', 'eve.bnb,10,USDT'], nodeOf(nameRecords(names)))
    await user.click(await button('Look up ada.bnb'))
    await waitFor(() => expect(line(1).textContent).toContain('ada.bnb, looked up '))
    expect(document.activeElement).toBe(line(1))
    await user.tab()
    expect(line(1).contains(document.activeElement)).toBe(true)
  })

  test('error: more than 25 names are not looked up together', async () => {
    const rows = Array.from({ length: 26 }, (_, index) => `a${index}.bnb,1,USDT`)
    await openList(rows, nodeOf(nameRecords({})))
    await shows(/This list has 26 names\. We look up at most 25/)
    expect(screen.queryByRole('button', { name: /^Look up \d/ })).toBeNull()
  })

  test('error: one that is also a person’s is not looked up with the others', async () => {
    const storage = browserStorage()
    keptPeople.keep(storage, [personAt(3, { name: 'Ada.bnb' })])
    const { user } = await openList(['ada.bnb,1,USDT', 'eve.bnb,2,USDT'], nodeOf(nameRecords(names)), {
      storage,
    })
    await user.click(await button('Look up 1 name'))
    await waitFor(() => expect(line(2).textContent).toContain('eve.bnb, looked up '))
    expect(line(1).textContent).toContain('ada.bnb is someone in People and also a .bnb name')
    await user.click(await button('Look up ada.bnb'))
    await waitFor(() => expect(line(1).textContent).toContain('ada.bnb, looked up '))
    expect(line(1).textContent).toContain(ada.slice(-4))
  })
})

describe('a name of someone in People', () => {
  async function openForm(nodes: FakeNode) {
    const opened = openPay(nodes, {}, <PeoplePage />)
    await opened.user.click(await button('Add person'))
    await opened.user.type(screen.getByLabelText('Name'), 'Ada')
    await opened.user.type(screen.getByLabelText('Address'), 'Ada.bnb')
    return { ...opened, field: screen.getByLabelText<HTMLInputElement>('Address') }
  }

  test('behavior: is looked up on a press, and its address takes its place', async () => {
    const { user, field } = await openForm(nodeOf(nameRecords({ 'ada.bnb': ada })))
    await user.click(await button('Save'))
    await shows(/Look up ada\.bnb, or enter the 0x address/)
    await user.click(await button('Look up ada.bnb'))
    await waitFor(() => expect(field.value).toBe(ada))
    await user.click(await button('Save'))
    await shows(/Ada is saved\./)
  })

  test('error: an answer that comes after other text changes nothing', async () => {
    let answer = () => {}
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    const node = nodeOf(nameRecords({ 'ada.bnb': ada }))
    const { user, field, sent } = await openForm(async (method, params) => {
      if (method === 'eth_call') await late
      return node(method, params)
    })
    await user.click(await button('Look up ada.bnb'))
    await shows(/Looking up ada\.bnb with two sources/)
    await user.clear(field)
    await user.type(field, 'eve.bnb')
    answer()
    // Each operator reports twice where the name leads, the second time as its last answer.
    const lastCall = `3b3b57de${namehash('ada.bnb').slice(2)}`
    await waitFor(() => expect(sent.join().split(lastCall)).toHaveLength(5))
    await user.click(await button('Look up eve.bnb'))
    await shows(/eve\.bnb has no address/)
    expect(field.value).toBe('eve.bnb')
  })
})
