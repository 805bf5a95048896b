import type { Address } from 'viem'

/** Versions of Safe's contracts whose build on npm is the one that was deployed. */
export type BuiltVersion = '1.5.0' | '1.4.1' | '1.3.0'

/** Versions of Safe's contracts that a local chain can have; `oldSafeContracts.ts` has those before 1.3.0. */
export type SafeVersion = BuiltVersion | '1.2.0' | '1.1.1'

/** A contract of Safe's own deployments. */
export type SafeDeployment = {
  readonly version: SafeVersion
  /** The file of safe-deployments with its address and code hash. */
  readonly deployment: string
  /** The contract's name in its source. */
  readonly name: string
  readonly address: Address
}

/** A contract of Safe's own deployments, with its build from npm. */
export type SafeContract = SafeDeployment & { readonly version: BuiltVersion; readonly artifact: string }

const builds = {
  '1.5.0': '@safe-global/safe-smart-account/build/artifacts/contracts',
  '1.4.1': '@safe-global/safe-contracts/build/artifacts/contracts',
  '1.3.0': '@gnosis.pm/safe-contracts/build/artifacts/contracts',
} as const

function contract(
  version: SafeContract['version'],
  deployment: string,
  file: string,
  address: Address,
): SafeContract {
  const name = file.slice(file.lastIndexOf('/') + 1, -'.sol'.length)
  return { version, deployment, name, artifact: `${builds[version]}/${file}/${name}.json`, address }
}

/**
 * Every contract of 1.4.1, and of 1.3.0's canonical set, whose build is on npm, at its BSC address.
 * SignMessageLib 1.3.0 is in `oldSafeContracts.ts`: npm's build differs from the deployed one.
 */
export const safeContracts = {
  safe: contract('1.4.1', 'safe', 'Safe.sol', '0x41675C099F32341bf84BFc5382aF534df5C7461a'),
  safeL2: contract('1.4.1', 'safe_l2', 'SafeL2.sol', '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'),
  proxyFactory: contract(
    '1.4.1',
    'safe_proxy_factory',
    'proxies/SafeProxyFactory.sol',
    '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  ),
  multiSend: contract(
    '1.4.1',
    'multi_send',
    'libraries/MultiSend.sol',
    '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  ),
  multiSendCallOnly: contract(
    '1.4.1',
    'multi_send_call_only',
    'libraries/MultiSendCallOnly.sol',
    '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  ),
  fallbackHandler: contract(
    '1.4.1',
    'compatibility_fallback_handler',
    'handler/CompatibilityFallbackHandler.sol',
    '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  ),
  signMessageLib: contract(
    '1.4.1',
    'sign_message_lib',
    'libraries/SignMessageLib.sol',
    '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
  ),
  createCall: contract(
    '1.4.1',
    'create_call',
    'libraries/CreateCall.sol',
    '0x9b35Af71d77eaf8d7e40252370304687390A1A52',
  ),
  simulateTxAccessor: contract(
    '1.4.1',
    'simulate_tx_accessor',
    'accessors/SimulateTxAccessor.sol',
    '0x3d4BA2E0884aa488718476ca2FB8Efc291A46199',
  ),
  safe130: contract('1.3.0', 'gnosis_safe', 'GnosisSafe.sol', '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552'),
  safeL2130: contract(
    '1.3.0',
    'gnosis_safe_l2',
    'GnosisSafeL2.sol',
    '0x3E5c63644E683549055b9Be8653de26E0B4CD36E',
  ),
  proxyFactory130: contract(
    '1.3.0',
    'proxy_factory',
    'proxies/GnosisSafeProxyFactory.sol',
    '0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2',
  ),
  multiSend130: contract(
    '1.3.0',
    'multi_send',
    'libraries/MultiSend.sol',
    '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  ),
  multiSendCallOnly130: contract(
    '1.3.0',
    'multi_send_call_only',
    'libraries/MultiSendCallOnly.sol',
    '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  ),
  fallbackHandler130: contract(
    '1.3.0',
    'compatibility_fallback_handler',
    'handler/CompatibilityFallbackHandler.sol',
    '0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4',
  ),
  createCall130: contract(
    '1.3.0',
    'create_call',
    'libraries/CreateCall.sol',
    '0x7cbB62EaA69F79e6873cD1ecB2392971036cFAa4',
  ),
  simulateTxAccessor130: contract(
    '1.3.0',
    'simulate_tx_accessor',
    'accessors/SimulateTxAccessor.sol',
    '0x59AD6735bCd8152B84860Cb256dD9e96b85F69Da',
  ),
} as const satisfies Record<string, SafeContract>

/** The same of 1.5.0, which the portal's own world does without. */
export const safeContracts150 = {
  safe: contract('1.5.0', 'safe', 'Safe.sol', '0xFf51A5898e281Db6DfC7855790607438dF2ca44b'),
  safeL2: contract('1.5.0', 'safe_l2', 'SafeL2.sol', '0xEdd160fEBBD92E350D4D398fb636302fccd67C7e'),
  proxyFactory: contract(
    '1.5.0',
    'safe_proxy_factory',
    'proxies/SafeProxyFactory.sol',
    '0x14F2982D601c9458F93bd70B218933A6f8165e7b',
  ),
  multiSend: contract(
    '1.5.0',
    'multi_send',
    'libraries/MultiSend.sol',
    '0x218543288004CD07832472D464648173c77D7eB7',
  ),
  multiSendCallOnly: contract(
    '1.5.0',
    'multi_send_call_only',
    'libraries/MultiSendCallOnly.sol',
    '0xA83c336B20401Af773B6219BA5027174338D1836',
  ),
  fallbackHandler: contract(
    '1.5.0',
    'compatibility_fallback_handler',
    'handler/CompatibilityFallbackHandler.sol',
    '0x3EfCBb83A4A7AfcB4F68D501E2c2203a38be77f4',
  ),
  signMessageLib: contract(
    '1.5.0',
    'sign_message_lib',
    'libraries/SignMessageLib.sol',
    '0x4FfeF8222648872B3dE295Ba1e49110E61f5b5aa',
  ),
} as const satisfies Record<string, SafeContract>

/** All contracts of Safe that a local chain may have, of 1.3.0 and later. */
export const everySafeContract: readonly SafeContract[] = [
  ...Object.values(safeContracts),
  ...Object.values(safeContracts150),
]
