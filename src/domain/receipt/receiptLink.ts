import type { Hash } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { isLowerHash } from '#chain/hex.ts'
import * as AddressText from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { decodeLabel, encodeLabel } from '#domain/shared/labelText.ts'
import { receiptPath } from '#domain/shared/paths.ts'
import type { StatusText } from '#domain/shared/StatusText.ts'
import { type PaidTransfer, type PaidTransfers, reporterOf } from '#safe/proposal/paidTransfers.ts'

/**
 * A receipt as a path after the `#`: the transaction, the transfer in it, and a note. Everything else is read
 * from the chain when the link is opened.
 *
 *     /receipt/56/<transaction hash>/<name>[/<note>]
 *
 * Each receipt has exactly one text: `decodeReceipt` rejects every other one.
 */
export type ReceiptLink = {
  /** Lower case. */
  readonly hash: Hash
  /** Identifies the transfer in its transaction, see `PaidTransfer`. */
  readonly name: string
  /** The note of the link's maker; empty for none. Clean, see `cleanLabel`. */
  readonly note: string
}

/** Why a text is not a receipt: the first check that fails, from the left. */
type ReceiptFault =
  | 'empty'
  | 'too-long'
  | 'foreign-characters'
  | 'other-chain'
  | 'hash'
  | 'name'
  | 'note'
  | 'unknown-field'

type DecodedReceipt =
  | ({ readonly ok: true } & ReceiptLink)
  | { readonly ok: false; readonly fault: ReceiptFault }

export const MAX_NOTE = 80
/** Longer than a receipt with the longest note. */
const MAX_TEXT = 600
/** No log index has more digits, and no batch has more rows. */
const NAME = /^(value|log-(0|[1-9]\d{0,8})|row-[1-9]\d{0,8}(\.[1-9]\d{0,8}){0,3})$/

/** @throws RangeError when it cannot be put into a link, naming the part */
export function encodeReceipt({ hash, name, note }: ReceiptLink): string {
  const path = receiptPath(hash, name, encodeLabel(note))
  const decoded = decodeReceipt(path)
  if (!decoded.ok) throw new RangeError(`Not a receipt: ${decoded.fault}`)
  return path
}

/** Parses a receipt's path, raw as in the URL, completely or not at all. */
export function decodeReceipt(path: string): DecodedReceipt {
  const text = /^\/receipt\/(.+)$/s.exec(path)?.[1]
  if (text === undefined) return { ok: false, fault: 'empty' }
  if (text.length > MAX_TEXT) return { ok: false, fault: 'too-long' }
  if (!/^[A-Za-z0-9/._-]+$/.test(text)) return { ok: false, fault: 'foreign-characters' }
  const [chain, hash = '', name = '', noteText, ...more] = text.split('/')
  if (chain !== `${BSC_CHAIN_ID}`) return { ok: false, fault: 'other-chain' }
  if (!isLowerHash(hash)) return { ok: false, fault: 'hash' }
  if (!NAME.test(name)) return { ok: false, fault: 'name' }
  const note = noteText === undefined ? '' : decodeLabel(noteText, MAX_NOTE)
  if (note === null) return { ok: false, fault: 'note' }
  if (more.length > 0) return { ok: false, fault: 'unknown-field' }
  return { ok: true, hash, name, note }
}

/** Marks that mails and chats put behind a link. A part of a path never begins with one of these. */
const TAIL = /[.,;:!?)\]}>"'*&\s%]/

/**
 * The path of a receipt as the address bar has it, without what a chat or a mail put behind it. A path that is no
 * receipt even then stays as it is, so that `decodeReceipt` says why.
 */
export function receiptPathIn(path: string): string {
  if (path.length > 2 * MAX_TEXT || decodeReceipt(path).ok) return path
  const end = path.search(/[^A-Za-z0-9/._-]/)
  const shown = end < 0 ? path : path.slice(0, end)
  const from = shown.endsWith('.') ? shown.length - 1 : end
  const isTail = from >= 0 && TAIL.test(path.charAt(from))
  const cut = path.slice(0, Math.max(from, 0))
  return isTail && decodeReceipt(cut).ok ? cut : path
}

/** The block of a transaction. `final` needs two nodes if two are configured. */
type Place = {
  readonly final: boolean
  readonly blockNumber: bigint
  /** ms since the epoch; null when it could not be read. */
  readonly at: number | null
}

/** The state of the transfer named in a receipt, as the chain shows it. */
export type ReceiptState =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'pending' }
  /** The transaction failed: nothing moved. */
  | { readonly kind: 'failed'; readonly place: Place }
  | { readonly kind: 'no-such-transfer'; readonly place: Place }
  /** A log of a transfer with a zero amount. */
  | { readonly kind: 'nothing'; readonly place: Place }
  | {
      readonly kind: 'moved'
      readonly place: Place
      readonly transfer: PaidTransfer
      /** Null if it is not pinned: anyone can make such a token. */
      readonly token: Token.Token | null
      /** See `reporterOf`. */
      readonly word: 'payer' | 'payee' | null
    }

