import { getAddress } from 'viem'
import type { Network } from '../chain/Network.ts'
import * as HostFaults from '../host/state/Faults.ts'
import type { BrowserPage, FaultSwitch, LocalSafe, LocalSafeAccount } from './LocalSafe.ts'
import { findSafe, requirePerson } from './safeActions.ts'

type Context = {
  readonly url: string
  readonly network: Network
  readonly safes: readonly LocalSafeAccount[]
}

/** The part of a page that this module uses again after opening an app. */
type OpenPage = Pick<BrowserPage<unknown>, 'isClosed' | 'evaluate'>

const APP = 'section[aria-label="App"]'
/** The host's frame with the app, once it has loaded. */
const FRAME = `${APP} iframe:not([hidden])`
/** What the host says in its place. */
const FAULT = `${APP} p[role="alert"], ${APP} [role="alert"] p`
/** Longer (ms) than the host waits for an app itself. */
const MOST = 120_000

/** The host in browsers: who acts in it, how it misbehaves, and the pages that show it. */
export type HostPages = Pick<LocalSafe, 'link' | 'openApp' | 'actingAs'> & {
  readonly faults: FaultSwitch<HostFaults.Faults>
  acting(): string | null
}

/** Begins with Ada and a faithful host. */
export function hostPages({ url, network, safes }: Context): HostPages {
  let actor: string | null = 'Ada'
  let faults = HostFaults.none
  const pages = new Set<OpenPage>()

  async function tell(change: object): Promise<void> {
    for (const page of pages) if (page.isClosed()) pages.delete(page)
    // As text, because a bundler would change a function.
    const script = `window.localSafe?.(${JSON.stringify(change)})`
    await Promise.all(
      [...pages].map((page) =>
        page.evaluate(script).catch((error: unknown) => {
          if (!page.isClosed()) throw error
        }),
      ),
    )
  }

  const link: LocalSafe['link'] = (appUrl, options = {}) => {
    const safe = getAddress(findSafe(safes, options.safe).address)
    const query = new URLSearchParams({ safe: `${network.shortName}:${safe}`, appUrl })
    query.set('owner', ownerOf(options.as ?? actor))
    HostFaults.write(faults, query)
    return `${url}/?${query}`
  }

  async function setFaults(next: HostFaults.Faults): Promise<void> {
    faults = next
    await tell({ faults })
  }

  return {
    acting: () => actor,
    link,
    async openApp(page, appUrl, options) {
      pages.add(page)
      await page.goto(link(appUrl, options))
      await page.waitForSelector(`${FRAME}, ${FAULT}`, { timeout: MOST })
      const fault = await page.evaluate(`document.querySelector(${JSON.stringify(FAULT)})?.textContent`)
      if (typeof fault === 'string') throw new Error(fault)
      return page.frameLocator(FRAME)
    },
    async actingAs(name) {
      const owner = name === null ? null : requirePerson(name).index
      actor = name
      await tell({ owner })
    },
    faults: {
      get: () => faults,
      set: async (some) => {
        for (const name of Object.keys(some)) {
          if (!(name in HostFaults.none)) throw new RangeError(`There is no fault called "${name}".`)
        }
        await setFaults({ ...faults, ...some })
      },
      reset: () => setFaults(HostFaults.none),
    },
  }
}

function ownerOf(name: string | null): string {
  return name === null ? 'none' : `${requirePerson(name).index}`
}
