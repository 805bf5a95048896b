import SafeApiKit from '@safe-global/api-kit'
import * as v from 'valibot'
import { type Address, type Hex, zeroAddress } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { isBytes, isHexAddress } from '#chain/hex.ts'
import { asTransfer } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { withDeadline } from '#chain/rpc/Rpc.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import { readDetails } from './detailsDocument.ts'
import { listRow } from './documents.ts'
import { servicePacer } from './jsonReader.ts'
import type { ListedTransaction, SafeSource, TransactionPage } from './SafeSource.ts'

/** api-kit for one service. `ask` runs a request when its turn comes, with a time limit. */
type TxServiceKit = {
  readonly kit: SafeApiKit
  readonly ask: <T>(work: () => Promise<T>) => Promise<T>
}

/** One per service, so that all its requests are paced together. */
const kits = new Map<string, TxServiceKit>()

/** @param base URL of the service, ending in `/api` */
export function txServiceKit(base: string): TxServiceKit {
  const known = kits.get(base)
  if (known) return known
  const pace = servicePacer(base)
  const opened: TxServiceKit = {
    kit: new SafeApiKit({ chainId: BigInt(BSC_CHAIN_ID), txServiceUrl: base }),
    async ask(work) {
      await pace()
      return withDeadline(work())
    },
  }
  kits.set(base, opened)
  return opened
}

/** Rows per page. */
const LIMIT = 20

/**
 * Reads a transaction service through api-kit, converts the results to the gateway's format and validates
 * them in the same way. Its `next` URLs are never followed: pages of a queue are fetched by nonce, those of a history by
 * offset.
 */
export function txServiceReads(base: string): Omit<SafeSource, 'name'> {
  const { kit, ask } = txServiceKit(base)
  return {
    queued: (safe, cursor) =>
      reading(async () => {
        const known = placeOf(cursor)
        const page = await ask(async () => {
          const from = known?.nonce ?? (await kit.getSafeInfo(safe)).nonce
          // Unlike `getPendingTransactions`, this can include proposals that no owner has signed.
          const open = { executed: false, nonce__gte: from, trusted: false, ordering: 'nonce' }
          return kit.getMultisigTransactions(safe, { ...open, limit: LIMIT, offset: known?.seen ?? 0 })
        })
        return toPage(page, safe, (results) => placeAfter(results, known))
      }),
    history: (safe, cursor) =>
      reading(async () => {
        const offset = cursor !== null && /^[0-9]{1,9}$/.test(cursor) ? Number(cursor) : 0
        const page = await ask(() => kit.getAllTransactions(safe, { limit: LIMIT, offset }))
        return toPage(page, safe, ({ length }) => `${offset + length}`)
      }),
    transaction: (hash) =>
      reading(async () => {
        const found = await ask(() => kit.getTransaction(hash)).catch((error: unknown) => {
          if ((error as { statusCode?: unknown }).statusCode === 404) return null
          throw error
        })
        if (found === null) return null
        return readDetails(toDetailsDocument(found as unknown as UntrustedRecord)) ?? refuse()
      }),
    executedAt: (safe, nonce) =>
      reading(async () => {
        const page = await ask(() => kit.getMultisigTransactions(safe, { nonce: `${nonce}`, executed: true }))
        return toPage(page, safe, () => null).transactions
      }),
  }
}

/**
 * A place in a queue: its next page begins with this nonce, of which so many entries were seen. An execution between
 * two pages moves every offset from the beginning of the queue, and a proposal would be left out.
 */
type Place = { readonly nonce: string; readonly seen: number }

function placeOf(cursor: string | null): Place | null {
  const [, nonce, seen] = /^([0-9]{1,20})\.([0-9]{1,9})$/.exec(cursor ?? '') ?? []
  return nonce === undefined ? null : { nonce, seen: Number(seen) }
}

/** The cursor behind these rows; null if the last one says no nonce. */
function placeAfter(results: readonly UntrustedRecord[], from: Place | null): string | null {
  const nonces = results.map(({ nonce }) => String(nonce))
  const nonce = nonces.at(-1) ?? ''
  const before = from?.nonce === nonce ? from.seen : 0
  const cursor = `${nonce}.${before + nonces.filter((one) => one === nonce).length}`
  return placeOf(cursor) && cursor
}

const pageShape = v.object({
  next: v.nullish(v.string()),
  results: v.pipe(v.array(v.record(v.string(), v.unknown())), v.maxLength(1000)),
})

