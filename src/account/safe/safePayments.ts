import type { Gap, RecentPayment, RecentPayments, Since } from '#account/Account.ts'
import type { ActivityItem, ActivityLists, ActivityPage } from '#account/Activity.ts'
import { readChainTime } from '#chain/logs/blockTime.ts'
import type { Address } from '#chain/money/Address.ts'
import { asTransfer, type Call, transfersOf } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { readChain } from '#chain/rpc/Rpc.ts'
import { readFinalBlock, readSettlement } from '#chain/settlement/settlement.ts'
import { executedTx, type ReportedExecution, readExecutions } from '#safe/proposal/executionOf.ts'
import type { ProposalParts } from '#safe/proposal/readProposal.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import { firstAnswer } from '#safe/service/SafeSource.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import { readSafe } from '#safe/tx/SafeContract.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { plainCalls, toSafeTx } from '#safe/tx/signedFields.ts'

/** The sources for the payments of a Safe. */
export type SafePaymentsParts = ProposalParts & { readonly activity: ActivityLists }

/** Maximum queue pages. A queue must be read to its end, so a longer one is an error. */
const QUEUE_PAGES = 20
/** Maximum history pages; anything older is a gap. */
const HISTORY_PAGES = 10

/**
 * The payments that a Safe has made or queued, from the content of each of its transactions, decoded here
 * whatever a service calls them. Only the service lists other owners' proposals, so an unreadable queue or
 * history is an error and not an empty list. Executions that the service has not indexed yet are found by the
 * Safe's own events.
 */
export async function safePayments(
  parts: SafePaymentsParts,
  since: Since,
  signal?: AbortSignal,
): Promise<RecentPayments> {
  const { activity, address, rpc } = parts
  const asked = signal ?? new AbortController().signal
  const [state, block] = await readChain(() => Promise.all([readSafe(rpc, address), readFinalBlock(rpc)]))
  // A Safe that is not on the chain yet has paid no one, and its owners cannot sign yet.
  if (state === null)
    return { payments: [], gaps: [], position: { block, nonce: 0n }, time: null, completeFrom: null }
  const chainTime = readChainTime(rpc, block)
  const payments = new Map<string, RecentPayment>()
  const gaps: Gap[] = []
  const executedNonces = new Set<bigint>()
  let [opaque, isQueueWhole] = [0, true]
  const add = async (items: readonly ActivityItem[], where: 'queue' | 'history', unreadable: number) => {
    const own = items.filter(({ safeTxHash }) => safeTxHash !== null)
    const read = await Promise.all(own.map((item) => contentOf(parts, item, state.version, asked)))
    let lost = unreadable
    read.forEach((content, index) => {
      const item = own[index]
      if (!item?.safeTxHash) return
      if (content === null) lost++
      else if (content.isOpaque) opaque++
      if (content && !content.isOpaque && where === 'history' && item.nonce !== null)
        executedNonces.add(item.nonce)
      if (content === null || content.isOpaque) isQueueWhole &&= where !== 'queue'
      if (content === null || content.calls.length === 0) return
      payments.set(item.safeTxHash, toPayment(parts, item, content, where))
    })
    if (unreadable > 0 && where === 'queue') isQueueWhole = false
    if (lost > 0) gaps.push({ kind: 'unreadable', where, count: lost })
  }

  for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page++) {
    if (page === QUEUE_PAGES) throw new PortalError('malformed', 'The queue of the Safe has no end.')
    const found: ActivityPage = (await activity.queued?.(cursor, asked)) ?? noPage
    await add(found.items, 'queue', found.unreadable)
    cursor = found.cursor
  }
  for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page++) {
    if (page === HISTORY_PAGES) {
      const last = [...payments.values()].at(-1)
      gaps.push({ kind: 'history', since: last?.at ?? null })
      break
    }
    const found: ActivityPage = await activity.history(cursor, asked)
    const young = found.items.filter(({ at }) => at === null || at >= since.at)
    await add(young, 'history', found.unreadable)
    cursor = young.length < found.items.length ? null : found.cursor
  }
  const reported = await readExecutions(rpc, address).catch(() => null)
  if (reported === null) gaps.push({ kind: 'logs', tokens: [], since: null })
  for (const one of reported ?? []) {
    if (payments.get(one.safeTxHash)?.reported === 'sent') continue
    const found = await unindexed(parts, one).catch(() => null)
    if (found) payments.set(one.safeTxHash, { ...found, at: payments.get(one.safeTxHash)?.at ?? null })
  }
  if (opaque > 0) gaps.push({ kind: 'opaque', count: opaque })
  let completeFrom = state.nonce
  while (executedNonces.has(completeFrom - 1n)) completeFrom--
  return {
    payments: [...payments.values()],
    gaps,
    position: { block, nonce: state.nonce },
    time: await chainTime,
    completeFrom: isQueueWhole ? completeFrom : null,
  }
}

