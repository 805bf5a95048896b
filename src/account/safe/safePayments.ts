import type { Gap, RecentPayment, RecentPayments, Since } from '#account/RecentPayments.ts'
import { readChainTime } from '#chain/logs/blockTime.ts'
import type { Address } from '#chain/money/Address.ts'
import { type Rpc, readChain } from '#chain/rpc/Rpc.ts'
import { readFinalBlock } from '#chain/settlement/settlement.ts'
import { readSafe } from '#safe/tx/SafeContract.ts'
import { chainPayments, readSafeLogs } from './chainPayments.ts'
import { readListed, type SafeLists } from './safeLists.ts'

/** The chain, for the payments of a Safe. */
export type SafeChain = {
  readonly address: Address
  readonly rpc: Rpc
  /** Reads logs. Its requests may fail slowly, so they are separate from those that a payment waits for. */
  readonly scanRpc?: Rpc
}

/** The sources for the payments of a Safe. */
type SafePaymentsParts = SafeChain & Omit<SafeLists, 'name'>

/**
 * The payments that a Safe has made or queued, from the content of each of its transactions, decoded here, whatever
 * label a service gives them. Only the service lists other owners' proposals, so an unreadable queue or history is an
 * error and not an empty list. The Safe's own events and token logs show what the service does not list: executions
 * that it hides or has not indexed, and payments by modules, which nobody signed.
 */
export async function safePayments(
  parts: SafePaymentsParts,
  since: Since,
  signal?: AbortSignal,
): Promise<RecentPayments> {
  return paymentsOfSafe(parts, [{ name: '', ...parts }], since, signal)
}

/**
 * The same from several services, because only one may know a proposal.
 * @throws PortalError when none could be read; a single failed service is a gap
 */
export async function paymentsOfSafe(
  chain: SafeChain,
  services: readonly SafeLists[],
  since: Since,
  signal: AbortSignal = new AbortController().signal,
): Promise<RecentPayments> {
  const { address, rpc } = chain
  const [state, block] = await readChain(() => Promise.all([readSafe(rpc, address), readFinalBlock(rpc)]))
  // A Safe that is not on the chain yet has paid nobody, and its owners cannot sign yet.
  if (state === null) return { payments: [], gaps: [], position: { block, nonce: 0n }, time: null }
  const time = readChainTime(rpc, block)
  const logs = readSafeLogs(chain, since, block)
  const reads = await Promise.allSettled(
    services.map((service) => readListed(address, service, state.version, since, signal)),
  )
  signal.throwIfAborted()
  const lists = reads.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [first] = lists
  if (!first) throw reads.find((one) => one.status === 'rejected')?.reason
  const listed = new Map<string, RecentPayment>()
  for (const payment of lists.flatMap(({ payments }) => payments)) {
    const known = listed.get(payment.id)
    // A queue is read before a history and may be behind it.
    const newer = !known || known.reported === 'queued' ? payment : known
    listed.set(payment.id, { ...newer, ...earlierListing(known, payment) })
  }
  const contents = new Map(lists.flatMap((one) => [...one.contents]))
  const found = await chainPayments(chain, { payments: listed, contents }, await logs)
  const unread = services.flatMap(({ name }, index): readonly Gap[] =>
    reads[index]?.status === 'rejected' ? [{ kind: 'source', name }] : [],
  )
  const opaque = [...contents.values()].filter(({ isOpaque }) => isOpaque).length + found.opaque
  const gaps = [
    ...lists.flatMap((one) => one.gaps),
    ...unread,
    ...found.gaps,
    ...(opaque > 0 ? [{ kind: 'opaque', count: opaque } as const] : []),
  ]
  return {
    payments: found.payments,
    gaps: [...new Map(gaps.map((gap) => [JSON.stringify(gap), gap])).values()],
    position: { block, nonce: state.nonce },
    time: await time,
  }
}

/** When the first of two services listed a proposal. */
function earlierListing(a: RecentPayment | undefined, b: RecentPayment): Pick<RecentPayment, 'listedAt'> {
  const times = [a?.listedAt, b.listedAt].filter((time) => typeof time === 'number')
  return times.length === 0 ? {} : { listedAt: Math.min(...times) }
}
