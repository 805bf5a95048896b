import { type Address, type Hex, zeroAddress } from 'viem'
import { isBytes, isHexAddress } from '#chain/hex.ts'
import { asTransfer } from '#chain/money/Call.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'

// A transaction service reports the same data as the gateway in another format. This file converts it to the
// gateway's format, unchecked; consumers parse the result like a gateway document.

/** An unvalidated document. */
export type Loose = Readonly<Record<string, unknown>>

const party = (value: unknown) => ({ value })
const ms = (iso: unknown) => (typeof iso === 'string' ? Date.parse(iso) || null : null)

/** `GET /v2/multisig-transactions/{hash}/` as the gateway's details of a transaction. */
export function toDetailsDocument(tx: Loose): unknown {
  const confirmations = Array.isArray(tx.confirmations) ? (tx.confirmations as Loose[]) : null
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
export function toRows(entry: Loose, safe: Address): readonly unknown[] {
  if (entry.txType === 'ETHEREUM_TRANSACTION') {
    const transfers = Array.isArray(entry.transfers) ? (entry.transfers as Loose[]) : []
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
function noteOf({ origin }: Loose): unknown {
  try {
    const { note } = JSON.parse(String(origin)) as Loose
    return typeof note === 'string' ? note : null
  } catch {
    return null
  }
}

function transferRow(transfer: Loose, entry: Loose, safe: Address): unknown {
  const token = transfer.tokenInfo as Loose | null | undefined
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
function infoOf(tx: Loose, safe: Address): unknown {
  const { to, value, data, operation } = tx
  const call = readCall(to, value, data)
  const method = (tx.dataDecoded as Loose | null | undefined)?.method
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

function statusOf(tx: Loose): string {
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