/** @param cursorAfter the cursor of the page behind these rows; null if it can't be requested */
function toPage(
  document: unknown,
  safe: Address,
  cursorAfter: (results: readonly UntrustedRecord[]) => string | null,
): TransactionPage {
  const page = v.safeParse(pageShape, document)
  if (!page.success) refuse()
  const { next, results } = page.output
  const transactions = new Map<string, ListedTransaction>()
  const nonces = results.map(({ nonce }) => String(nonce))
  let unreadable = 0
  for (const result of results) {
    for (const row of toRows(result, safe)) {
      const read = v.safeParse(listRow, { type: 'TRANSACTION', transaction: row })
      if (!read.success || read.output.type !== 'TRANSACTION') {
        unreadable++
        continue
      }
      const nonce = result.isExecuted === false ? String(result.nonce) : null
      const conflict = nonce !== null && nonces.indexOf(nonce) !== nonces.lastIndexOf(nonce)
      transactions.set(read.output.transaction.id, { ...read.output.transaction, conflict })
    }
  }
  // A service may give fewer rows than requested. After none, the next page cannot be requested, and is missing.
  const cursor = next && results.length > 0 ? cursorAfter(results) : null
  if (next && cursor === null) unreadable++
  return { transactions: [...transactions.values()], cursor, unreadable }
}

async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof PortalError) throw cause
    throw new PortalError('unreachable', 'The Safe transaction service did not answer.', { cause })
  }
}

function refuse(): never {
  throw new PortalError('malformed', 'The Safe transaction service answered something that cannot be read.')
}

// A transaction service reports the same data as the gateway in another format. This file converts it to the
// gateway's format, unchecked; consumers parse the result like a gateway document.

/** An unvalidated document. */
export type UntrustedRecord = Readonly<Record<string, unknown>>

const party = (value: unknown) => ({ value })
const ms = (iso: unknown) => (typeof iso === 'string' ? Date.parse(iso) || null : null)

/** `GET /v2/multisig-transactions/{hash}/` as the gateway's details of a transaction. */
export function toDetailsDocument(tx: UntrustedRecord): unknown {
  const confirmations = Array.isArray(tx.confirmations) ? (tx.confirmations as UntrustedRecord[]) : null
  return {
    safeAddress: tx.safe,
    txStatus: statusOf(tx),
    txHash: tx.transactionHash,
    executedAt: ms(tx.executionDate),
    txInfo: null,
    note: noteOf(tx),
    txData: { to: party(tx.to), hexData: tx.data, value: text(tx.value), operation: tx.operation },
    detailedExecutionInfo: {
      type: 'MULTISIG',
      submittedAt: ms(tx.submissionDate),
      nonce: Number(tx.nonce),
      // A missing value means that the contract received zero; the hash shows whether that is true.
      safeTxGas: text(tx.safeTxGas ?? 0),
      baseGas: text(tx.baseGas ?? 0),
      gasPrice: text(tx.gasPrice ?? 0),
      gasToken: tx.gasToken ?? zeroAddress,
      refundReceiver: party(tx.refundReceiver ?? zeroAddress),
      safeTxHash: tx.safeTxHash,
      executor: party(tx.executor),
      // The service does not report the owners; the chain does.
      signers: null,
      confirmationsRequired: tx.confirmationsRequired,
      // Null stays null: the service does not say who signed.
      confirmations:
        confirmations?.map((confirmation) => ({
          signer: party(confirmation?.owner),
          signature: confirmation?.signature,
          submittedAt: ms(confirmation?.submissionDate),
        })) ?? null,
      proposer: party(tx.proposer),
    },
  }
}

/** One list entry as rows of the gateway: a transaction of the Safe, or each transfer made by others. */
export function toRows(entry: UntrustedRecord, safe: Address): readonly unknown[] {
  if (entry.txType === 'ETHEREUM_TRANSACTION') {
    const transfers = Array.isArray(entry.transfers) ? (entry.transfers as UntrustedRecord[]) : []
    return transfers.map((transfer) => transferRow(transfer, entry, safe))
  }
  if (entry.txType === 'MODULE_TRANSACTION') {
    return [
      {
        id: `module_${safe}_${String(entry.moduleTransactionId ?? entry.transactionHash)}`,
        txHash: entry.transactionHash,
        timestamp: ms(entry.executionDate),
        txStatus: entry.isSuccessful === false ? 'FAILED' : 'SUCCESS',
        txInfo: infoOf(entry, safe),
        executionInfo: { type: 'MODULE', address: party(entry.module) },
      },
    ]
  }
  const { confirmations } = entry
  return [
    {
      id: `multisig_${String(entry.safe)}_${String(entry.safeTxHash)}`,
      txHash: entry.transactionHash,
      timestamp: ms(entry.executionDate ?? entry.submissionDate),
      txStatus: statusOf(entry),
      txInfo: infoOf(entry, safe),
      executionInfo: {
        type: 'MULTISIG',
        nonce: Number(entry.nonce),
        confirmationsRequired: entry.confirmationsRequired,
        // Null: the service does not say who signed, which is not the same as nobody.
        confirmationsSubmitted: Array.isArray(confirmations) ? confirmations.length : null,
      },
      note: noteOf(entry),
    },
  ]
}

