import type { ActivityItem } from '#account/Activity.ts'
import type { TransferLog } from '#chain/logs/logs.ts'
import type { BnbArrival, BnbScan } from '#chain/logs/scanBnb.ts'
import type { TransferScan } from '#chain/logs/scanLogs.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { lookAlikeIndex } from '#chain/names/lookAlike.ts'
import { day, listOf, longDay, READING_TIME } from '#domain/shared/format.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import type { Incoming } from './incoming.ts'
import { isOwn, paidBy } from './lookAlikeFlags.ts'
import { withTwins } from './pagedList.ts'

/** Shown if no node serves earlier balances. */
export const NO_BALANCES = 'Older BNB payments can’t be loaded here. See BscScan.'

/** Which blocks the list of received tokens covers. */
export function tokenWords({ from, to, since, refusedAt }: TransferScan, looking: boolean): string {
  if (from > to) {
    if (looking || refusedAt === null) return 'Tokens: nothing loaded yet.'
    return 'Token payments can’t be loaded here. See BscScan.'
  }
  const end = refusedAt === null ? '' : ' Older ones can’t be loaded here. See BscScan.'
  return `Tokens since ${since === null ? `block ${from}` : day(since)}.${end}`
}

/** Which blocks the list of received BNB covers, and the payments it may lack. */
export function bnbWords(scan: BnbScan, looking: boolean): readonly string[] {
  const { from, to, since, back, unexplained, isDelegated } = scan
  if (from > to) return [looking || back.stopped === null ? 'BNB: nothing loaded yet.' : NO_BALANCES]
  const end = back.stopped === 'refused' ? ' Older ones can’t be loaded here. See BscScan.' : ''
  // The time is read once the scan rests; until then nobody needs a block's number.
  const covered =
    looking && since === null ? [] : [`BNB since ${since === null ? `block ${from}` : day(since)}.${end}`]
  if (isDelegated) return [...covered, BNB_PLAIN_ONLY]
  if (unexplained.length === 0) return covered
  return [
    ...covered,
    `More BNB may have come in block ${listOf(unexplained.slice(0, 5).map(String))}. See BscScan.`,
  ]
}

/** Shown for a contract, whose balance proves nothing. */
export const BNB_UNREAD =
  'BNB payments can’t be listed here, because this account is a contract. See BscScan.'

/** Shown for a delegated account (`BnbScan.isDelegated`). */
const BNB_PLAIN_ONLY =
  'This wallet runs a contract’s code: BNB that came or left through a contract may be missing. See BscScan.'

/** The filters of a history. Empty texts match everything. */
export type HistoryFilter = {
  /** Key of a token (see `Token.key`), or empty. */
  readonly token: string
  readonly direction: '' | 'in' | 'out'
  /** An address or a part of one. */
  readonly counterparty: string
}

export const noFilter: HistoryFilter = { token: '', direction: '', counterparty: '' }

/** An item, or a payout that stands for its items, newest first. */
type PaymentLine =
  | { readonly kind: 'item'; readonly key: string; readonly item: ActivityItem }
  | {
      readonly kind: 'payout'
      readonly key: string
      readonly id: string
      readonly items: readonly ActivityItem[]
    }

/** A line of the history: a heading for a day, or what was paid. */
type HistoryLine = PaymentLine | { readonly kind: 'day'; readonly key: string; readonly label: string }

/** Finds the id of the payout that an item belongs to; null for none. */
type PayoutOf = (item: ActivityItem) => string | null

/** Items in their order. Several items of one payout are one line, where the newest of them is. */
export function withPayouts(items: readonly ActivityItem[], payoutOf: PayoutOf): readonly PaymentLine[] {
  const groups = new Map<string, ActivityItem[]>()
  const lines = items.flatMap((item) => {
    const id = payoutOf(item)
    const before = id === null ? undefined : groups.get(id)
    before?.push(item)
    if (before) return []
    const its = [item]
    if (id !== null) groups.set(id, its)
    return [{ id, item, its }]
  })
  return lines.map(({ id, item, its }) =>
    id !== null && its.length > 1
      ? { kind: 'payout', key: `payout ${id}`, id, items: its }
      : { kind: 'item', key: item.id, item },
  )
}

