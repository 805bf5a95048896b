import * as Amount from '#chain/money/Amount.ts'
import * as Call from '#chain/money/Call.ts'
import { findToken } from '../chain/Network.ts'
import type { WalletConfig } from './WalletConfig.ts'

/** A transaction's effect as rows for the card: amount and receiver for a plain transfer. */
export function describeCall(
  config: WalletConfig,
  call: Call.Call,
): readonly (readonly [label: string, value: string])[] {
  const transfer = Call.asTransfer(call)
  const token = transfer && findToken(config.network, transfer.token)
  if (!transfer || !token) {
    return [
      ['To', named(config, call.to)],
      ['Value', Amount.format({ token: config.network.coin, value: call.value })],
      ['Data', `${(call.data.length - 2) / 2} bytes, ${call.data.slice(0, 10)}`],
    ]
  }
  return [
    ['Amount', Amount.format({ token, value: transfer.value })],
    ['To', named(config, transfer.to)],
    ...(transfer.token ? [['Token', transfer.token] as const] : []),
  ]
}

/** An address with the local person's name. */
export function named(config: WalletConfig, address: string): string {
  const account = config.accounts.find((each) => each.address.toLowerCase() === address.toLowerCase())
  return account ? `${account.name} ${account.address}` : address
}
