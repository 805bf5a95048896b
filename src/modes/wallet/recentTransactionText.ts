import * as Amount from '#chain/money/Amount.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'

/** Describes a call for the list of recent transactions: "Pay 12.50 USDT to 0x90F7…b906". */
export function recentTransactionText(call: Call): string {
  const transfer = asTransfer(call)
  const token = transfer && Token.find(transfer.token)
  if (!transfer || !token) return 'Contract call'
  const { to, value } = transfer
  return `Pay ${Amount.format({ token, value })} to ${to.slice(0, 6)}…${to.slice(-4)}`
}
