import type { Address } from 'viem'
import { hasChainIdInDomain } from '#safe/tx/SafeTx.ts'

/** The Safe contracts that the host uses, by contract version (safe-deployments, canonical set). */
const contracts = {
  '1.5.0': {
    multiSendCallOnly: '0xA83c336B20401Af773B6219BA5027174338D1836',
    signMessageLib: '0x4FfeF8222648872B3dE295Ba1e49110E61f5b5aa',
  },
  '1.3.0': {
    multiSendCallOnly: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
    signMessageLib: '0xA65387F16B013cf2Af4605Ad8aA5ec25a2cbA3a2',
  },
  '1.4.1': {
    multiSendCallOnly: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
    signMessageLib: '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
  },
} as const satisfies Record<string, { multiSendCallOnly: Address; signMessageLib: Address }>

/**
 * The contracts for a Safe's version such as `1.3.0+L2`; throws RangeError for an unsupported version. Safes before 1.3.0 use
 * those of 1.3.0, as in Safe{Wallet}: there was no MultiSendCallOnly and no SignMessageLib before.
 */
export function safeContracts(version: string): { multiSendCallOnly: Address; signMessageLib: Address } {
  const [core] = version.split('+')
  if (core === '1.1.1' || core === '1.2.0') return contracts['1.3.0']
  if (core === '1.3.0' || core === '1.4.1' || core === '1.5.0') return contracts[core]
  throw new RangeError(`No contracts known for Safe version ${version}.`)
}

/** True for Safes without guards and off-chain messages, where a call that fails uses up the nonce without `safeTxGas`. */
export function isBefore130(version: string): boolean {
  return !hasChainIdInDomain(version)
}
