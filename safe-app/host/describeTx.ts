import { shorten } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { findToken, type Network } from '../chain/Network.ts'
import type { TxInfo, TxStatus } from './chain/Service.ts'
import { type HostConfig, nameOf } from './HostConfig.ts'

/** One line for a row of the queue or history. */
export function describeTx(info: TxInfo, config: HostConfig): string {
  const who = (party: { value: `0x${string}` } | undefined): string =>
    party ? (nameOf(config, party.value) ?? shorten(party.value)) : 'somebody'
  switch (info.type) {
    case 'Transfer': {
      const amount = transferAmount(info, config.network)
      return info.direction === 'INCOMING'
        ? `Receive ${amount} from ${who(info.sender)}`
        : `Send ${amount} to ${who(info.recipient)}`
    }
    case 'Creation':
      return 'Safe created'
    case 'SettingsChange':
      return 'Change of the Safe’s settings'
    default:
      if (info.isCancellation) return 'On-chain rejection'
      if (info.methodName === 'multiSend') return `Batch of ${info.actionCount ?? 'several'}`
      return `${info.methodName ?? 'Contract call'} on ${who(info.to)}`
  }
}

const statusTexts: Readonly<Record<TxStatus, string>> = {
  AWAITING_CONFIRMATIONS: 'Needs signatures',
  AWAITING_EXECUTION: 'Ready to execute',
  CANCELLED: 'Replaced',
  FAILED: 'Failed',
  SUCCESS: 'Executed',
}

export function statusText(status: TxStatus): string {
  return statusTexts[status] ?? status
}

function transferAmount({ transferInfo }: TxInfo, network: Network): string {
  if (!transferInfo) return 'something'
  const value = BigInt(transferInfo.value ?? '0')
  if (transferInfo.type === 'NATIVE_COIN') return Amount.format({ token: network.coin, value })
  const token = findToken(network, transferInfo.tokenAddress ?? null) ?? {
    address: transferInfo.tokenAddress ?? null,
    symbol: transferInfo.tokenSymbol ?? 'units',
    name: transferInfo.tokenSymbol ?? 'Unknown token',
    decimals: transferInfo.decimals ?? 0,
  }
  return Amount.format({ token, value })
}
