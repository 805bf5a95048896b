import type { Address } from '#chain/Address.ts'
import { type Call, transfersOf } from '#chain/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { getBlockNumber } from '#chain/questions.ts'
import type { Rpc } from '#chain/Rpc.ts'
import { readChain } from '#chain/readChain.ts'
import type { TransactionDetails } from '#safe/detailsDocument.ts'
import { firstAnswer } from '#safe/firstAnswer.ts'
import { readSafe } from '#safe/SafeContract.ts'
import type { SafeSource } from '#safe/SafeSource.ts'
import * as SafeTx from '#safe/SafeTx.ts'
import { callsOf, toSafeTx } from '#safe/verifyDetails.ts'
import type { ActivityItem, ActivityLists, ActivityPage } from './Activity.ts'
import type { MadePayment, PaymentsMade, Since } from './PaymentsMade.ts'
import type { ProposalHost } from './safeOutcome.ts'

/** What is asked for the payments of a Safe. */
export type SafePaymentsParts = {
  readonly address: Address
  readonly activity: ActivityLists
  /** Asked first for a proposal: a public service lets one question through in a second. */
  readonly host?: ProposalHost
  readonly sources: readonly SafeSource[]
  readonly rpc: Rpc
}

/** A queue is read to its end, however long (pages). */
const QUEUE_PAGES = 20
/** Pages of a history that are read at most; what lies before is a gap. */
const HISTORY_PAGES = 10

/**
 * What a Safe has paid or queued, by the content of its proposals. The service is where other owners' proposals are found,
 * so a queue or history that cannot be read is an error and not an empty list.
 */
export async function safePayments(
  parts: SafePaymentsParts,
  since: Since,
  signal?: AbortSignal,
): Promise<PaymentsMade> {
  const { activity, address, rpc } = parts
  const asked = signal ?? new AbortController().signal
  const [state, block] = await readChain(() =>
    Promise.all([readSafe(rpc, address), getBlockNumber(rpc, 'latest')]),
  )
  // What is not on the chain yet has paid nobody, and nobody can sign for it.
  if (state === null) return { payments: [], gaps: [], position: { block, nonce: 0n } }
  const payments: MadePayment[] = []
  const gaps: string[] = []
  const add = async (items: readonly ActivityItem[], isQueue: boolean, unreadable: number) => {
    const read = await Promise.all(
      items
        .filter((item) => mayPay(item, isQueue))
        .map((item) => toPayment(parts, item, isQueue, state, asked)),
    )
    payments.push(...read.flatMap((one) => (one === 'unreadable' || one === null ? [] : [one])))
    const lost = unreadable + read.filter((one) => one === 'unreadable').length
    if (lost > 0) {
      gaps.push(
        `${lost} of the ${isQueue ? 'queued' : 'executed'} transactions could not be read, or are not what they are called.`,
      )
    }
  }

  for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page++) {
    if (page === QUEUE_PAGES) throw new PortalError('malformed', 'The queue of the Safe has no end.')
    const found: ActivityPage = (await activity.queued?.(cursor, asked)) ?? noPage
    await add(found.items, true, found.unreadable)
    cursor = found.cursor
  }
  for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page++) {
    if (page === HISTORY_PAGES) {
      gaps.push(`Only the newest ${HISTORY_PAGES} pages of the history were looked through.`)
      break
    }
    const found: ActivityPage = await activity.history(cursor, asked)
    const young = found.items.filter(({ at }) => at === null || at >= since.at)
    await add(young, false, found.unreadable)
    cursor = young.length < found.items.length ? null : found.cursor
  }
  return { payments, gaps, position: { block, nonce: state.nonce } }
}

const noPage: ActivityPage = { items: [], cursor: null, unreadable: 0, source: '' }

/** A list says of a batch only that it is one. Money that came in is none of ours, and a rejection pays nobody. */
function mayPay({ what, safeTxHash, status }: ActivityItem, isQueue: boolean): boolean {
  if (safeTxHash === null || status.kind === 'cancelled' || what.kind === 'rejection') return false
  return isQueue || what.kind === 'batch' || what.kind === 'transfer-out'
}

/** What was read under a name that is the hash of it: it can never be anything else. */
const contents = new Map<string, readonly Call[] | null>()

async function toPayment(
  { address, host, sources }: SafePaymentsParts,
  { safeTxHash, status, at }: ActivityItem,
  isQueue: boolean,
  { version }: { readonly version: string },
  signal: AbortSignal,
): Promise<MadePayment | null | 'unreadable'> {
  if (safeTxHash === null) return null
  const name = `${address} ${safeTxHash}`
  if (!contents.has(name)) {
    const isThis = (details: TransactionDetails | null | undefined) =>
      details ? SafeTx.hash(address, toSafeTx(details), version) === safeTxHash : false
    const told = await host?.details(safeTxHash).catch(() => null)
    const details = isThis(told)
      ? told
      : (await firstAnswer(sources, (source) => source.transaction(safeTxHash, signal)))?.answer
    if (!details || !isThis(details)) return 'unreadable'
    contents.set(name, callsOf(details))
  }
  const calls = contents.get(name) ?? null
  if (calls === null) return null
  return {
    id: safeTxHash,
    submission: { kind: 'proposed', safe: address, calls, safeTxHash },
    state: isQueue ? 'queued' : status.kind === 'failed' ? 'failed' : 'executed',
    transfers: transfersOf(calls),
    at,
  }
}
