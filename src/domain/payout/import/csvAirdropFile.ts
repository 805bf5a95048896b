import * as Amount from '#chain/money/Amount.ts'
import type { RowPayment } from './PayoutRow.ts'

/** Payments as a file that CSV Airdrop, the Safe App, reads: exact decimal amounts, a blank contract for BNB. */
export function csvAirdropFile(payments: readonly RowPayment[]): string {
  const lines = payments.map(({ payee, amount }) => {
    const { address } = amount.token
    return [address ? 'erc20' : 'native', address ?? '', payee, Amount.toDecimal(amount), ''].join(',')
  })
  return ['token_type,token_address,receiver,amount,id', ...lines, ''].join('\r\n')
}