const noPage: ActivityPage = { items: [], cursor: null, unreadable: 0, source: '' }

/**
 * The transfers of a transaction. `isWhole`: it contains nothing else. `isOpaque`: parts cannot be decoded.
 */
type Content = {
  readonly calls: readonly Call[]
  readonly nonce: bigint
  readonly isWhole: boolean
  readonly isOpaque: boolean
}

/** Cached by Safe and safeTxHash, so it never goes stale. */
const contents = new Map<string, Content>()

/**
 * The payments in the signed bytes of a listed transaction; null if no source has the bytes, or they do not
 * match.
 */
async function contentOf(
  { address, host, sources }: SafePaymentsParts,
  { safeTxHash }: ActivityItem,
  version: string,
  signal: AbortSignal,
): Promise<Content | null> {
  if (safeTxHash === null) return null
  const name = `${address} ${safeTxHash}`
  const known = contents.get(name)
  if (known) return known
  const isThis = (details: TransactionDetails | null | undefined) =>
    details ? SafeTx.hash(address, toSafeTx(details), version) === safeTxHash : false
  // A public service allows one request per second; a host is exempt.
  const reported = await host?.transaction(safeTxHash, signal).catch(() => null)
  const details = isThis(reported)
    ? reported
    : (await firstAnswer(sources, (source) => source.transaction(safeTxHash, signal)))?.answer
  if (!details || !isThis(details)) return null
  const content = toContent(address, toSafeTx(details))
  contents.set(name, content)
  return content
}

function toContent(safe: Address, tx: SafeTx.SafeTx): Content {
  const { rows } = decodeProposal(safe, tx)
  const plain = plainCalls(tx)
  return {
    calls: rows
      .filter(({ meaning }) => meaning.kind === 'transfer')
      .map(({ to, value, data }) => ({ to, value, data })),
    nonce: tx.nonce,
    isWhole: plain?.every((call) => asTransfer(call) !== null) ?? false,
    isOpaque: rows.some(({ meaning }) => meaning.kind === 'unknown' || meaning.kind === 'delegatecall'),
  }
}

function toPayment(
  { address: safe }: SafePaymentsParts,
  { safeTxHash, at }: ActivityItem,
  { calls, nonce, isWhole }: Content,
  where: 'queue' | 'history',
): RecentPayment {
  if (safeTxHash === null) throw new TypeError('Not a transaction of the Safe’s own')
  return {
    id: safeTxHash,
    submission: { kind: 'proposed', safe, calls, safeTxHash, among: !isWhole },
    reported: where === 'queue' ? 'queued' : 'sent',
    transfers: transfersOf(calls),
    at,
    nonce,
  }
}

/** Executions shown by the Safe's own events that no service reports yet. */
async function unindexed(
  { address: safe, rpc }: SafePaymentsParts,
  { safeTxHash, hash }: ReportedExecution,
): Promise<RecentPayment | null> {
  const settlement = await readSettlement(rpc, hash)
  if (settlement.kind === 'missing' || !settlement.sent) return null
  // The calldata does not include the nonce, and the content does not depend on it.
  const tx = executedTx(settlement.sent, safe, 0n)
  const { calls } = tx ? toContent(safe, tx) : { calls: [] }
  if (calls.length === 0) return null
  return {
    id: safeTxHash,
    submission: { kind: 'proposed', safe, calls, safeTxHash, among: true },
    reported: 'logged',
    transfers: transfersOf(calls),
    at: null,
    block: settlement.receipt.blockNumber,
  }
}
