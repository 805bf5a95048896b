import type { Address, Hex } from 'viem'

export type AddressInfo = { readonly value: Address; readonly name: string | null }

/** `GET /v1/chains/{chain}/safes/{safe}`. */
export type SafeState = {
  readonly address: AddressInfo
  readonly nonce: number
  readonly threshold: number
  readonly owners: readonly AddressInfo[]
  readonly implementation: AddressInfo
  readonly modules: readonly AddressInfo[] | null
  readonly fallbackHandler: AddressInfo | null
  readonly guard: AddressInfo | null
  readonly version: string | null
}

export type TxStatus = 'AWAITING_CONFIRMATIONS' | 'AWAITING_EXECUTION' | 'CANCELLED' | 'FAILED' | 'SUCCESS'

/** A list's summary of a transaction's content; unknown types are shown like `Custom`. */
export type TxInfo = {
  readonly type: string
  readonly direction?: 'INCOMING' | 'OUTGOING' | 'UNKNOWN'
  readonly sender?: AddressInfo
  readonly recipient?: AddressInfo
  readonly to?: AddressInfo
  readonly methodName?: string | null
  readonly actionCount?: number | null
  readonly isCancellation?: boolean
  readonly transferInfo?: {
    readonly type: string
    readonly value?: string | null
    readonly tokenAddress?: Address
    readonly tokenSymbol?: string | null
    readonly decimals?: number | null
    readonly imitation?: boolean
  }
}

export type TxItem = {
  readonly type: 'TRANSACTION'
  readonly conflictType: 'None' | 'HasNext' | 'End'
  readonly transaction: {
    readonly id: string
    readonly txHash: Hex | null
    readonly timestamp: number
    readonly txStatus: TxStatus
    readonly txInfo: TxInfo
    readonly executionInfo: {
      readonly type: string
      readonly nonce?: number
      readonly confirmationsRequired?: number
      readonly confirmationsSubmitted?: number
    } | null
  }
}

/** A row of the queue or the history: a transaction, or a label between them. */
export type ListItem =
  | TxItem
  | { readonly type: 'LABEL'; readonly label: string }
  | { readonly type: 'CONFLICT_HEADER'; readonly nonce: number }
  | { readonly type: 'DATE_LABEL'; readonly timestamp: number }

export type Page<T> = { readonly next: string | null; readonly results: readonly T[] }

/** `GET /v1/chains/{chain}/transactions/{id or safeTxHash}`. */
export type TxDetails = {
  readonly safeAddress: Address
  readonly txId: string
  readonly txStatus: TxStatus
  readonly txHash: Hex | null
  readonly txInfo: TxInfo
  readonly txData: {
    readonly hexData: Hex | null
    readonly to: AddressInfo
    readonly value: string | null
    readonly operation: 0 | 1
  } | null
  readonly detailedExecutionInfo: MultisigInfo | { readonly type: 'MODULE' } | null
}

export type MultisigInfo = {
  readonly type: 'MULTISIG'
  readonly nonce: number
  readonly safeTxGas: string
  readonly baseGas: string
  readonly gasPrice: string
  readonly gasToken: Address
  readonly refundReceiver: AddressInfo
  readonly safeTxHash: Hex
  readonly signers: readonly AddressInfo[]
  readonly confirmationsRequired: number
  readonly confirmations: readonly { readonly signer: AddressInfo; readonly signature: Hex | null }[]
}

export type Chain = {
  readonly chainId: string
  readonly chainName: string
  readonly shortName: string
  readonly nativeCurrency: object
  readonly blockExplorerUriTemplate: object
  readonly features?: readonly string[]
}

/** `GET /v1/chains/{chain}/messages/{hash}`; `preparedSignature` is null until enough owners have signed. */
export type SafeMessage = {
  readonly messageHash: Hex
  readonly status: 'NEEDS_CONFIRMATION' | 'CONFIRMED'
  readonly message: string | object
  readonly confirmationsSubmitted: number
  readonly confirmationsRequired: number
  readonly confirmations: readonly { readonly owner: AddressInfo; readonly signature: Hex }[]
  readonly preparedSignature: Hex | null
}

/** An unsuccessful answer of the service, with its own message. */
export class ServiceError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Gets from the service under its chain. Throws ServiceError with the service's own message. */
export async function get<T>(gatewayUrl: string, path: string): Promise<T> {
  return send<T>(`${gatewayUrl}${path}`, { method: 'GET' })
}

/** Posts JSON to the service under its chain. Throws ServiceError with the service's own message. */
export async function post<T>(gatewayUrl: string, path: string, body: object): Promise<T> {
  return send<T>(`${gatewayUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The base of a chain's routes. */
export function gatewayOf(serviceUrl: string, { id }: { readonly id: number }): string {
  return `${serviceUrl}/v1/chains/${id}`
}

async function send<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok)
    throw new ServiceError(response.status, messageOf(text) ?? `The service answered ${response.status}.`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

function messageOf(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : null
  } catch {
    return null
  }
}