/** The proposer's note on a transaction. It is part of `origin`, which current apps send as JSON. */
function noteOf({ origin }: UntrustedRecord): unknown {
  try {
    const { note } = JSON.parse(String(origin)) as UntrustedRecord
    return typeof note === 'string' ? note : null
  } catch {
    return null
  }
}

function transferRow(transfer: UntrustedRecord, entry: UntrustedRecord, safe: Address): unknown {
  const token = transfer.tokenInfo as UntrustedRecord | null | undefined
  const isToken = transfer.type === 'ERC20_TRANSFER'
  return {
    id: `transfer_${safe}_${String(transfer.transferId)}`,
    txHash: entry.txHash ?? transfer.transactionHash,
    timestamp: ms(transfer.executionDate),
    txStatus: 'SUCCESS',
    txInfo:
      isToken || transfer.type === 'ETHER_TRANSFER'
        ? {
            type: 'Transfer',
            sender: party(transfer.from),
            recipient: party(transfer.to),
            direction: sameText(transfer.to, safe) ? 'INCOMING' : 'OUTGOING',
            transferInfo: isToken
              ? {
                  type: 'ERC20',
                  tokenAddress: transfer.tokenAddress,
                  value: text(transfer.value),
                  tokenSymbol: token?.symbol,
                  decimals: token?.decimals,
                }
              : { type: 'NATIVE_COIN', value: text(transfer.value) },
          }
        : { type: String(transfer.type) },
    executionInfo: null,
  }
}

/** The effect of a transaction, decoded from its call. The service's own decoding is used only for a name. */
function infoOf(tx: UntrustedRecord, safe: Address): unknown {
  const { to, value, data, operation } = tx
  const call = readCall(to, value, data)
  const method = (tx.dataDecoded as UntrustedRecord | null | undefined)?.method
  if (call === null) return { type: 'Custom', to: party(to), methodName: method }
  if (operation === 0 && sameText(to, safe) && call.value === 0n && call.data === '0x') {
    return { type: 'Custom', to: party(to), isCancellation: true }
  }
  if (operation === 0 && sameText(to, safe)) return { type: 'SettingsChange', dataDecoded: { method } }
  const transfer = operation === 0 ? asTransfer(call) : null
  if (transfer) {
    return {
      type: 'Transfer',
      sender: party(safe),
      recipient: party(transfer.to),
      direction: 'OUTGOING',
      transferInfo:
        transfer.token === null
          ? { type: 'NATIVE_COIN', value: `${transfer.value}` }
          : { type: 'ERC20', tokenAddress: transfer.token, value: `${transfer.value}` },
    }
  }
  const rows = operation === 1 && MultiSend.isKnown(call.to) ? MultiSend.decode(call.data) : null
  if (rows) return { type: 'Custom', to: party(to), methodName: 'multiSend', actionCount: rows.length }
  return { type: 'Custom', to: party(to), methodName: method }
}

function readCall(
  to: unknown,
  value: unknown,
  data: unknown,
): { to: Address; value: bigint; data: Hex } | null {
  if (!isHexAddress(to)) return null
  if (!/^[0-9]{1,78}$/.test(String(value))) return null
  if (data !== null && data !== undefined && !isBytes(data)) return null
  return { to, value: BigInt(String(value)), data: (data ?? '0x') as Hex }
}

function statusOf(tx: UntrustedRecord): string {
  if (tx.isExecuted === true)
    return tx.isSuccessful === true ? 'SUCCESS' : tx.isSuccessful === false ? 'FAILED' : 'UNKNOWN'
  const have = Array.isArray(tx.confirmations) ? tx.confirmations.length : 0
  const need = tx.confirmationsRequired
  // Neither null nor zero means that nobody has to sign.
  if (typeof need !== 'number' || need < 1) return 'UNKNOWN'
  return have >= need ? 'AWAITING_EXECUTION' : 'AWAITING_CONFIRMATIONS'
}

/**
 * Services send amounts as strings or numbers. A number that was rounded in transit is not a valid amount.
 */
function text(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
}

function sameText(a: unknown, b: string): boolean {
  return typeof a === 'string' && a.toLowerCase() === b.toLowerCase()
}
