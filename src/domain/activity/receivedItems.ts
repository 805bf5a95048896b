import type { ActivityItem } from '#account/Activity.ts'
import type { TransferLog } from '#chain/logs/logs.ts'
import type { BnbArrival } from '#chain/logs/scanBnb.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { lookAlikeIndex } from '#chain/names/lookAlike.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import type { Incoming } from './incoming.ts'
import { isOwn, paidBy } from './lookAlikeFlags.ts'

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
}

/**
 * Received payments, newest first. Zero amounts and senders that imitate an earlier payee are marked.
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
  return items
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
  { id, from, hash, token, value, suspicion }: Received,
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
  }
}
