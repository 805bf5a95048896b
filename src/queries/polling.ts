import { pace } from '#env.ts'

// How often every query of this folder is repeated, and how failures slow that down. Loops outside wait for an answer of
// their own: `QUEUE_EVERY` and `NONCE_EVERY` in `modes/safe/propose.ts`, `ASK_EVERY` and `ASK_FOR_OWNER_EVERY` in
// `modes/safe/mode.tsx`, `LOOK_EVERY` in `domain/payout/payoutRuns.ts`, `POLL` in `modes/wallet/submissionStatus.ts`.

/** How often (ms) each question is asked again while its page is visible, before `pace`. */
const usual = {
  /** Balances and the owners of a Safe. */
  account: 15_000,
  /** The two lists of an account. A new item appears within this time. */
  queued: 15_000,
  history: 15_000,
  /** A proposal on its own page: a new signature or its execution. In a list it is read again when its row changes. */
  proposal: 15_000,
  /** A proposal whose Safe the chain could not describe. */
  unconfirmedProposal: 30_000,
  /** Received payments, and the status of one that was executed. */
  activityItem: 15_000,
  /** A transaction until it is final. BSC produces two blocks per second. */
  settlement: 4_000,
  /** A payment that waits for signatures. */
  attempt: 4_000,
  /** A payment that is to be executed, or under way for long. */
  attemptSoon: 2_000,
  /** A payment under way, at first: BSC makes a block final within two seconds. */
  attemptUnderWay: 500,
  /** Requests without an answer, in case they were carried out after all. */
  unanswered: 15_000,
  /** Funds and earlier payments. */
  review: 15_000,
  /** The signature of a request or a proof that is not complete. */
  signature: 15_000,
  /** The same while owners are asked to sign. */
  askedSignature: 4_000,
  /** The lists in a hidden tab, if the person wants notifications. Visible pages poll by themselves. */
  hiddenTab: 60_000,
  prices: 60_000,
  agreedPrice: 30_000,
} as const

type Question = keyof typeof usual

/** The intervals (ms) of this build: `usual`, but for tests. */
export const intervals = Object.fromEntries(
  Object.entries(usual).map(([question, ms]) => [question, ms / pace]),
) as Readonly<Record<Question, number>>

/** Delay (ms) before a retry after this many consecutive failures: 1 s, doubled each time, at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1_000 * 2 ** (failures - 1), 30_000)
}

/** The part of a query with its progress; `errorUpdatedAt` in ms since the epoch. */
type Going = { readonly state: { readonly status: string; readonly errorUpdatedAt: number } }

/** Consecutive failures of a query; `at` distinguishes one failure from the next. */
const failing = new WeakMap<object, { readonly at: number; readonly times: number }>()

/**
 * A `refetchInterval`: every `interval` ms normally; after failures sooner at first, then with growing
 * delays. A short outage recovers by itself, and a long one is not hammered.
 */
export function polling(interval: number) {
  return (query: Going): number => {
    const { status, errorUpdatedAt: at } = query.state
    if (status === 'success') failing.delete(query)
    // A query that never had an answer is pending again while it tries.
    if (status !== 'error') return interval
    const before = failing.get(query)
    const times = before ? before.times + (before.at === at ? 0 : 1) : 1
    failing.set(query, { at, times })
    return retryDelay(times)
  }
}

/** The part of a query that tells whether its last try failed. */
type Tried = { readonly isError: boolean; readonly isPending: boolean; readonly errorUpdateCount: number }

/**
 * True from a failure until the next answer. A query that never had an answer forgets its error while it tries again,
 * and what a page says about it must not change at every try.
 */
export function hasFailed({ isError, isPending, errorUpdateCount }: Tried): boolean {
  return isError || (isPending && errorUpdateCount > 0)
}

/** How far something was read: what was read once stays read, whatever the next reading brings. */
export type ReadState = 'reading' | 'read' | 'not-read'

/** How far the answer of a query was read, or of several together. */
export function readState(query: { readonly data: unknown; readonly error: unknown }): ReadState {
  return query.data ? 'read' : query.error ? 'not-read' : 'reading'
}