/** @param name see `PaidTransfer` */
export function receiptState(paid: PaidTransfers, name: string): ReceiptState {
  if (paid.kind === 'unknown-hash') return { kind: 'not-found' }
  if (paid.kind === 'pending') return { kind: 'pending' }
  const { blockNumber, at } = paid
  const place = { final: paid.kind === 'final', blockNumber, at }
  if (paid.status === 'failed') return { kind: 'failed', place }
  const [transfer, another] = paid.transfers.filter((one) => one.name === name)
  // Two transfers with one name contradict each other, so neither is trusted.
  if (!transfer || another) return { kind: 'no-such-transfer', place }
  if (transfer.value === 0n) return { kind: 'nothing', place }
  return {
    kind: 'moved',
    place,
    transfer,
    token: Token.find(transfer.token) ?? null,
    word: reporterOf(transfer),
  }
}

/** The text of a receipt. "Paid" is used only if it is proven and cannot be undone. */
export function receiptWords(state: ReceiptState, name: string): StatusText {
  // A block that is not final may be undone, and one source may hide a log: the transfer may still be there.
  const isUnseen = state.kind === 'no-such-transfer' || state.kind === 'nothing'
  if (isUnseen && !state.place.final) {
    return {
      tone: 'wait',
      title: 'Not seen yet',
      text: `We can’t see this transfer in the transaction. ${NOT_FINAL} Don’t pay it again yet.`,
    }
  }
  switch (state.kind) {
    case 'not-found':
      return {
        tone: 'warn',
        title: 'Not found',
        text: `We don’t know yet whether this was paid. The transaction may be seconds old, or was never sent. ${AGAIN}`,
      }
    case 'pending':
      return {
        tone: 'wait',
        title: 'Pending',
        text: `Sent to the network, but not confirmed: don’t count it as paid yet. ${AGAIN}`,
      }
    case 'failed':
      return {
        tone: 'bad',
        title: 'Failed',
        text: state.place.final
          ? `The transaction failed: no money moved. ${FINAL}`
          : `The transaction is reported as failed. ${NOT_FINAL} Don’t pay it again yet.`,
      }
    case 'no-such-transfer':
      return {
        tone: 'bad',
        title: 'No such transfer',
        text: `This transaction has no transfer ${placeText(name)}.${name.startsWith('row-') ? ' A payment of BNB out of a Safe counts only when the Safe says that it succeeded.' : ''} The link shows no payment: ask for it again.`,
      }
    case 'nothing':
      return {
        tone: 'bad',
        title: 'Nothing was paid',
        text: 'A zero-amount transfer, a common scam. Nothing was paid.',
      }
    case 'moved':
      return movedWords(state)
  }
}

function movedWords({ place, token, word, transfer }: Extract<ReceiptState, { kind: 'moved' }>): StatusText {
  const { final } = place
  const finality = final ? FINAL : NOT_FINAL
  if (token === null) {
    return {
      tone: 'warn',
      title: 'Unverified token',
      text: `Only the token’s own contract says that it moved, and anyone can make such a token. It proves no payment of money. ${finality}`,
    }
  }
  if (AddressText.equal(transfer.from, transfer.to)) {
    return {
      tone: 'warn',
      title: 'Sent to itself',
      text: `Sender and recipient are the same address, so no one was paid. ${finality}`,
    }
  }
  if (!final) return { tone: 'wait', title: 'Confirming', text: NOT_FINAL }
  if (transfer.isForeign) {
    return {
      tone: 'warn',
      title: 'Not proven',
      text: 'Only the payer’s contract says that BNB moved, and we can’t see that it runs Safe’s code. It proves no payment of money.',
    }
  }
  if (word !== null) {
    return {
      tone: 'warn',
      title: `Paid (reported by the ${word}’s Safe)`,
      text: `${FINAL} Only the ${word}’s address, a contract that calls itself a Safe, says that BNB moved inside it. Compare it with the Safe you know.`,
    }
  }
  return { tone: 'good', title: 'Paid, final', text: 'It can’t be reversed.' }
}

const AGAIN = 'This page checks again by itself.'
const FINAL = 'Final: it can’t be reversed.'
const NOT_FINAL = `Two independent sources haven’t confirmed it as final yet. ${AGAIN}`

/** The position of a transfer in its transaction, from its name: see `PaidTransfer`. */
function placeText(name: string): string {
  if (name === 'value') return 'of its own BNB'
  if (name.startsWith('log-')) return `in its log ${name.slice(4)}`
  return `in row ${name.slice(4)} of what the Safe executed`
}

/** The same as a name that finds the transfer on an explorer. */
export function placeName(name: string): string {
  if (name === 'value') return 'The BNB of the transaction itself'
  if (name.startsWith('log-')) return `Log ${name.slice(4)}`
  return `Row ${name.slice(4)} of what the Safe executed`
}

/** Explains why a link is not shown as a receipt, and what to do. */
export const receiptFaultText: Readonly<Record<ReceiptFault, string>> = {
  empty: 'This link names no transaction.',
  'too-long': 'The link is longer than any receipt. It was changed, or isn’t ours.',
  'foreign-characters': 'The link has characters that no receipt has. Copy the whole link again.',
  'other-chain': 'The link is for another network. Receipts exist on BNB Smart Chain only.',
  hash: 'The transaction hash is not whole. Copy the whole link again.',
  name: 'The link does not say which transfer of the transaction is meant. Copy the whole link again.',
  note: 'The note in the link is too long, or was changed to hide text.',
  'unknown-field': 'The link has a part that we don’t know.',
}
