import {
  type BnbScan,
  isBnbScanDone,
  retriedBnbScan,
  startBnbScan,
  stepBnbBack,
  stepBnbForward,
} from '#chain/logs/scanBnb.ts'
import {
  isTransferScanDone,
  retriedTransferScan,
  startTransferScan,
  stepBack,
  stepForward,
  type TransferScan,
} from '#chain/logs/scanTransfers.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readFinalBlock } from '#chain/settlement/settlement.ts'

/** What public nodes tell of payments to an account. Null before the first answer. */
export type Incoming = {
  readonly tokens: TransferScan | null
  /** `unsupported`: the account has code, so nothing follows from its balance. */
  readonly bnb: BnbScan | 'unsupported' | null
  /** True while it looks further back. */
  readonly looking: boolean
}

/** Looks for payments to one account, step by step, one thing at a time; what was found is kept while the page lives. */
export type IncomingWatch = {
  readonly get: () => Incoming
  readonly subscribe: (listener: () => void) => () => void
  /** Catches up with the newest final block; the first call begins to look back. @throws when no node answers */
  readonly refresh: () => Promise<Incoming>
  /** Looks further back, until `stop`, the end of what nodes tell, or so many steps. */
  readonly lookBack: () => Promise<void>
  readonly stop: () => void
}

/** Answers that one look back asks for: a person may ask for more. */
const TOKEN_STEPS = 8
const BNB_STEPS = 40
/** Requests of one catching up, after a tab was hidden for long; the next poll goes on. */
const FORWARD_STEPS = 20

const tokens = Token.pinned.flatMap(({ address }) => (address === null ? [] : [address]))

export function watchIncoming(rpc: Rpc, account: Address): IncomingWatch {
  const subject = { account, tokens, side: 'to' } as const
  const listeners = new Set<() => void>()
  let state: Incoming = { tokens: null, bnb: null, looking: false }
  let stopped = false
  let last: Promise<unknown> = Promise.resolve()

  const set = (some: Partial<Incoming>) => {
    state = { ...state, ...some }
    for (const listener of listeners) listener()
  }
  /** Two at a time would each build on a state that the other has left behind. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  const lookBackNow = async () => {
    stopped = false
    set({ looking: true })
    try {
      // A refusal only makes the next window smaller, and so many of them end the scan by themselves.
      for (let answers = 0; answers < TOKEN_STEPS && !stopped && state.tokens; ) {
        if (isTransferScanDone(state.tokens)) break
        const { from } = state.tokens
        set({ tokens: await stepBack(rpc, subject, state.tokens) })
        if (state.tokens?.from !== from) answers++
      }
      for (let step = 0; step < BNB_STEPS && !stopped; step++) {
        const { bnb } = state
        if (bnb === null || bnb === 'unsupported' || isBnbScanDone(bnb)) break
        set({ bnb: await stepBnbBack(rpc, account, bnb) })
      }
    } finally {
      set({ looking: false })
    }
  }

  const catchUp = async (head: bigint) => {
    for (let step = 0; step < FORWARD_STEPS && state.tokens && state.tokens.to < head; step++) {
      set({ tokens: await stepForward(rpc, subject, state.tokens, head) })
    }
    for (let step = 0; step < FORWARD_STEPS; step++) {
      const { bnb } = state
      if (bnb === null || bnb === 'unsupported' || bnb.to >= head || bnb.forward.stopped === 'code') break
      set({ bnb: await stepBnbForward(rpc, account, bnb, head) })
    }
  }

  const lookBack = () =>
    alone(async () => {
      const { tokens: scan, bnb } = state
      if (scan && scan.refusedAt !== null) set({ tokens: retriedTransferScan(scan) })
      if (bnb && bnb !== 'unsupported' && bnb.back.stopped === 'refused') set({ bnb: retriedBnbScan(bnb) })
      await lookBackNow()
    })

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async refresh() {
      // A look back takes as long as it takes; what came in meanwhile is found by the next round.
      if (state.looking) return state
      const isFirst = state.tokens === null
      await alone(async () => {
        const head = await readFinalBlock(rpc)
        if (state.bnb === null) {
          // Nodes that read logs and forget balances are common: one must not keep the other from being shown.
          const started = await startBnbScan(rpc, account, head).catch(() => null)
          if (started) set({ bnb: started.kind === 'started' ? started.scan : 'unsupported' })
        }
        if (state.tokens === null) set({ tokens: startTransferScan(head) })
        else await catchUp(head)
      })
      if (isFirst) void lookBack()
      return state
    },
    lookBack,
    stop() {
      stopped = true
    },
  }
}
