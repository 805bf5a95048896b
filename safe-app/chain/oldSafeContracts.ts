import { type Address, type Hex, keccak256, pad, toHex } from 'viem'
import type { ChainClient } from './chainClient.ts'
import { oldSafeCode } from './oldSafeCode.ts'
import { everySafeContract, type SafeDeployment } from './safeContracts.ts'

/**
 * A contract whose code is placed at its address: before 1.3.0, accounts with private keys deployed them, and of SignMessageLib
 * 1.3.0 only the code is kept.
 */
export type OldSafeContract = SafeDeployment & {
  readonly code: Hex
  /** Storage that its constructor wrote. */
  readonly storage: readonly { readonly slot: Hex; readonly value: Hex }[]
}

/** A singleton has a threshold, so that nobody can set it up as a Safe. */
const thresholdOfOne = [{ slot: toHex(4, { size: 32 }), value: toHex(1, { size: 32 }) }] as const

/** MultiSend 1.1.1 has this value in its own storage, and refuses calls where it reads it. */
const multiSendGuard = [{ slot: pad('0x'), value: keccak256(toHex('multisend.guard.bytes32')) }] as const

/** Safe's contracts of 1.1.1 and 1.2.0, which has only a singleton of its own, and the library of 1.3.0 that they use. */
export const oldSafeContracts = {
  safe120: {
    version: '1.2.0',
    deployment: 'gnosis_safe',
    name: 'GnosisSafe',
    address: '0x6851D6fDFAfD08c0295C392436245E5bc78B0185',
    code: oldSafeCode.gnosisSafe120,
    storage: thresholdOfOne,
  },
  safe111: {
    version: '1.1.1',
    deployment: 'gnosis_safe',
    name: 'GnosisSafe',
    address: '0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F',
    code: oldSafeCode.gnosisSafe111,
    storage: thresholdOfOne,
  },
  proxyFactory111: {
    version: '1.1.1',
    deployment: 'proxy_factory',
    name: 'ProxyFactory',
    address: '0x76E2cFc1F5Fa8F6a5b3fC4c8F4788F0116861F9B',
    code: oldSafeCode.proxyFactory111,
    storage: [],
  },
  multiSend111: {
    version: '1.1.1',
    deployment: 'multi_send',
    name: 'MultiSend',
    address: '0x8D29bE29923b68abfDD21e541b9374737B49cdAD',
    code: oldSafeCode.multiSend111,
    storage: multiSendGuard,
  },
  callbackHandler111: {
    version: '1.1.1',
    deployment: 'default_callback_handler',
    name: 'DefaultCallbackHandler',
    address: '0xd5D82B6aDDc9027B22dCA772Aa68D5d74cdBdF44',
    code: oldSafeCode.callbackHandler111,
    storage: [],
  },
  signMessageLib130: {
    version: '1.3.0',
    deployment: 'sign_message_lib',
    name: 'SignMessageLib',
    address: '0xA65387F16B013cf2Af4605Ad8aA5ec25a2cbA3a2',
    code: oldSafeCode.signMessageLib130,
    storage: [],
  },
} as const satisfies Record<string, OldSafeContract>

/** All contracts of Safe that a local chain may have. */
export const everySafeDeployment: readonly SafeDeployment[] = [
  ...everySafeContract,
  ...Object.values(oldSafeContracts),
]

const oldSingletons: readonly Address[] = [oldSafeContracts.safe120.address, oldSafeContracts.safe111.address]

/** True for the code of Safes before 1.3.0, whose events do not say what they executed or received. */
export function isOldSingleton(address: Address | null): boolean {
  return address !== null && oldSingletons.includes(address)
}

/** Places the contracts that the chain does not have yet. */
export async function placeOldSafes(client: ChainClient): Promise<void> {
  for (const { address, code, storage } of Object.values(oldSafeContracts)) {
    if ((await client.getCode({ address })) !== undefined) continue
    await client.setCode({ address, bytecode: code })
    for (const { slot, value } of storage) await client.setStorageAt({ address, index: slot, value })
  }
}
