import { type Address, type Hex, isHash } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import type { SafeRef } from './SafeRef.ts'
import * as Service from './Service.ts'

/** An owner's EIP-712 signature of a SafeTx. */
export function sign(account: LocalAccount, safe: SafeRef, tx: SafeTx.SafeTx): Promise<Hex> {
  return account.signTypedData({
    domain: SafeTx.domain(safe.address, safe.version, safe.chainId),
    types: SafeTx.safeTxTypes,
    primaryType: 'SafeTx',
    message: tx,
  })
}

/** Proposes a SafeTx: `POST /v1/chains/{chain}/transactions/{safe}/propose`. Throws ServiceError. */
export async function propose(
  gatewayUrl: string,
  proposal: {
    safe: Address
    tx: SafeTx.SafeTx
    safeTxHash: SafeTx.SafeTxHash
    sender: Address
    /** Null for a draft in the host's batch: the service does not list it as trusted. */
    signature: Hex | null
    /** JSON text with the app's url and name. The gateway drops any other text. */
    origin: string
  },
): Promise<Service.TxDetails> {
  const { safe, tx, safeTxHash, sender, signature, origin } = proposal
  return Service.post<Service.TxDetails>(gatewayUrl, `/transactions/${safe}/propose`, {
    to: tx.to,
    value: tx.value.toString(),
    data: tx.data === '0x' ? null : tx.data,
    nonce: tx.nonce.toString(),
    operation: tx.operation,
    safeTxGas: tx.safeTxGas.toString(),
    baseGas: tx.baseGas.toString(),
    gasPrice: tx.gasPrice.toString(),
    gasToken: tx.gasToken,
    refundReceiver: tx.refundReceiver,
    safeTxHash,
    sender,
    ...(signature === null ? {} : { signature }),
    origin,
  })
}

/** Adds an owner's signature: `POST /v1/chains/{chain}/transactions/{safeTxHash}/confirmations`. Throws ServiceError. */
export async function confirm(
  gatewayUrl: string,
  safeTxHash: Hex,
  signature: Hex,
): Promise<Service.TxDetails> {
  return Service.post<Service.TxDetails>(gatewayUrl, `/transactions/${safeTxHash}/confirmations`, {
    signature,
  })
}

/** Details of a transaction by its id or safeTxHash. Throws ServiceError; 404 is normal right after proposing. */
export async function details(gatewayUrl: string, id: string): Promise<Service.TxDetails> {
  return Service.get<Service.TxDetails>(gatewayUrl, `/transactions/${encodeURIComponent(id)}`)
}

/**
 * The SafeTx in the service's details, with its hash recomputed. Throws if the service's hash differs: such a
 * transaction must not be signed.
 */
export function verified(
  safe: SafeRef,
  details: Service.TxDetails,
): { tx: SafeTx.SafeTx; info: Service.MultisigInfo; hashes: SafeTx.SafeTxHashes } {
  const info = details.detailedExecutionInfo
  if (!details.txData || info?.type !== 'MULTISIG' || !isHash(info.safeTxHash)) {
    throw new Error('This is not a transaction of the owners.')
  }
  const tx: SafeTx.SafeTx = {
    to: details.txData.to.value,
    value: BigInt(details.txData.value ?? '0'),
    data: details.txData.hexData ?? '0x',
    operation: details.txData.operation,
    safeTxGas: BigInt(info.safeTxGas),
    baseGas: BigInt(info.baseGas),
    gasPrice: BigInt(info.gasPrice),
    gasToken: info.gasToken,
    refundReceiver: info.refundReceiver.value,
    nonce: BigInt(info.nonce),
  }
  const hashes = hashesOf(safe, tx)
  if (hashes.safeTxHash !== info.safeTxHash) {
    throw new Error('The service describes another transaction than its hash says. Do not sign it.')
  }
  return { tx, info, hashes }
}

/** The hashes of a SafeTx of one Safe. */
export function hashesOf({ address, version, chainId }: SafeRef, tx: SafeTx.SafeTx): SafeTx.SafeTxHashes {
  return SafeTx.hashes(address, tx, version, chainId)
}
