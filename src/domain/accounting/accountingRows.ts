import type { Hash } from 'viem'
import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import type { Amount } from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import type { Received } from '#domain/activity/historyLines.ts'
import { sentPayments } from '#domain/activity/lookAlikeFlags.ts'
import { paymentWords } from '#domain/activity/paymentWords.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import type { AccountingFile, AccountingRow } from './AccountingFile.ts'

/** The sum of all payments with the same token, direction and status. */
type AccountingTotal = Pick<AccountingRow, 'token' | 'direction' | 'status'> & {
  readonly count: number
  /** Base units. */
  readonly value: bigint
}

/** Sums in the order of their first row. Proven and unproven payments are never added up. */
export function accountingTotals(rows: readonly AccountingRow[]): readonly AccountingTotal[] {
  const sums = new Map<string, AccountingTotal>()
  for (const { token, direction, status, value } of rows) {
    const key = JSON.stringify([token.address, token.symbol, token.decimals, direction, status])
    const before = sums.get(key)
    sums.set(key, {
      token,
      direction,
      status,
      count: (before?.count ?? 0) + 1,
      value: (before?.value ?? 0n) + value,
    })
  }
  return [...sums.values()]
}

/** The payments of some items, and how many items of the list are not among them. */
export type ItemRows = {
  readonly rows: readonly AccountingRow[]
  /** Items, and calls inside batches, that are not transfers. */
  readonly others: number
  /** Multi-call transactions whose contents were not read, so that their payments are missing. */
  readonly unread: number
}

/**
 * The payments of an account's items; a batch gives one row per payment.
 * @param contents the contents of executed batches, by item id
 * @param wordsOf the status words that the screen shows for an item
 */
export function itemRows(
  account: Address,
  items: readonly ActivityItem[],
  contents: ReadonlyMap<string, ProposalContent>,
  wordsOf: (item: ActivityItem) => string,
): ItemRows {
  const rows: AccountingRow[] = []
  let others = 0
  let unread = 0
  for (const item of items) {
    const { what } = item
    const base = baseOf(item, wordsOf(item))
    // Money that an account sends to itself is no payment.
    const isSelf = (other: Address | null) => other !== null && AddressText.equal(other, account)
    if (what.kind === 'transfer-in' && isSelf(what.from)) {
      others++
      continue
    }
    if (what.kind === 'transfer-in') {
      rows.push({ ...base, ...into(account, what.from, what.amount.amount) })
      continue
    }
    const sent = sentPayments(item, contents)
    if (!sent) unread++
    others += sent?.others ?? 0
    for (const { to, amount, status } of sent?.payments ?? []) {
      if (isSelf(to)) others++
      else
        rows.push({
          ...base,
          ...out(account, to, amount),
          ...(status !== null ? ownStatus(status, base.hash) : { status: provenWord(base.status, amount) }),
        })
    }
  }
  return { rows, others, unread }
}

/** A batch that succeeded moved BNB and pinned tokens exactly; any other token may keep a part of a transfer. */
function provenWord(ofBatch: string, { token }: Amount): string {
  return ofBatch === 'Success' && Token.find(token.address) ? 'Paid' : ofBatch
}

/** The status of one payment of a wallet's batch, which may have taken several transactions. */
function ownStatus(status: PaymentStatus, ofBatch: Hash | null): Pick<AccountingRow, 'status' | 'hash'> {
  const hash = 'hash' in status ? status.hash : null
  return { status: paymentWords(status, 'sent').title, hash: hash ? lowerCase(hash) : ofBatch }
}

/** A payment received by a wallet. `at` is the time of its block in ms, null if it could not be read. */
export function receivedRow(
  account: Address,
  item: Received,
  at: number | null,
  status: string,
): AccountingRow {
  const { hash, logIndex, block, from, token, value } = item
  return {
    at,
    logIndex,
    block,
    memo: '',
    reference: '',
    status,
    ...nothingMore,
    hash: hash && lowerCase(hash),
    ...into(account, from, { token, value }),
  }
}

/** Filled in by `withOrigins`, `withFees` and `queries/accountingFiles.ts`. */
const nothingMore = { price: null, campaign: '', fee: null, safeTxHash: null } as const

