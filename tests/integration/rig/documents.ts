import type { Address, Hex } from 'viem'
import { ask } from './ask.ts'

/** The parts of the gateway's documents that tests read. */
export type ListPage = {
  readonly count?: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Row[]
}

export type Row =
  | { readonly type: 'LABEL'; readonly label: string }
  | { readonly type: 'CONFLICT_HEADER'; readonly nonce: number }
  | { readonly type: 'DATE_LABEL'; readonly timestamp: number }
  | { readonly type: 'TRANSACTION'; readonly conflictType: string; readonly transaction: Transaction }

export type Transaction = {
  readonly id: string
  readonly txHash: Hex | null
  readonly timestamp: number
  readonly txStatus: string
  readonly txInfo: TxInfo
  readonly executionInfo: { readonly type: string; readonly nonce?: number } | null
  readonly note: string | null
}

export type TxInfo = {
  readonly type: string
  readonly direction?: string
  readonly methodName?: string | null
  readonly isCancellation?: boolean
  readonly actionCount?: number
  readonly sender?: { readonly value: Address }
  readonly recipient?: { readonly value: Address }
  readonly transferInfo?: {
    readonly type: string
    readonly value?: string
    readonly tokenSymbol?: string
    readonly trusted?: boolean | null
    readonly imitation?: boolean
  }
}

export type Details = {
  readonly txId: string
  readonly txStatus: string
  readonly txHash: Hex | null
  readonly note: string | null
  readonly txInfo: TxInfo
  readonly txData: {
    readonly to: { readonly value: Address }
    readonly value: string
    readonly hexData: Hex | null
    readonly operation: 0 | 1
    readonly dataDecoded: {
      readonly parameters: readonly { readonly valueDecoded?: readonly DecodedRow[] }[]
    } | null
    readonly tokenInfoIndex: Readonly<Record<string, object>> | null
  }
  readonly detailedExecutionInfo: {
    readonly nonce: number
    readonly safeTxGas: string
    readonly baseGas: string
    readonly gasPrice: string
    readonly gasToken: Address
    readonly refundReceiver: { readonly value: Address }
    readonly safeTxHash: Hex
    readonly confirmations: readonly { readonly signer: { readonly value: Address } }[]
    readonly rejectors: readonly { readonly value: Address }[]
  }
}

export type DecodedRow = {
  readonly value: string
  readonly data: Hex
  readonly dataDecoded: { readonly parameters: readonly object[] } | null
}

/** The transactions of a list, without labels and headers. */
export function rowsOf(page: ListPage): readonly Transaction[] {
  return page.results.flatMap((row) => (row.type === 'TRANSACTION' ? [row.transaction] : []))
}

/** Every page of a list, following `next` unchanged. */
export async function pages(base: string, path: string): Promise<readonly ListPage[]> {
  const found: ListPage[] = []
  for (let next: string | null = path; next !== null; ) {
    const page: ListPage = (await ask<ListPage>(base, next.replace(base, ''))).body
    found.push(page)
    if (found.length > 5) throw new Error(`${path} goes on for ever`)
    next = page.next
  }
  return found
}

/** The parts of the transaction service's multisig transaction that tests read. */
export type KitTransaction = {
  readonly signatures: Hex
  readonly confirmations: readonly { readonly owner: Address; readonly signatureType: string }[]
}

/** The first page of a Safe's history. */
export async function history(base: string, safe: Address): Promise<readonly Transaction[]> {
  return rowsOf((await ask<ListPage>(base, `/v1/chains/56/safes/${safe}/transactions/history`)).body)
}
