import type {
  ActivityItem,
  ActivityLists,
  Gap,
  ItemPage,
  RecentPayment,
  RecentPayments,
  Since,
} from '#account/Activity.ts'
import { readChainTime } from '#chain/logs/blockTime.ts'
import type { Address } from '#chain/money/Address.ts'
import { transfersOf } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { type Rpc, readChain } from '#chain/rpc/Rpc.ts'
import { getCode, kindOfCode } from '#chain/rpc/rpcMethods.ts'
import { readFinalBlock } from '#chain/settlement/settlement.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import { firstAnswer, NEWEST, type SafeSource } from '#safe/service/SafeSource.ts'
import { readSafe } from '#safe/tx/SafeContract.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { toSafeTx } from '#safe/tx/signedFields.ts'
import { type Content, chainPayments, readSafeLogs, toContent } from './chainPayments.ts'
import { safeActivity } from './safeActivity.ts'

/** The chain, for the payments of a Safe. */
type SafeChain = {
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
 * @throws PortalError when none could be read, or nodes do not agree that there is no Safe; a single failed service is a gap
 */
export async function paymentsOfSafe(
  chain: SafeChain,
  services: readonly SafeLists[],
  since: Since,
  signal: AbortSignal = new AbortController().signal,
): Promise<RecentPayments> {
  const { address, rpc } = chain
  const [state, block] = await readChain(() => Promise.all([readSafe(rpc, address), readFinalBlock(rpc)]))
  if (state === null && !(await isAbsent(rpc, address))) {
    throw new PortalError('unreachable', 'Nodes do not agree whether this Safe is on the chain.')
  }
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

/** True if two operators report no contract at an address, or the only one that is configured does. */
async function isAbsent(rpc: Rpc, address: Address): Promise<boolean> {
  const found = await readChain(() =>
    readWithQuorum(rpc, async (node) => kindOfCode(await getCode(node, address)) !== 'contract'),
  )
  return found.kind === 'agreed' ? found.value : found.kind === 'alone' && found.value && !rpc.witnesses
}

/** When the first of two services listed a proposal. */
function earlierListing(a: RecentPayment | undefined, b: RecentPayment): Pick<RecentPayment, 'listedAt'> {
  const times = [a?.listedAt, b.listedAt].filter((time) => typeof time === 'number')
  return times.length === 0 ? {} : { listedAt: Math.min(...times) }
}

/** A service with the lists of a Safe. `name` is shown if it does not answer. */
type SafeLists = {
  readonly name: string
  readonly activity: Pick<ActivityLists, 'queued' | 'history'>
  readonly sources: readonly SafeSource[]
  readonly host?: Pick<SafeSource, 'transaction'>
}

/** Maximum queue pages. A queue must be read to its end, so a longer one is an error. */
const QUEUE_PAGES = 20
/** Maximum history pages; anything older is a gap. */
const HISTORY_PAGES = 10

const noPage: ItemPage = { items: [], cursor: null, unreadable: 0, source: '' }

/** The list of one service. */
type ListedAccount = {
  readonly payments: readonly RecentPayment[]
  readonly gaps: readonly Gap[]
  /** By safeTxHash, of the whole queue and the history that was read. */
  readonly contents: ReadonlyMap<string, Content>
}

async function readListed(
  address: Address,
  lists: SafeLists,
  version: string,
  since: Since,
  signal: AbortSignal,
): Promise<ListedAccount> {
  const { activity } = lists
  const payments = new Map<string, RecentPayment>()
  const contents = new Map<string, Content>()
  const gaps: Gap[] = []
  const add = async (items: readonly ActivityItem[], where: 'queue' | 'history', unreadable: number) => {
    const own = items.filter(({ safeTxHash }) => safeTxHash !== null)
    const read = await Promise.all(own.map((item) => contentOf(address, lists, item, version, signal)))
    let lost = unreadable
    read.forEach((content, index) => {
      const item = own[index]
      if (!item?.safeTxHash) return
      if (content === null) lost++
      else contents.set(item.safeTxHash, content)
      if (content === null || content.calls.length === 0) return
      payments.set(item.safeTxHash, toPayment(address, item, content, where))
    })
    if (lost > 0) gaps.push({ kind: 'unreadable', where, count: lost })
  }

  for (let cursor: string | null = NEWEST, page = 0; cursor !== null; page++) {
    if (page === QUEUE_PAGES) throw new PortalError('malformed', 'The queue of the Safe has no end.')
    const found: ItemPage = (await activity.queued?.(cursor, signal)) ?? noPage
    await add(found.items, 'queue', found.unreadable)
    cursor = found.cursor
  }
  for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page++) {
    if (page === HISTORY_PAGES) {
      const last = [...payments.values()].at(-1)
      gaps.push({ kind: 'history', since: last?.at ?? null })
      break
    }
    const found: ItemPage = await activity.history(cursor, signal)
    const young = found.items.filter(({ at }) => at === null || at >= since.at)
    await add(young, 'history', found.unreadable)
    cursor = young.length < found.items.length ? null : found.cursor
  }
  return { payments: [...payments.values()], gaps, contents }
}

/** Cached by Safe and safeTxHash, so it never goes stale. */
const known = new Map<string, Content>()

/**
 * The payments in the signed bytes of a listed transaction; null if no source has the bytes, or they do not
 * match.
 */
async function contentOf(
  address: Address,
  { host, sources }: SafeLists,
  { safeTxHash }: ActivityItem,
  version: string,
  signal: AbortSignal,
): Promise<Content | null> {
  if (safeTxHash === null) return null
  const name = `${address} ${safeTxHash}`
  const before = known.get(name)
  if (before) return before
  const isThis = (details: TransactionDetails | null | undefined) =>
    details ? SafeTx.hash(address, toSafeTx(details), version) === safeTxHash : false
  // A public service allows one request per second; a host is exempt.
  const reported = await host?.transaction(safeTxHash, signal).catch(() => null)
  const details = isThis(reported)
    ? reported
    : (await firstAnswer(sources, (source) => source.transaction(safeTxHash, signal)))?.answer
  if (!details || !isThis(details)) return null
  const listedAt = details.detailedExecutionInfo.submittedAt ?? null
  const content = { ...toContent(address, toSafeTx(details)), listedAt }
  known.set(name, content)
  return content
}

function toPayment(
  safe: Address,
  { safeTxHash, at, status }: ActivityItem,
  { calls, nonce, isWhole, listedAt }: Content,
  where: 'queue' | 'history',
): RecentPayment {
  if (safeTxHash === null) throw new TypeError('Not a transaction of the Safe’s own')
  // Unknown: the service does not say who signed.
  const mayBeUnsigned =
    status.kind === 'awaiting-signatures' ? status.have === 0 : where === 'queue' && status.kind === 'unknown'
  return {
    id: safeTxHash,
    submission: { kind: 'proposed', safe, calls, safeTxHash, inLargerBatch: !isWhole },
    reported: where === 'queue' ? 'queued' : 'sent',
    transfers: transfersOf(calls),
    at,
    ...(listedAt !== null && { listedAt }),
    ...(mayBeUnsigned && { isUnsigned: true }),
    nonce,
  }
}

type SafeWithSources = SafeChain & { readonly sources: readonly SafeSource[] }

/**
 * The payments that a Safe has made or queued, merged from all services, because only one of them may know a
 * proposal.
 * @throws PortalError when none could be read; a single failed source is a gap
 */
export async function mergeSafePayments(
  { sources, ...chain }: SafeWithSources,
  since: Since,
  signal?: AbortSignal,
): Promise<RecentPayments> {
  const services = sources.map((source) => {
    const activity = safeActivity({ ...chain, sources: [source] })
    return { name: source.name, activity, sources: [source] }
  })
  return paymentsOfSafe(chain, services, since, signal)
}
