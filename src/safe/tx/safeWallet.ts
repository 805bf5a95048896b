import type { Address } from 'viem'
import { env } from '#env.ts'
import type { SafeTxHash } from './SafeTx.ts'

/** The page of a Safe's transaction in Safe{Wallet}, where owners sign and execute. */
export function safeWalletTx(safe: Address, safeTxHash: SafeTxHash): string {
  const id = `multisig_${safe}_${safeTxHash}`
  return `${env.safeHostOrigins[0]}/transactions/tx?safe=bnb:${safe}&id=${id}`
}
