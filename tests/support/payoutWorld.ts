import type { Account } from '#account/Account.ts'
import { type Transfer, transferKey } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { readFinalTime } from '#chain/settlement/settlement.ts'
import { formatBackup, openBackup } from '#domain/backup/backupFile.ts'
import { planRestore, readContents, restore } from '#domain/backup/restore.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import type { TokenBehavior, WorldChain } from './worldChain.ts'

/** Everything around the portal, besides the nodes, that can fail while it pays. No field: no fault. */
export type WorldFaults = {
  /** How the wallet or host treats a request. */
  asked?: WalletAnswer
  /** How the token treats transfers from now on. */
  token?: TokenBehavior
  serviceDown?: boolean
  /** The service does not list new items. */
  serviceBehind?: boolean
  /** The service has not indexed executions and reports them as cancelled. */
  indexBehind?: boolean
  /** The service does not decode batches. */
  undecoded?: boolean
  serviceLies?: boolean
  /** The history skips every other execution. */
  serviceOmits?: boolean
  /** The lists name a nonce that is one too high. */
  serviceRenumbers?: boolean
  hostForgets?: boolean
  storageFull?: boolean
  /** In Safe{Wallet} the Safe pays for its own execution. */
  gasFromSafe?: boolean
  /** ms */
  clock?: number
}

/** The result of a request to the wallet or host. `landed`: it was carried out anyway. */
export type WalletAnswer =
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
  /** It answers with a value that names no transaction. */
  | 'garbage'
  | 'garbage-landed'

/** A chain with its services for a test: the truth, and the account on a fresh page. */
export type World = {
  readonly faults: WorldFaults
  readonly chain: WorldChain
  /** Every transfer that left the account in a block, by key; the same key twice is a double payment. */
  readonly paid: () => ReadonlyMap<string, number>
  /** The same for transfers that are final and arrived in full. */
  readonly paidWhole: () => ReadonlyMap<string, number>
  /** Transfers that can still happen: pending, or signed and kept. */
  readonly possible: () => ReadonlySet<string>
  /** Opens a new page: requests of the old one never get an answer. */
  readonly open: () => Page
  /** One step of the world: pending blocks, signatures and executions happen. */
  readonly step: () => void
  /**
   * Another person acts: `choice` is an index into the world's actions; returns the action, or null if none was
   * possible.
   */
  readonly interfere: (choice: number) => string | null
  /** The person empties the batch in the host, which the portal cannot see. */
  readonly emptyBatch: () => void
  readonly kill: (after: number) => void
  /** Restores a backup of this browser in another one, where the person continues. */
  readonly move: () => Promise<void>
  /** How many outside calls were awaited since the page opened. */
  readonly waits: () => number
  /** How often each behavior of the wallet, host and services took effect. */
  readonly acted: Map<string, number>
}

export type Page = {
  readonly context: PayoutContext
  readonly account: Account
  /** Resolves with `killed` when the page is killed; hanging work is abandoned then. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | 'killed'>
}

/** Never settles, like a promise of a closed page, or a wallet request that is never answered. */
export const never = <T>(): Promise<T> => new Promise<T>(() => {})

/** Runs work outside a page, which may be killed before or after it. */
export type Outside = <T>(work: () => T | Promise<T>) => Promise<T>

/** After this many calls a page lets other things happen. */
const BUSY = 200

/** The browser of a world: its pages, storage, locks and clock. */
export function browser(faults: WorldFaults) {
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
    // A page that asks without end would let nothing else happen, not even the end of its trial.
    await (count % BUSY === 0 ? new Promise(setImmediate) : undefined)
    if (mine !== page) return never()
  }
  const storage: KeyValueStore = {
    getItem: (key) => volatile.get(key) ?? stored.get(key) ?? null,
    setItem(key, value) {
      if (faults.storageFull) volatile.set(key, value)
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
    async move() {
      const listed = { ...storage, keys: () => [...stored.keys()], keeping: () => 'browser' as const }
      const here = { ...listed, subscribe: () => () => {} }
      const opened = openBackup(await formatBackup(readContents(here).contents, 5, null))
      if (opened.kind !== 'open') throw new Error(opened.kind)
      stored.clear()
      volatile.clear()
      await restore(here, opened.backup, await planRestore(here, opened.backup))
    },
    waits: () => count,
    kill(after: number) {
      killAt = count + after
    },
    /** A new page. Its account's calls are outside: the page may be killed before and after each. */
    open(make: (outside: Outside) => Account, chain: Pick<WorldChain, 'rpc' | 'time'>): Page {
      const mine = {}
      page = mine
      volatile.clear()
      locked = null
      count = 0
      killAt = Number.POSITIVE_INFINITY
      killed = new Promise((resolve) => {
        onKill = () => resolve('killed')
      })
      const outside: Outside = async (work) => {
        await wait(mine)
        const result = await work()
        await wait(mine)
        return result
      }
      const account = make(outside)
      const rpc = chain.rpc(outside)
      const context: PayoutContext = {
        account,
        payouts: payoutStore(storage, account.address),
        isKept: () => !faults.storageFull,
        now: () => chain.time() + (faults.clock ?? 0),
        timeOf: (hash) => readFinalTime(rpc, hash),
        async withPayerLock(work) {
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

/** Counts transfers by key. */
export function countTransfers(transfers: readonly Transfer[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const transfer of transfers) {
    const key = transferKey(transfer)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Counts the faults that took effect. */
export function counter() {
  const acted = new Map<string, number>()
  return { acted, act: (name: string) => void acted.set(name, (acted.get(name) ?? 0) + 1) }
}
