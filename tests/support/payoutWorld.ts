import type { Account } from '#account/Account.ts'
import type { KeyValueStore } from '#account/Mode.ts'
import type { Transfer } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { transferKey } from '#domain/payout/fingerprint.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import type { TokenMood, WorldChain } from './worldChain.ts'

/** Everything around the portal that can go wrong while it pays, beside the nodes. All off: a good day. */
export type Moods = {
  /** What the wallet or the host does when it is asked. */
  asked?: AskedMood
  /** What the token does with what is sent from now on. */
  token?: TokenMood
  serviceDown?: boolean
  /** The service does not list what is new. */
  serviceBehind?: boolean
  /** The service has not indexed what was executed: it calls it cancelled. */
  indexBehind?: boolean
  /** The service decodes no batch. */
  undecoded?: boolean
  serviceLies?: boolean
  hostForgets?: boolean
  storageFull?: boolean
  /** Safe{Wallet} lets the Safe pay for its own execution. */
  gasFromSafe?: boolean
  /** ms */
  clock?: number
}

/** What happens to a request to the wallet or the host. `landed`: it was done all the same. */
export type AskedMood =
  | 'good'
  | 'rejects'
  | 'rejects-landed'
  | 'fails'
  | 'fails-landed'
  | 'busy'
  | 'busy-landed'
  | 'babbles'
  | 'babbles-landed'
  | 'hangs'
  | 'hangs-landed'
  | 'frozen-landed'
  | 'lies'
  | 'bundle-failed'
  | 'bundle-paid'
  | 'names-old'
  /** It is sent, and waits for many blocks. */
  | 'waits'
  | 'same-nonce'
  | 'host-batch'

/** What a chain with its services is to the test: the truth, and the account as a fresh page has it. */
export type World = {
  readonly moods: Moods
  readonly chain: WorldChain
  /** Every transfer that really left the account in a block, by its key; the same key twice is a double payment. */
  readonly paid: () => ReadonlyMap<string, number>
  /** The same for what is final and arrived whole. */
  readonly paidWhole: () => ReadonlyMap<string, number>
  /** Transfers that somebody can still make happen: they wait, or are signed and kept. */
  readonly possible: () => ReadonlySet<string>
  /** A new page: nothing of the old one answers any more. */
  readonly open: () => Page
  /** One step of the world: whoever waits for a block, a signature or an execution gets it. */
  readonly step: () => void
  /** Somebody else does something: index into what the world offers; true when there was something to do. */
  readonly meddle: (deed: number) => string | null
  /** The person takes everything out of the batch that they collect in the host, where the portal cannot see it. */
  readonly emptyBatch: () => void
  readonly kill: (after: number) => void
  /** How often something outside was waited for since the page was opened. */
  readonly waits: () => number
  /** How often each mood of the wallet, the host and the services has acted. */
  readonly acted: Map<string, number>
}

export type Page = {
  readonly context: PayoutContext
  readonly account: Account
  /** Resolves with `killed` when the page is; what hangs is given up then. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | 'killed'>
}

/** Never settles, as a promise of a page that is gone, or of a wallet that is never answered. */
export const never = <T>(): Promise<T> => new Promise<T>(() => {})

/** Runs what happens outside of a page, which may be gone before or after it. */
export type Outside = <T>(work: () => T | Promise<T>) => Promise<T>

/** The part of a world that is the browser: its pages, storage, locks and clock. */
export function browser(moods: Moods) {
  const stored = new Map<string, string>()
  const volatile = new Map<string, string>()
  let locked: object | null = null
  let page = {}
  let count = 0
  let killAt = Number.POSITIVE_INFINITY
  let onKill: () => void = () => {}
  let killed: Promise<'killed'> = never()

  const wait = async (mine: object): Promise<void> => {
    if (mine !== page) return never()
    count++
    if (count >= killAt) {
      page = {}
      onKill()
    }
    if (mine !== page) return never()
    await undefined
    if (mine !== page) return never()
  }
  const storage: KeyValueStore = {
    getItem: (key) => volatile.get(key) ?? stored.get(key) ?? null,
    setItem(key, value) {
      if (moods.storageFull) volatile.set(key, value)
      else {
        volatile.delete(key)
        stored.set(key, value)
      }
    },
    removeItem(key) {
      volatile.delete(key)
      stored.delete(key)
    },
  }
  return {
    storage,
    waits: () => count,
    kill(after: number) {
      killAt = count + after
    },
    /** A new page. What its account waits for is outside: the page may die before and after it. */
    open(make: (outside: Outside) => Account): Page {
      const mine = {}
      page = mine
      volatile.clear()
      locked = null
      count = 0
      killAt = Number.POSITIVE_INFINITY
      killed = new Promise((resolve) => {
        onKill = () => resolve('killed')
      })
      const account = make(async (work) => {
        await wait(mine)
        const result = await work()
        await wait(mine)
        return result
      })
      const context: PayoutContext = {
        account,
        payouts: payoutStore(storage, account.address),
        isKept: () => !moods.storageFull,
        now: () => 1_790_000_000_000 + (moods.clock ?? 0),
        async alone(work) {
          await wait(mine)
          if (locked) throw new PortalError('busy', 'Another tab.')
          const own = {}
          locked = own
          try {
            return await work()
          } finally {
            if (locked === own) locked = null
          }
        },
      }
      return { context, account, run: (work) => Promise.race([work(), killed]) }
    },
  }
}

/** Counts transfers by their key. */
export function countTransfers(transfers: readonly Transfer[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const transfer of transfers) {
    const key = transferKey(transfer)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Counts what acted. */
export function counter() {
  const acted = new Map<string, number>()
  return { acted, act: (name: string) => void acted.set(name, (acted.get(name) ?? 0) + 1) }
}