/** The lines of `withPayouts` with a heading at every change of day, in the person's own time zone. */
export function withDays(
  items: readonly ActivityItem[],
  now: number,
  payoutOf: PayoutOf = () => null,
): readonly HistoryLine[] {
  let last = ''
  return withPayouts(items, payoutOf).flatMap((line): readonly HistoryLine[] => {
    const newest = line.kind === 'item' ? line.item : line.items[0]
    const label = newest?.isDating
      ? READING_TIME
      : newest?.at == null
        ? 'Time unknown'
        : dayOf(newest.at, now)
    const isNew = label !== last
    last = label
    return isNew ? [{ kind: 'day', key: `day ${newest?.id}`, label }, line] : [line]
  })
}

function dayOf(at: number, now: number): string {
  const label = longDay(at)
  if (label === longDay(now)) return 'Today'
  // By the calendar: a day that begins summer time is an hour shorter.
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return label === longDay(yesterday.getTime()) ? 'Yesterday' : label
}

/** The fields of one payment inside an item that a filter compares; null where they are not known. */
type Part = {
  readonly token: string | null
  readonly direction: 'in' | 'out'
  readonly counterparty: string | null
}

/** A payment that the account made, in a way that is not read here. It may be the one that is looked for. */
const unreadPart: Part = { token: null, direction: 'out', counterparty: null }

/** The items with at least one payment that matches all filters, or may match them; batches are searched, too. */
export function filtered(
  items: readonly ActivityItem[],
  { token, direction, counterparty }: HistoryFilter,
  contents: ReadonlyMap<string, ProposalContent>,
): readonly ActivityItem[] {
  const wanted = counterparty
    .trim()
    .replace(/^(bnb|eip155:56):/, '')
    .toLowerCase()
  if (token === '' && direction === '' && wanted === '') return items
  return items.filter((item) =>
    partsOf(item, contents.get(item.id)).some(
      (part) =>
        (token === '' || (part.token ?? token) === token) &&
        (direction === '' || part.direction === direction) &&
        (part.counterparty?.toLowerCase() ?? wanted).includes(wanted),
    ),
  )
}

function partsOf({ what, status }: ActivityItem, content: ProposalContent | undefined): readonly Part[] {
  switch (what.kind) {
    case 'transfer-in':
      return [{ token: Token.key(what.amount.amount.token), direction: 'in', counterparty: what.from ?? '' }]
    case 'transfer-out':
      return [{ token: Token.key(what.amount.amount.token), direction: 'out', counterparty: what.to }]
    case 'batch': {
      const payments = what.payments ?? []
      const parts = payments.map(({ to, amount }) => ({
        token: Token.key(amount.token),
        direction: 'out' as const,
        counterparty: to,
      }))
      const isWhole = content !== undefined || payments.length === what.count
      return [...parts, ...partsIn(content), ...(isWhole ? [] : [unreadPart])]
    }
    default:
      // This browser asks a wallet for payments only.
      return status.kind === 'judged' ? [unreadPart] : partsIn(content)
  }
}

function partsIn(content: ProposalContent | undefined): readonly Part[] {
  return (content?.rows ?? []).flatMap(({ meaning }): Part[] =>
    meaning.kind === 'transfer'
      ? [{ token: Token.key(meaning.amount.token), direction: 'out', counterparty: meaning.to }]
      : [],
  )
}

/** Why an item is hidden from the list: thieves plant such items so that a person copies an address from them. */
export type Suspicion = 'zero-value' | 'unverified-token' | 'imitation' | 'look-alike'

/**
 * The suspicious items of a history, by id. An address counts as known if this account itself paid it, alone or in a
 * batch, which the filter of the Safe service ignores.
 * @param contents the contents of executed batches, by item id
 */
