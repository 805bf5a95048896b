import { type Address, getAddress, isAddressEqual } from 'viem'
import type { TransactionSummary } from '#safe/service/documents.ts'
import type { ProposalContent, ProposalRow } from '#safe/tx/decodeProposal.ts'
import type { SafeTx } from '#safe/tx/SafeTx.ts'

type Reported = TransactionSummary['txInfo']

/**
 * Whether a service's description of a transaction matches its bytes. Descriptions without money (other
 * kinds, unknown ones) count neither way.
 * @returns the mismatch, in words; null if nothing was claimed or everything matches
 */
export function reportedDifference(
  safe: Address,
  reported: Reported | null,
  tx: SafeTx,
  content: ProposalContent,
): string | null {
  if (reported === null) return null
  const [row] = content.rows
  const single = content.rows.length === 1 ? row : undefined
  const { meaning } = single ?? {}
  // The service also describes NFTs as transfers. They decode to other kinds, and only payments are compared.
  if (reported.type === 'Transfer')
    return paymentDifference(reported, safe, single && paymentOf(safe, single))
  if (reported.type === 'Custom') {
    if (!isAddressEqual(reported.to, tx.to)) {
      return `The service describes a call of ${reported.to}; its bytes call ${tx.to}.`
    }
    if (reported.value !== null && reported.value !== undefined && reported.value !== tx.value) {
      return `The service describes a call with ${reported.value} wei; its bytes send ${tx.value}.`
    }
    if (reported.isCancellation && meaning?.kind !== 'rejection') {
      return 'The service describes it as a rejection, which pays nothing; its bytes do something else.'
    }
  }
  if (reported.type === 'SettingsChange') {
    if (!isAddressEqual(tx.to, safe)) {
      return 'The service describes it as a change of the Safe; its bytes call another contract.'
    }
    const call = meaning?.kind === 'known' && meaning.call.kind === 'settings' ? meaning.call : null
    if (call === null) return 'The service describes it as a change of the Safe; its bytes do something else.'
    const method = reported.dataDecoded?.method
    if (method && call.name !== null && method !== call.name) {
      return `The service describes the change ${method}; its bytes say ${call.name}.`
    }
  }
  return null
}

type Payment = {
  readonly token: Address | null
  readonly from: Address
  readonly to: Address
  readonly value: bigint
}

/** The money that a row moves, out of the Safe or through an allowance; null if it moves none. */
function paymentOf(safe: Address, { to, data, meaning }: ProposalRow): Payment | null {
  if (meaning.kind === 'transfer') {
    const { token, value } = meaning.amount
    return { token: token.address, from: safe, to: meaning.to, value }
  }
  if (meaning.kind !== 'known' || meaning.call.name !== 'transferFrom') return null
  const word = (index: number) => data.slice(10 + 64 * index, 74 + 64 * index)
  const party = (index: number) => getAddress(`0x${word(index).slice(24)}`)
  return { token: to, from: party(0), to: party(1), value: BigInt(`0x${word(2)}`) }
}

function paymentDifference(
  { sender, recipient, direction, transferInfo }: Extract<Reported, { type: 'Transfer' }>,
  safe: Address,
  payment: Payment | null | undefined,
): string | null {
  if (!payment) return 'The service describes it as one payment; its bytes do something else.'
  const token = transferInfo.type === 'ERC20' ? transferInfo.tokenAddress : null
  const sameToken =
    token === null || payment.token === null ? token === payment.token : isAddressEqual(token, payment.token)
  if (!sameToken) return 'The service describes a payment in another token than its bytes pay.'
  if (transferInfo.value !== payment.value) {
    return `The service describes a payment of ${transferInfo.value} base units; its bytes pay ${payment.value}.`
  }
  if (!isAddressEqual(recipient, payment.to)) {
    return `The service describes a payment to ${recipient}; its bytes pay ${payment.to}.`
  }
  if (!isAddressEqual(sender, payment.from)) {
    return `The service describes a payment by ${sender}; its bytes take it from ${payment.from}.`
  }
  if (direction === 'INCOMING' && isAddressEqual(payment.from, safe)) {
    return 'The service describes it as a payment to the Safe; its bytes pay out of it.'
  }
  return null
}
