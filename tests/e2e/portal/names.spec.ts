import type { Locator, Page } from 'playwright/test'
import { parseEther } from 'viem'
import { SPACE_ID_REGISTRY } from '#chain/names/spaceId.ts'
import { watchRequests } from '#tests/support/chunks.ts'
import { DEEP } from '#tests/support/deep.ts'
import { inspect } from '#tests/support/inspect.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { openList } from '#tests/support/payPage.ts'
import { expect, test, type World } from '#tests/support/portalFixture.ts'
import {
  accountButton,
  connect,
  fillPayment,
  goTo,
  openAccountDialog,
  type Portal,
} from '#tests/support/portalPage.ts'
import { approve } from '#tests/support/walletPage.ts'
import { claimName, registerName } from '../../../rig/chain/spaceIdContracts.ts'
import { nameClaims } from '../../../rig/seed/names.ts'

const { short, long, lie } = nameClaims

const HOUR = 3_600_000

/** The name lookups that the browser has cached; null if the account has no name. */
function keptNames(page: Page): Promise<unknown[]> {
  return page.evaluate(() => {
    const { clientState } = JSON.parse(
      localStorage.getItem('portal.walletCache') ?? '{"clientState":{"queries":[]}}',
    ) as { clientState: { queries: { queryKey: unknown[]; state: { data: unknown } }[] } }
    return clientState.queries
      .filter(({ queryKey }) => queryKey[0] === 'ensName')
      .map(({ state }) => state.data)
  })
}

test('behavior: an account’s name is shown in the header and in the dialog, without a request to another chain', async ({
  wallet,
  world,
}) => {
  const seen = watchRequests(wallet, world.portalUrl)
  await wallet.goto(`${world.portalUrl}?wallet=account:${short.who.index}`)
  await connect(wallet)
  await expect(accountButton(wallet)).toContainText(short.name)
  await expect(accountButton(wallet)).toHaveAccessibleName(`${short.name} ${short.who.address}`)
  await expect(accountButton(wallet).getByTitle(short.who.address)).toBeVisible()
  const dialog = await openAccountDialog(wallet)
  await expect(dialog.getByRole('heading', { name: short.name })).toBeVisible()
  expect(seen.origins.size).toBeGreaterThan(0)
  expect(world.rpcUrls).toEqual(expect.arrayContaining([...seen.origins]))
  await test.step('error: a cached name that was tampered with is not shown', async () => {
    await expect.poll(() => keptNames(wallet)).toEqual([short.name])
    const { address } = short.who
    await wallet.addInitScript((name) => {
      const kept = localStorage.getItem('portal.walletCache')
      if (kept !== null) localStorage.setItem('portal.walletCache', kept.replace(`"${name}"`, '{"split":7}'))
    }, short.name)
    await wallet.reload()
    await connect(wallet)
    await expect.poll(() => keptNames(wallet)).toEqual([{ split: 7 }])
    const dialog = await openAccountDialog(wallet)
    await expect(dialog.getByText(`${address.slice(0, 4)}…${address.slice(-4)}`)).toBeVisible()
    await expect(accountButton(wallet)).toContainText(`${address.slice(0, 6)}…`)
  })
})

test('behavior: a long name is cut after 24 characters and loses its suffix', { tag: DEEP }, async ({
  wallet,
  world,
}) => {
  await wallet.goto(`${world.portalUrl}?wallet=account:${long.who.index}`)
  await connect(wallet)
  const cut = `${long.name.slice(0, 24)}...`
  await expect(accountButton(wallet)).toHaveAccessibleName(`${cut} ${long.who.address}`)
  await test.step('behavior: on a phone a long name stays on the header’s line', async () => {
    await wallet.setViewportSize({ width: 360, height: 640 })
    await expect(accountButton(wallet)).toContainText(long.name.slice(0, 24))
    const brand = await wallet
      .getByRole('banner')
      .getByRole('link', { name: 'Influencer Portal' })
      .boundingBox()
    const account = await accountButton(wallet).boundingBox()
    expect(account?.y).toBeLessThan((brand?.y ?? 0) + (brand?.height ?? 0))
    expect((account?.x ?? 0) + (account?.width ?? 0)).toBeLessThanOrEqual(360)
  })
  const dialog = await openAccountDialog(wallet)
  await expect(dialog.getByText(cut, { exact: true })).toBeVisible()
})

test('error: an account that claims someone else’s name is shown by its address', { tag: DEEP }, async ({
  wallet,
  world,
}) => {
  const { address, index } = lie.who
  await wallet.goto(`${world.portalUrl}?wallet=account:${index}`)
  await connect(wallet)
  await expect.poll(() => keptNames(wallet)).toEqual([null])
  await expect(accountButton(wallet)).toContainText(`${address.slice(0, 6)}…${address.slice(-4)}`)
  const dialog = await openAccountDialog(wallet)
  await expect(dialog.getByText(`${address.slice(0, 4)}…${address.slice(-4)}`)).toBeVisible()
  await expect(wallet.getByText(lie.name)).toHaveCount(0)
})

