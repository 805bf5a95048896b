import { type Address, isAddressEqual } from 'viem'
import type { ProposalContent } from './decodeProposal.ts'
import type { TransactionSummary } from './documents.ts'
import type { SafeTx } from './SafeTx.ts'

type Told = TransactionSummary['txInfo']

/**
 * Whether a service's own description of a transaction fits what its bytes do. Descriptions that name no money
 * (other kinds, unknown ones) are neither right nor wrong.
 * @returns what does not fit, in words; null when nothing was claimed or all of it fits
 */
export function toldDifference(
  safe: Address,
  told: Told | null,
  tx: SafeTx,
  content: ProposalContent,
): string | null {
  if (told === null) return null
  const [row] = content.rows
  const single = content.rows.length === 1 ? row?.meaning : undefined
  if (told.type === 'Transfer') {
    if (told.direction === 'INCOMING') return 'The service describes it as a payment to the Safe.'
    // NFTs are described as transfers too; only what pays money is compared.
    if (single?.kind !== 'transfer')
      return 'The service describes it as one payment; its bytes do something else.'
    const { token } = single.amount
    const toldToken = told.transferInfo.type === 'ERC20' ? told.transferInfo.tokenAddress : null
    const sameToken =
      token.address === null || toldToken === null
        ? token.address === toldToken
        : isAddressEqual(token.address, toldToken)
    if (!sameToken) return 'The service describes a payment in another token than its bytes pay.'
    if (told.transferInfo.value !== single.amount.value) {
      return `The service describes a payment of ${told.transferInfo.value} base units; its bytes pay ${single.amount.value}.`
    }
    if (!isAddressEqual(told.recipient, single.to)) {
      return `The service describes a payment to ${told.recipient}; its bytes pay ${single.to}.`
    }
  }
  if (told.type === 'Custom' && told.isCancellation && single?.kind !== 'rejection') {
    return 'The service describes it as a rejection, which pays nothing; its bytes do something else.'
  }
  if (told.type === 'SettingsChange' && !isAddressEqual(tx.to, safe)) {
    return 'The service describes it as a change of the Safe; its bytes call another contract.'
  }
  return null
}
