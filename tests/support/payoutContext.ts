import type { Account } from '#account/Account.ts'
import type { RecentPayment, RecentPayments, Since } from '#account/Activity.ts'
import type { Submission } from '#account/Submission.ts'
import { type Call, transfersOf } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { batchCalls, type Payment, type Payout, planPayout } from '#domain/payout/Payout.ts'
import type { Consent, PayoutContext } from '#domain/payout/payBatch.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { word } from './fakeRpc.ts'
import { PAYEE, PAYOUT_HASH, SAFE, USDT } from './safeExamples.ts'

const usdt = Token.find(USDT) ?? Token.BNB
const waiting: PaymentStatus = { kind: 'needs-signatures', have: 1, need: 2, turn: { next: 1n, own: 1n } }

/** Consent to nothing besides the payment itself. */
export const noConsent: Consent = { again: new Set<string>(), unkept: false, unread: false }

/** A row with this many base units of USDT, or of another token. */
export function payoutRow(value: bigint, token: Token.Token = usdt): Payment {
  return { payee: PAYEE, amount: { token, value }, note: null, reference: null }
}

/** Three rows for a Safe, in batches of at most `limit`. */
export function planned(limit = 3): Payout {
  return planPayout(
    { address: SAFE, kind: 'safe' },
    [1n, 2n, 3n].map((value) => payoutRow(value)),
    limit,
    0,
  )
}

/** A Safe without faults, with its paid and queued payments; `looked` lists the spans that were read. */
export function contextOf(
  batches: {
    readonly kind?: Account['kind']
    readonly submit?: (calls: readonly Call[]) => Promise<Submission>
    readonly made?: readonly RecentPayment[]
    readonly read?: Partial<RecentPayments>
    readonly status?: PaymentStatus | (() => PaymentStatus)
    readonly isKept?: () => boolean
    /** When the blocks of transactions were made. */
    readonly timeOf?: PayoutContext['timeOf']
  } = {},
) {
  const kept = new Map<string, string>()
  const asked: number[] = []
  const looked: Since[] = []
  const account = {
    kind: batches.kind ?? 'safe',
    address: SAFE,
    recentPayments: async (since: Since): Promise<RecentPayments> => {
      looked.push(since)
      return {
        payments: batches.made ?? [],
        gaps: [],
        position: { block: 9n, nonce: 1n },
        time: null,
        ...batches.read,
      }
    },
    status: async ({ calls }: Submission) => {
      const status = typeof batches.status === 'function' ? batches.status() : (batches.status ?? waiting)
      return calls.map(() => status)
    },
    submit: async (calls: readonly Call[]): Promise<Submission> => {
      asked.push(calls.length)
      if (batches.submit) return batches.submit(calls)
      const id = word(asked.length)
      return batches.kind === 'eoa'
        ? { kind: 'batched', from: SAFE, calls, id, hashes: [], since: null }
        : { kind: 'proposed', safe: SAFE, calls, safeTxHash: id as SafeTxHash, inLargerBatch: false }
    },
  } as unknown as Account
  const context: PayoutContext = {
    account,
    payouts: payoutStore(
      {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      SAFE,
    ),
    withPayerLock: (work) => work(),
    isKept: batches.isKept ?? (() => true),
    now: () => 1_000,
    timeOf: batches.timeOf ?? (async () => null),
  }
  return { context, asked, looked, kept }
}

/** A payout's first batch as it appears in its Safe's queue. */
export function queued(
  payout: Payout,
  safeTxHash = PAYOUT_HASH,
  more: Partial<RecentPayment> = {},
): RecentPayment {
  const [batch] = payout.batches
  const calls = batch ? batchCalls(payout, batch) : []
  return {
    id: safeTxHash,
    submission: { kind: 'proposed', safe: SAFE, calls, safeTxHash, inLargerBatch: false },
    reported: 'queued',
    transfers: transfersOf(calls),
    at: 2_000,
    ...more,
  }
}
