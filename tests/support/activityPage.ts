import { expect, type Frame, type Locator, type Page } from 'playwright/test'
import type { Address } from '#chain/Address.ts'
import * as Call from '#chain/Call.ts'
import * as SafeTx from '#safe/SafeTx.ts'
import { owners, type Persona } from '../../safe-app/accounts.ts'
import { amountOf } from '../../safe-app/seed/amountOf.ts'
import { treasury } from '../../safe-app/seed/safes.ts'
import { nonces, proposeTo } from '../integration/rig/proposals.ts'
import { app, appFrame, openHost } from './hostPage.ts'
import type { World } from './portalFixture.ts'
import { goTo, type Portal } from './portalPage.ts'

const [ada] = owners

/** Opens Activity of the treasury: looked at in a tab, or as the account in the Safe. */
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
      await openHost(page, world.hostUrl, { appUrl: world.portalUrl, safe: treasury.address, owner: 0 })
      await goTo(app(page), 'Activity')
      return { portal: app(page), frame: await appFrame(page) }
    },
  },
] as const

export type Queued = { readonly tx: SafeTx.SafeTx; readonly hash: SafeTx.SafeTxHash }

/** Proposes to the treasury, at the first nonce that nothing uses unless another is given. */
export async function queue(
  { rig }: World,
  make: (nonce: bigint) => SafeTx.SafeTx,
  options: { readonly nonce?: bigint; readonly by?: Persona } = {},
): Promise<Queued> {
  const tx = make(options.nonce ?? (await nonces(rig)).free)
  const { status } = await proposeTo(rig, tx, options.by ?? ada)
  expect(status).toBeLessThan(300)
  return { tx, hash: SafeTx.hash(treasury.address, tx, treasury.version) }
}

/** A payment of `text` of a pinned token. */
export function payment(to: Address, text: string, symbol: string): (nonce: bigint) => SafeTx.SafeTx {
  return (nonce) => SafeTx.fromCall(Call.transfer(to, amountOf(text, symbol)), nonce)
}

/** The row of the queue that says `text`. */
export function queued(portal: Portal, text: string | RegExp): Locator {
  return portal.getByRole('region', { name: 'Queue' }).getByRole('listitem').filter({ hasText: text })
}

/** The three hashes on a proposal's page, without the gaps between their digits. */
export async function shownHashes(portal: Portal): Promise<readonly string[]> {
  const card = portal.getByRole('region', { name: 'Hashes, computed here' })
  const names = ['Domain hash', 'Message hash', 'safeTxHash']
  return Promise.all(
    names.map(async (name) => {
      const line = card.locator('dl > div').filter({ hasText: name }).first()
      return /0x[0-9a-f]{64}/.exec((await line.innerText()).replace(/\s/g, ''))?.[0] ?? ''
    }),
  )
}
