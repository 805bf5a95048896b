import { transferKey } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import { type FoldedStatus, foldStatuses } from '#domain/ledger/foldStatus.ts'
import { type Payment, type Payout, planPayout } from '#domain/payout/Payout.ts'
import type { Consent } from '#domain/payout/payBatch.ts'
import { runPayout } from '#domain/payout/runPayout.ts'
import { reconcile } from '#tests/support/attempts.ts'
import type { Page, World, WorldFaults } from '#tests/support/payoutWorld.ts'
import { PAYEE, USDT } from '#tests/support/safeExamples.ts'
import { safeWorld } from '#tests/support/safeWorld.ts'
import { walletWorld } from '#tests/support/walletWorld.ts'
import { mustOccurWithSafe, mustOccurWithWallet } from './mustOccur.ts'

/** An account that pays, with the largest number of rows in one batch. */
type Payer = {
  readonly name: string
  readonly openWorld: (hasLongPast: boolean) => World
  readonly limit: number
  readonly mustOccur: readonly string[]
}

export const payers: readonly [Payer, ...Payer[]] = [
  { name: 'a Safe', openWorld: () => safeWorld(), limit: 2, mustOccur: mustOccurWithSafe },
  {
    name: 'a wallet',
    openWorld: (hasLongPast) => walletWorld(hasLongPast ? 300 : 0),
    limit: 1,
    mustOccur: mustOccurWithWallet,
  },
  {
    name: 'a wallet that takes batches',
    openWorld: () => walletWorld(),
    limit: 3,
    mustOccur: ['batch', 'sped up', 'cancelled', 'lost', 'undone', 'retried', 'shown paid', 'shown not-paid'],
  },
]

const usdt = Token.find(USDT) ?? Token.BNB
/** Not a pinned token: it may deduct a fee or emit no event. */
const unverified: Token.Token = {
  address: '0x00000000000000000000000000000000000070c3',
  symbol: 'FEE',
  name: 'Unverified token',
  decimals: 18,
}

/** Every row pays a different amount, so that each transfer on the chain belongs to one row. */
export const rows: readonly Payment[] = [usdt, usdt, usdt, Token.BNB, unverified].map((token, index) => ({
  payee: PAYEE,
  amount: { token, value: BigInt(index + 1) * 100n },
  note: null,
  reference: null,
}))

/** The key of each row's transfer, by which the world counts. */
export const transferKeys = rows.map(({ payee, amount }) =>
  transferKey({ token: amount.token.address, to: payee, value: amount.value }),
)

/** How often each fault, step and shown status occurred. */
export type Occurrences = Map<string, number>

export function count(occurred: Occurrences, name: string, times = 1): void {
  occurred.set(name, (occurred.get(name) ?? 0) + times)
}

/** A world in which one payout is made, with whatever the steps have led to so far. */
export type Trial = {
  readonly world: World
  readonly limit: number
  readonly occurred: Occurrences
  page: Page
  /** The payouts of the same rows, in order. */
  readonly payoutIds: string[]
  /** An old copy, as in a tab that was opened an hour ago. */
  stale: Payout | null
  /** Written data was lost with its page. */
  hasForgotten: boolean
  /** How often each row may be paid: once, and once more for each typed consent or for another month. */
  readonly allowed: number[]
}

/** Opens a world with a payout that was not requested yet. */
export function startTrial(
  { openWorld, limit }: Payer,
  { hasLongPast = false, occurred = new Map() }: { hasLongPast?: boolean; occurred?: Occurrences } = {},
): Trial {
  if (hasLongPast) count(occurred, 'a long past')
  const world = openWorld(hasLongPast)
  const page = world.open()
  const payout = page.context.payouts.write(planPayout(page.account, rows, limit, 0))
  return {
    world,
    limit,
    occurred,
    page,
    payoutIds: [payout.id],
    stale: payout,
    hasForgotten: false,
    allowed: rows.map(() => 1),
  }
}

/** The person opens the page again. */
export function openAgain(trial: Trial): void {
  trial.page = trial.world.open()
}

export const noConsent: Consent = { again: new Set(), unkept: false, unread: false }

/** The id of one of the trial's payouts, in the order of their creation. */
export const payoutId = ({ payoutIds }: Trial, which = 0) => payoutIds[which] ?? ''

/** The first payout as it is stored now. */
export const readPayout = (trial: Trial) => trial.page.context.payouts.read(payoutId(trial))

export type RunOptions = {
  /** Which of the payouts; by default the first. */
  readonly which?: number
  /** Leaves out attempts without an answer. */
  readonly passOver?: boolean
  /** The person stops waiting for the wallet. */
  readonly leave?: AbortSignal
  readonly consent?: Consent
}

/** Runs a payout like its page does: the world moves on while the portal waits. */
export async function run(
  trial: Trial,
  { which = 0, passOver = false, leave, consent = noConsent }: RunOptions = {},
) {
  const { world, page } = trial
  const stop = new AbortController()
  const waiting = new AbortController()
  leave?.addEventListener('abort', () => waiting.abort())
  let pauses = 0
  return runPayout(page.context, payoutId(trial, which), consent, {
    signal: stop.signal,
    leave: waiting.signal,
    onChange: () => {},
    passOver,
    pause: async () => {
      world.step()
      if (++pauses > 12) stop.abort()
    },
  })
}

/** The same, on a page that may be killed meanwhile. */
export function runOnPage(trial: Trial, options?: RunOptions) {
  return trial.page.run(() => run(trial, options))
}

/** Looks for answers to the attempts of the first payout. */
export function lookForAnswers(trial: Trial) {
  return reconcile(trial.page.context, payoutId(trial))
}

/** No fault is left. */
export function endFaults({ faults, chain }: World): void {
  for (const key of Object.keys(faults)) delete faults[key as keyof WorldFaults]
  chain.fault(null)
  chain.stall(false)
}

/** Lets every pending event happen. */
export function letAllHappen(world: World): void {
  for (let turn = 0; turn < 60; turn++) world.step()
}

/** Reads the statuses of a payout's attempts from the account. */
export async function readStatuses(
  page: Page,
  payout: Payout,
): Promise<(attempt: Attempt) => readonly PaymentStatus[] | undefined> {
  const all = await Promise.all(
    payout.attempts.map(async (attempt) => {
      const submission = submissionOf(attempt)
      const read = submission && page.account.status(submission, new AbortController().signal)
      return [attempt.id, await read?.catch(() => undefined)] as const
    }),
  )
  const found = new Map(all.map(([id, statuses]) => [id, statuses ?? undefined]))
  return ({ id }) => found.get(id)
}

/** The status that the portal shows for each row of a payout. */
export async function shownStatuses(trial: Trial, which = 0): Promise<readonly FoldedStatus[]> {
  const { page } = trial
  const id = payoutId(trial, which)
  const payout = await reconcile(page.context, id).catch(() => page.context.payouts.read(id))
  return payout ? foldStatuses(payout, await readStatuses(page, payout)) : []
}

/** The kinds of those statuses. */
export async function shownKinds(trial: Trial, which = 0): Promise<readonly string[]> {
  return (await shownStatuses(trial, which)).map(({ status }) => status.kind)
}
