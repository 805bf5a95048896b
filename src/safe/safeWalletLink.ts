import type { Address } from 'viem'
import { env } from '#env.ts'
import type { SafeTxHash } from './tx/SafeTx.ts'

/** URL of a Safe transaction in Safe{Wallet}, where owners sign and execute it. */
export function safeWalletLink(safe: Address, safeTxHash: SafeTxHash): string {
  const id = `multisig_${safe}_${safeTxHash}`
  return `${env.safeHostOrigins[0]}/transactions/tx?safe=bnb:${safe}&id=${id}`
}
