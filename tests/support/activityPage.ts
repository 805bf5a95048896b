import { expect, type Frame, type Locator, type Page } from 'playwright/test'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Call from '#chain/money/Call.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { nonces, proposeTo } from '#tests/integration/rig/proposals.ts'
import { amountOf } from '../../rig/seed/amountOf.ts'
import { treasury } from '../../rig/seed/safes.ts'
import { owners, type Persona } from '../../safe-app/accounts.ts'
import { hostPageOf } from '../../safe-app/local/playwright.ts'
import { deleteRequestHashes } from '../../safe-app/service/write/typedAuth.ts'
import type { World } from './portalFixture.ts'
import { goTo, type Portal, unfold } from './portalPage.ts'

const [ada] = owners

/** Two ways to open the treasury's Activity: watched in a tab, or as the account in the Safe. */
export const ways = [
  {
    way: 'in a tab',
    async open(page: Page, world: World): Promise<{ portal: Portal; frame: Page | Frame }> {
      await page.goto(`${world.portalUrl}#/activity/safe/${treasury.address}`)
      return { portal: page, frame: page }
    },
  },
  {
    way: 'in a Safe',
    async open(page: Page, world: World): Promise<{ portal: Portal; frame: Page | Frame }> {
      await world.safe.openApp(page, world.portalUrl)
      await goTo(hostPageOf(page).app, 'Activity')
      return { portal: hostPageOf(page).app, frame: await hostPageOf(page).appFrame() }
    },
  },
] as const

let last = 100

/**
 * A whole number that no test of this worker has used, because proposals stay in the queue for later tests.
 */
export function fresh(): number {
  last += 10
  return last
}

export type Queued = { readonly tx: SafeTx.SafeTx; readonly hash: SafeTx.SafeTxHash }

/** Proposes to the treasury, at the first free nonce unless another is given. */
export async function queue(
  { rig }: World,
  make: (nonce: bigint) => SafeTx.SafeTx,
  options: { readonly nonce?: bigint; readonly by?: Persona } = {},
): Promise<Queued> {
  const tx = make(options.nonce ?? (await nonces(rig)).free)
  const by = options.by ?? ada
  const { status } = await proposeTo(rig, tx, by)
  expect(status).toBeLessThan(300)
  const hash = SafeTx.hash(treasury.address, tx, treasury.version)
  open.push({ hash, by })
  return { tx, hash }
}

/** Proposals by tests that have not been deleted yet. */
const open: { readonly hash: SafeTx.SafeTxHash; readonly by: Persona }[] = []

/** Deletes a test's proposals; otherwise the queue would grow onto a second page. */
export async function clearQueue({ rig }: World): Promise<void> {
  for (const { hash, by } of open.splice(0)) {
    const [deletion] = deleteRequestHashes(BSC_CHAIN_ID, treasury.address, hash, Date.now())
    if (deletion === undefined) throw new Error('There is nothing to sign')
    const signature = await by.account.sign({ hash: deletion })
    await fetch(`${rig.service.url}/v1/chains/56/transactions/${hash}`, {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ signature }),
    })
  }
}

/** A payment of `text` in a pinned token. */
export function payment(to: Address, text: string, symbol: string): (nonce: bigint) => SafeTx.SafeTx {
  return (nonce) => SafeTx.fromCall(Call.transfer(to, amountOf(text, symbol)), nonce)
}

/** The queue's row with `text`. */
export function queued(portal: Portal, text: string | RegExp): Locator {
  return portal.getByRole('region', { name: 'Queue' }).getByRole('listitem').filter({ hasText: text })
}

/** Opens the page of a row of a list: the row is the link. */
export async function openRow(row: Locator): Promise<void> {
  await row.getByRole('link').click()
}

/** Opens one of the lists of an account's Activity. */
export async function showTab(portal: Portal, name: 'All' | 'Queue' | 'Sent' | 'Received'): Promise<void> {
  const tab = portal.getByRole('navigation', { name: 'Parts of Activity' }).getByRole('link', { name })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-current', 'page')
}

/** Opens a page of Activity that is not a list: behind Tools, and without an account on the page itself. */
export async function openTool(
  portal: Portal,
  name: 'Check a transaction' | 'Watch a Safe' | 'Open an export',
): Promise<void> {
  const link = portal.getByRole('link', { name, exact: true })
  const tools = portal.getByRole('button', { name: 'Tools', exact: true })
  await expect(link.or(tools)).toBeVisible()
  if (await tools.isVisible()) await tools.click()
  await link.click()
  await expect(portal.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Unfolds every comparison on a proposal's page, and returns their card. */
export async function allChecks(portal: Portal): Promise<Locator> {
  const card = portal.getByRole('region', { name: /checks passed$/ })
  await unfold(card, /^\d+ more checks?$/)
  return card
}

/** The three hashes on a proposal's page, without the gaps between digits. Unfolds them. */
export async function shownHashes(portal: Portal): Promise<readonly string[]> {
  const card = portal.getByRole('region', { name: /checks passed$/ })
  await unfold(card, 'Compare before signing: hashes and fingerprint')
  const names = ['Domain hash', 'Message hash', 'safeTxHash']
  return Promise.all(
    names.map(async (name) => {
      const line = card.locator('dl > div').filter({ hasText: name }).first()
      return /0x[0-9a-f]{64}/.exec((await line.innerText()).replace(/\s/g, ''))?.[0] ?? ''
    }),
  )
}
