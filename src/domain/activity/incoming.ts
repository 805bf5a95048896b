import { readTransfers } from '#chain/logs/logs.ts'
import {
  type BnbScan,
  datedBnbScan,
  isBnbScanDone,
  retriedBnbScan,
  startBnbScan,
  stepBnbBack,
  stepBnbForward,
} from '#chain/logs/scanBnb.ts'
import {
  isLogScanDone,
  retriedLogScan,
  startLogScan,
  stepLogsBack,
  stepLogsForward,
  type TransferScan,
} from '#chain/logs/scanLogs.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readFinalBlock } from '#chain/settlement/settlement.ts'
import { createStore, type Store } from '#storage/store.ts'

/** Payments to an account, as reported by public nodes. Null before the first answer. */
export type Incoming = {
  readonly tokens: TransferScan | null
  /** `unsupported`: the account is a contract, so its balance proves nothing. */
  readonly bnb: BnbScan | 'unsupported' | null
  /** True while it reads further back. */
  readonly looking: boolean
}

/** True once a part of the chain was searched, or no part can be. Until then, an empty list proves nothing. */
export function hasLooked({ tokens, looking }: Incoming): boolean {
  return tokens !== null && !looking && (tokens.from <= tokens.to || isLogScanDone(tokens))
}

/** Since when (ms) every payment in a pinned token or in BNB is known; null if that cannot be said. */
export function knownSince(
  { tokens, bnb }: Incoming,
  { address }: Pick<Token.Token, 'address'>,
): number | null {
  if (address !== null) return tokens?.since ?? null
  if (bnb === null || bnb === 'unsupported') return null
  // A contract is no longer followed, a block can hold more than is listed, and a delegation can hide payments.
  const isComplete = bnb.forward.stopped === null && bnb.unexplained.length === 0 && !bnb.isDelegated
  return isComplete ? bnb.since : null
}

/** Looks for payments to one account in sequential steps. Results are kept while the page is open. */
export type IncomingWatch = Pick<Store<Incoming>, 'get' | 'subscribe'> & {
  /**
   * Catches up with the newest final block; the first call starts reading back. @throws when no node answers
   */
  readonly refresh: () => Promise<Incoming>
  /** Reads further back, until `stop`, the end of what nodes serve, or the step limit. */
  readonly lookBack: () => Promise<void>
  readonly stop: () => void
}

/** Answers per call of `lookBack`; a person may ask for more. */
const TOKEN_STEPS = 8
const BNB_STEPS = 40
/** Requests per catch-up after a tab was hidden for long; the next poll continues. */
const FORWARD_STEPS = 20

const tokens = Token.pinned.flatMap(({ address }) => (address === null ? [] : [address]))

export function watchIncoming(rpc: Rpc, account: Address): IncomingWatch {
  const subject = { account, tokens, side: 'to' } as const
  const { get, set: setAll, subscribe } = createStore<Incoming>({ tokens: null, bnb: null, looking: false })
  let stopped = false
  let last: Promise<unknown> = Promise.resolve()

  const set = (some: Partial<Incoming>) => setAll({ ...get(), ...some })
  /** Concurrent steps would each build on an outdated state. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  const lookBackNow = async () => {
    stopped = false
    set({ looking: true })
    try {
      // A refusal only shrinks the next window, and enough of them end the scan by themselves.
      for (let answers = 0; answers < TOKEN_STEPS && !stopped; ) {
        const { tokens: scan } = get()
        if (scan === null || isLogScanDone(scan)) break
        const next = await stepLogsBack(rpc, readTransfers(subject), scan, 0n)
        set({ tokens: next })
        if (next.from !== scan.from) answers++
      }
      for (let step = 0; step < BNB_STEPS && !stopped; step++) {
        const { bnb } = get()
        if (bnb === null || bnb === 'unsupported' || isBnbScanDone(bnb)) break
        set({ bnb: await stepBnbBack(rpc, account, bnb) })
      }
      const { bnb } = get()
      if (bnb !== null && bnb !== 'unsupported' && !stopped) set({ bnb: await datedBnbScan(rpc, bnb) })
    } finally {
      set({ looking: false })
    }
  }

  const catchUp = async (head: bigint) => {
    for (let step = 0; step < FORWARD_STEPS; step++) {
      const { tokens: scan } = get()
      if (scan === null || scan.to >= head) break
      set({ tokens: await stepLogsForward(rpc, readTransfers(subject), scan, head) })
    }
    for (let step = 0; step < FORWARD_STEPS; step++) {
      const { bnb } = get()
      if (bnb === null || bnb === 'unsupported' || bnb.to >= head || bnb.forward.stopped === 'contract') break
      set({ bnb: await datedBnbScan(rpc, await stepBnbForward(rpc, account, bnb, head)) })
    }
  }

  const lookBack = () =>
    alone(async () => {
      const { tokens: scan, bnb } = get()
      if (scan && scan.refusedAt !== null) set({ tokens: retriedLogScan(scan) })
      if (bnb && bnb !== 'unsupported' && bnb.back.stopped === 'refused') set({ bnb: retriedBnbScan(bnb) })
      await lookBackNow()
    })

  return {
    get,
    subscribe,
    async refresh() {
      // Reading back may take long; the next round finds payments that arrived meanwhile.
      if (get().looking) return get()
      const isFirst = get().tokens === null
      await alone(async () => {
        const head = await readFinalBlock(rpc)
        if (get().bnb === null) {
          // Many nodes serve logs but not old balances: one must not keep the other from being shown.
          const started = await startBnbScan(rpc, account, head).catch(() => null)
          if (started) set({ bnb: started.kind === 'started' ? started.scan : 'unsupported' })
        }
        if (get().tokens === null) set({ tokens: startLogScan(head) })
        else await catchUp(head)
      })
      if (isFirst) void lookBack()
      return get()
    },
    lookBack,
    stop() {
      stopped = true
    },
  }
}
