import type { Page } from 'playwright/test'
import { SPACE_ID_REGISTRY } from '#chain/names/spaceId.ts'
import { nameClaims } from '../../../safe-app/seed/names.ts'
import { watchRequests } from '../../support/chunks.ts'
import { expect, test, type World } from '../../support/portalFixture.ts'
import { accountButton, connect, openAccountDialog } from '../../support/portalPage.ts'

const { short, long, lie } = nameClaims

const HOUR = 3_600_000

/** The name lookups that the browser has cached; null where the account has no name. */
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
})

test('behavior: a long name is cut after 24 characters and loses its suffix', async ({ wallet, world }) => {
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

test('error: an account that claims someone else’s name is shown by its address', async ({
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

test('behavior: a name is cached for a day and then read again', async ({ wallet, world }) => {
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

test('error: a cached name that was tampered with is not shown', async ({ wallet, world }) => {
  const { address, index } = short.who
  await wallet.goto(`${world.portalUrl}?wallet=account:${index}`)
  await connect(wallet)
  await expect.poll(() => keptNames(wallet)).toEqual([short.name])
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