export function suspicions(
  account: Address,
  items: readonly ActivityItem[],
  contents: ReadonlyMap<string, ProposalContent>,
): ReadonlyMap<string, Suspicion> {
  const isTaken = lookAlikeIndex([account, ...paidBy('safe', items, contents)])
  const found = new Map<string, Suspicion>()
  for (const item of items) {
    const { what, id } = item
    if (what.kind !== 'transfer-in' && what.kind !== 'transfer-out') continue
    // A stranger cannot plant a proposal that owners signed, or a module's execution.
    if (isOwn(item)) continue
    if (what.amount.suspect) found.set(id, what.amount.suspect)
    else {
      const other = what.kind === 'transfer-in' ? what.from : what.to
      if (other && isTaken(other)?.kind === 'look-alike') found.set(id, 'look-alike')
    }
  }
  return found
}

/** A received payment; `from` and `hash` are null for BNB forwarded by a contract. */
export type Received = {
  readonly id: string
  readonly block: bigint
  readonly from: Address | null
  readonly hash: ActivityItem['hash']
  /** Index of the token's log; null for BNB, which emits none. */
  readonly logIndex: bigint | null
  readonly token: Token.Token
  /** Base units. */
  readonly value: bigint
  readonly suspicion: Suspicion | null
  /** As in `ActivityItem`. */
  readonly twins?: number
}

/**
 * Received payments, newest first, without what the account sent to itself. Zero amounts and senders that imitate an
 * earlier payee are marked.
 * @param paid the payees that the account paid from this browser
 */
export function receivedItems(
  incoming: Incoming,
  own: Address,
  paid: readonly Address[],
): readonly Received[] {
  const { tokens, bnb } = incoming
  const arrivals = bnb === null || bnb === 'unsupported' ? [] : bnb.arrivals
  const isTaken = lookAlikeIndex([own, ...paid])
  const items = [...(tokens?.transfers ?? []).map(ofLog), ...arrivals.map(ofArrival)]
  return withTwins<Received>(items, (item) => asItem(item))
    .filter(({ from }) => !from || !AddressText.equal(from, own))
    .map((item): Received => {
      if (item.value === 0n) return { ...item, suspicion: 'zero-value' }
      const looks = item.from && isTaken(item.from)?.kind === 'look-alike'
      return looks ? { ...item, suspicion: 'look-alike' } : item
    })
    .sort((a, b) => (a.block === b.block ? 0 : a.block > b.block ? -1 : 1))
}

function ofLog({ token, from, value, blockNumber, transactionHash, logIndex }: TransferLog): Received {
  const found = Token.find(token)
  // Only pinned tokens are read, so any other one is a bug here.
  if (!found) throw new RangeError(`Not a pinned token: ${token}`)
  return {
    id: `${transactionHash}:${logIndex}`,
    block: blockNumber,
    from,
    hash: transactionHash,
    logIndex,
    token: found,
    value,
    suspicion: null,
  }
}

function ofArrival({ blockNumber, value, from, transactionHash }: BnbArrival, index: number): Received {
  return {
    id: `bnb:${blockNumber}:${transactionHash ?? `inside ${index}`}`,
    block: blockNumber,
    from,
    hash: transactionHash,
    logIndex: null,
    token: Token.BNB,
    value,
    suspicion: null,
  }
}

/**
 * The same as a list item.
 * @param at the time of its block, in ms; null while unknown
 */
export function asItem(
  { id, from, hash, token, value, suspicion, twins }: Received,
  at: number | null = null,
): ActivityItem {
  const amount = {
    amount: { token, value },
    suspect: suspicion === 'zero-value' ? 'zero-value' : null,
  } as const
  return {
    id,
    at,
    what: { kind: 'transfer-in', from, amount },
    status: { kind: 'executed' },
    nonce: null,
    conflict: false,
    hash,
    safeTxHash: null,
    missing: null,
    module: null,
    note: null,
    ...(twins && { twins }),
  }
}
