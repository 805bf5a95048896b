import type { Config } from 'wagmi'
import type { ReadContractsParameters } from 'wagmi/actions'

/**
 * Replaces `readContracts` in wagmi's `getBalance`, which calls it for a token only; RainbowKit asks for BNB. Its
 * code is loaded when it is called.
 * Written for wagmi 2.19.5.
 */
export const readContracts = async (config: Config, parameters: ReadContractsParameters) =>
  (await import('./chainReads.ts')).readContracts(config, parameters)