test('behavior: a name is cached for a day and then read again', { tag: DEEP }, async ({ wallet, world }) => {
  const { address, index } = short.who
  await wallet.goto(`${world.portalUrl}?wallet=account:${index}`)
  await connect(wallet)
  await expect.poll(() => keptNames(wallet)).toEqual([short.name])
  await withoutSpaceId(world, async () => {
    await wallet.clock.setSystemTime(Date.now() + 23 * HOUR)
    await wallet.reload()
    await connect(wallet)
    await expect(accountButton(wallet)).toContainText(short.name)
    await wallet.clock.setSystemTime(Date.now() + 25 * HOUR)
    await wallet.reload()
    await connect(wallet)
    await expect(accountButton(wallet)).toContainText(`${address.slice(0, 6)}…`)
    await openAccountDialog(wallet)
    await expect(wallet.getByText(short.name)).toHaveCount(0)
    await expect(wallet.getByRole('alert')).toHaveCount(0)
  })
})

/** Removes the registry from the chain for a while. */
async function withoutSpaceId({ rig }: World, work: () => Promise<void>): Promise<void> {
  const { client } = rig.chain
  const code = await client.getCode({ address: SPACE_ID_REGISTRY })
  if (code === undefined) throw new Error('There is no registry.')
  await client.setCode({ address: SPACE_ID_REGISTRY, bytecode: '0x' })
  try {
    await work()
  } finally {
    await client.setCode({ address: SPACE_ID_REGISTRY, bytecode: code })
  }
}

const looks = (within: Portal | Locator, name: string) =>
  within.getByText(new RegExp(`^${name}, looked up \\d`))

test('behavior: a name that is typed is reviewed and paid as its address, also after it moved', {
  tag: DEEP,
}, async ({ wallet, world }) => {
  const [first, second] = [payeeAt(78_001), payeeAt(78_002)]
  await giveName(world, 'walks.bnb', first)
  await wallet.goto(world.portalUrl)
  await connect(wallet)
  await goTo(wallet, 'Pay')
  await wallet.getByLabel('To', { exact: true }).fill('Walks.BNB')
  await expect(looks(wallet, 'walks.bnb')).toBeVisible()
  await giveName(world, 'walks.bnb', second)
  await fillPayment(wallet, { payee: 'Walks.BNB', amount: '0.0125' })
  const moved = wallet.getByRole('alert').filter({ hasText: 'A name you entered has changed.' })
  await expect(moved).toContainText(
    `walks.bnb now points to ${second}. This payment goes to ${first}, as entered.`,
  )
  const pay = wallet.getByRole('button', { name: 'Pay 0.0125 BNB' })
  await expect(pay).toBeDisabled()
  await inspect(wallet, 'the review of a name that moved')
  await wallet.getByRole('checkbox', { name: 'Pay the address as entered.' }).check()
  await pay.click()
  await approve(wallet, first)
  await expect(looks(wallet, 'walks.bnb')).toBeVisible()
  await expect.poll(() => world.rig.chain.client.getBalance({ address: first })).toBe(parseEther('0.0125'))
  expect(await world.rig.chain.client.getBalance({ address: second })).toBe(0n)
})

test('behavior: in a Safe, names in a list are looked up on a press, and those that lead nowhere stay errors', {
  tag: DEEP,
}, async ({ page, world, host }) => {
  await giveName(world, 'stays.bnb', payeeAt(78_003))
  await registerName(world.rig.chain.client, 'unclaimed.bnb', payeeAt(78_004))
  const portal = await world.safe.openApp(page, world.portalUrl)
  await openList(portal)
  await portal
    .getByRole('textbox', { name: 'Paste your list', exact: true })
    .fill(
      'stays.bnb,1.5,USDT\nunclaimed.bnb,2,USDT\nst\u0430ys.bnb,3,USDT\nSTAYS.bnb,4,USDT\nempty-seat.bnb,5,USDT',
    )
  await portal.getByRole('button', { name: 'Check list' }).click()
  const row = (line: number) => portal.getByRole('group', { name: `Line ${line}`, exact: true })
  await expect(row(3)).toContainText('may imitate another one')
  await portal.getByRole('button', { name: 'Look up 3 names' }).click()
  await expect(row(2)).toContainText(`points to ${payeeAt(78_004)}, but that address hasn’t named itself`)
  await expect(row(5)).toContainText('empty-seat.bnb has no address')
  for (const line of [1, 4]) await expect(row(line)).toContainText('stays.bnb, looked up')
  await inspect(page, 'a list with names that were looked up', () => host.appFrame())
  await portal.getByRole('button', { name: 'Skip these 3' }).click()
  await portal.getByRole('button', { name: 'Review 2 payments' }).click()
  const review = portal.getByRole('region', { name: 'Review', exact: true })
  await expect(review).toContainText('The name still points to this address.')
  await expect(looks(review, 'stays.bnb')).toHaveCount(2)
})

/** Registers a name for an address that claims it. */
async function giveName({ rig }: World, name: string, address: `0x${string}`): Promise<void> {
  await registerName(rig.chain.client, name, address)
  await claimName(rig.chain.client, address, name)
}