function baseOf({ at, hash, note, safeTxHash }: ActivityItem, status: string) {
  return {
    at,
    logIndex: null,
    block: null,
    status,
    ...nothingMore,
    hash: hash && lowerCase(hash),
    memo: wellFormed(note ?? ''),
    reference: '',
    safeTxHash: safeTxHash && lowerCase(safeTxHash),
  }
}

function out(account: Address, to: Address, { token, value }: Amount) {
  return { direction: 'out', from: account, to, counterparty: to, token: named(token), value } as const
}

function into(account: Address, from: Address | null, { token, value }: Amount) {
  return { direction: 'in', from, to: account, counterparty: from ?? '', token: named(token), value } as const
}

function named({ address, symbol, decimals }: Amount['token']): AccountingRow['token'] {
  return { address, symbol: wellFormed(symbol), decimals }
}

function lowerCase(hash: `0x${string}`): `0x${string}` {
  return hash.toLowerCase() as `0x${string}`
}

/** An unpaired surrogate cannot be encoded in a file, so it is replaced. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** The words about a payment that this browser keeps. */
type KeptWords = Pick<AccountingRow, 'memo' | 'reference' | 'campaign'> & {
  /** The payee's name in the payer's list; null for none. */
  readonly name: string | null
}

/**
 * The file with what this browser knows about its payments: a received payment's request gives its memo and its
 * reference, and a payout those of its row, the name in it, and its campaign. Words that a row already has stay.
 * @param requestOf the request that a received payment answers; null for none
 * @param listedOf the words of a sent payment, by its transaction and its proposal; called once for each, in their order
 */
export function withOrigins(
  file: AccountingFile,
  requestOf: (row: AccountingRow) => Pick<KeptWords, 'memo' | 'reference'> | null,
  listedOf: (row: AccountingRow, ids: readonly string[]) => KeptWords,
): AccountingFile {
  return {
    ...file,
    rows: file.rows.map((row) => {
      if (row.direction === 'out') {
        const { memo, reference, campaign, name } = listedOf(row, idsOf(row))
        return {
          ...row,
          counterparty: wellFormed(name ?? row.counterparty),
          memo: both(row.memo, memo),
          reference: wellFormed(reference),
          campaign: wellFormed(campaign || row.campaign),
        }
      }
      const request = requestOf(row)
      return {
        ...row,
        memo: row.memo || wellFormed(request?.memo ?? ''),
        reference: row.reference || wellFormed(request?.reference ?? ''),
      }
    }),
  }
}

/** The note of a proposal is about all of its payments, so that of the row stands behind it. */
function both(ofProposal: string, ofRow: string): string {
  const words = new Set([ofProposal, wellFormed(ofRow)])
  return [...words].filter(Boolean).join(' ')
}

/** The transaction and the proposal of a payment that was sent. */
function idsOf({ hash, safeTxHash }: AccountingRow): readonly string[] {
  return [hash, safeTxHash].filter((id) => id !== null)
}

/** The transactions of a file whose fee the account may have paid, each with the time of its payment. */
export function feeHashes({ rows }: AccountingFile): readonly Hash[] {
  return [...new Set(rows.flatMap(({ direction, hash }) => (direction === 'out' && hash ? [hash] : [])))]
}

/** The file with the fee of each transaction beside its first payment. @param feeOf in wei; null if not known */
export function withFees(file: AccountingFile, feeOf: (hash: Hash) => bigint | null): AccountingFile {
  const open = new Set(feeHashes(file))
  return {
    ...file,
    rows: file.rows.map((row) => {
      if (row.direction === 'in' || row.hash === null || !open.delete(row.hash)) return row
      const value = feeOf(row.hash)
      return value === null ? row : { ...row, fee: { value, price: null } }
    }),
  }
}

/**
 * The file with the other side of each row as this browser's person calls it. The address stays in its own column.
 * @param nameOf the name of an address, and the one that the row has for it; null for none
 */
export function withNames(
  file: AccountingFile,
  nameOf: (address: Address, listed: string | null) => string | null,
): AccountingFile {
  return {
    ...file,
    rows: file.rows.map((row) => {
      const other = row.direction === 'in' ? row.from : row.to
      const name = other && nameOf(other, row.counterparty === other ? null : row.counterparty)
      return name === null ? row : { ...row, counterparty: wellFormed(name) }
    }),
  }
}
