import type { Address } from 'viem'
import {
  type Creation,
  type ModuleExecution,
  moduleId,
  type Transfer,
  transferId,
} from '../indexer/ChainFacts.ts'
import type { balancesOf } from '../read/balancesOf.ts'
import type { DataDecoded, Decode } from '../read/decodeData.ts'
import type { Multisig } from '../read/Multisig.ts'
import type { SafeState } from '../read/SafeReader.ts'
import { join } from '../read/Signature.ts'
import type { TokenInfo } from '../read/Tokens.ts'
import type { Confirmation, SafeMessage } from '../store/Store.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

/** A Safe in the format of `/safes/{address}/`. */
export function safe(state: SafeState) {
  const { address, nonce, threshold, owners, masterCopy, modules, fallbackHandler, guard, version } = state
  const moduleGuard = '0x0000000000000000000000000000000000000000'
  return {
    address,
    nonce: `${nonce}`,
    threshold,
    owners,
    masterCopy,
    modules,
    fallbackHandler,
    guard,
    moduleGuard,
    version,
  }
}

/** A confirmation in the format used inside a transaction and in its own list. */
export function confirmation({ owner, submitted, txHash, signature, signatureType }: Confirmation) {
  return { owner, submissionDate: iso(submitted), transactionHash: txHash, signature, signatureType }
}

/** A multisig transaction in v2's format: amounts and gas are strings. */
export function multisig(entry: Multisig, threshold: number, decode: Decode) {
  const { tx, execution } = entry
  const data = tx.data === '0x' ? null : tx.data
  const full = entry.confirmations.length >= (execution?.threshold ?? threshold)
  return {
    safe: entry.safe,
    to: tx.to,
    value: `${tx.value}`,
    data,
    operation: tx.operation,
    gasToken: tx.gasToken,
    safeTxGas: `${tx.safeTxGas}`,
    baseGas: `${tx.baseGas}`,
    gasPrice: `${tx.gasPrice}`,
    refundReceiver: tx.refundReceiver,
    nonce: `${tx.nonce}`,
    executionDate: execution === null ? null : iso(execution.timestamp),
    submissionDate: iso(entry.submitted),
    modified: iso(entry.modified),
    blockNumber: execution?.blockNumber ?? null,
    transactionHash: execution?.txHash ?? null,
    safeTxHash: entry.safeTxHash,
    proposer: entry.proposer,
    proposedByDelegate: entry.proposedByDelegate,
    executor: execution?.executor ?? null,
    isExecuted: execution !== null,
    isSuccessful: execution?.success ?? null,
    ethGasPrice: execution === null ? null : `${execution.gasPrice}`,
    maxFeePerGas: null,
    maxPriorityFeePerGas: null,
    gasUsed: execution === null ? null : Number(execution.gasUsed),
    fee: execution === null ? null : `${execution.gasUsed * execution.gasPrice}`,
    payment: execution === null ? null : `${execution.payment}`,
    origin: entry.origin,
    dataDecoded: withoutAccuracy(decode(data, tx.to)),
    confirmationsRequired: execution?.threshold ?? threshold,
    confirmations: entry.confirmations.map(confirmation),
    trusted: entry.trusted,
    signatures: full && entry.confirmations.length > 0 ? join(entry.confirmations) : null,
  }
}

/** The same in v1's format, with nonce and gas as numbers. */
export function multisigV1(entry: Multisig, threshold: number, decode: Decode) {
  const { nonce, safeTxGas, baseGas } = entry.tx
  const numbers = { nonce: Number(nonce), safeTxGas: Number(safeTxGas), baseGas: Number(baseGas) }
  return { ...multisig(entry, threshold, decode), ...numbers }
}

/** A movement of BNB or of a token. */
export function transfer(entry: Transfer, token: TokenInfo | null) {
  const isNft = entry.type === 'ERC721_TRANSFER'
  return {
    type: entry.type,
    executionDate: iso(entry.timestamp),
    blockNumber: entry.blockNumber,
    transactionHash: entry.txHash,
    to: entry.to,
    from: entry.from,
    value: isNft ? null : `${entry.value}`,
    tokenId: isNft ? `${entry.value}` : null,
    tokenAddress: entry.token,
    transferId: transferId(entry),
    tokenInfo: entry.token === null || token === null ? null : tokenInfo(token),
  }
}

/** A token in the format of `/tokens/{address}/`. */
export function tokenInfo({ type, address, name, symbol, decimals, logoUri, trusted }: TokenInfo) {
  return { type, address, name, symbol, decimals, logoUri, trusted }
}

/** A balance; the native coin has no token. */
export function balance({ tokenInfo, balance }: Awaited<ReturnType<typeof balancesOf>>['items'][number]) {
  const { type, address, name, symbol, decimals, logoUri } = tokenInfo
  if (type === 'NATIVE_TOKEN') return { tokenAddress: null, token: null, balance }
  return { tokenAddress: address, token: { name, symbol, decimals, logoUri }, balance }
}

/** A module's transaction, made without signatures. */
export function module(entry: ModuleExecution, decode: Decode) {
  const { safe, module, to, value, data, operation, success, timestamp, blockNumber, txHash } = entry
  return {
    created: iso(timestamp),
    executionDate: iso(timestamp),
    blockNumber,
    isSuccessful: success,
    transactionHash: txHash,
    safe,
    module,
    to,
    value: `${value}`,
    data: data === '0x' ? null : data,
    operation,
    dataDecoded: withoutAccuracy(decode(data, to)),
    moduleTransactionId: moduleId(entry),
  }
}

/** The creation of a Safe. */
export function creation(entry: Creation, decode: Decode) {
  return {
    created: iso(entry.timestamp),
    creator: entry.creator,
    transactionHash: entry.txHash,
    factoryAddress: entry.factory,
    masterCopy: entry.masterCopy,
    setupData: entry.setupData,
    saltNonce: entry.saltNonce,
    dataDecoded: withoutAccuracy(decode(entry.setupData, null)),
    userOperation: null,
  }
}

/** A message that a Safe signs off the chain. */
export function message(entry: SafeMessage) {
  return {
    created: iso(entry.created),
    modified: iso(entry.modified),
    safe: entry.safe,
    messageHash: entry.messageHash,
    message: entry.message,
    proposedBy: proposerOf(entry),
    safeAppId: entry.safeAppId,
    confirmations: entry.confirmations.map(({ owner, signature, signatureType, submitted }) => ({
      created: iso(submitted),
      modified: iso(submitted),
      owner,
      signature,
      signatureType,
    })),
    preparedSignature: join(entry.confirmations),
    origin: entry.origin,
  }
}

/** The owner who submitted a message with the first signature. */
export function proposerOf({ safe, confirmations }: SafeMessage): Address {
  return confirmations[0]?.owner ?? safe
}

function withoutAccuracy(decoded: DataDecoded | null) {
  return decoded === null ? null : { method: decoded.method, parameters: decoded.parameters }
}
