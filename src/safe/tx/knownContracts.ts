import { type Address, type Hash, type Hex, keccak256 } from 'viem'
import { readWithQuorum } from '#chain/rpc/quorum.ts'
import { ask, type Rpc } from '#chain/rpc/Rpc.ts'
import { bytes32, hex } from '#chain/schemas.ts'

/**
 * Safe's own contracts on BSC other than MultiSend: singletons, factories, handlers and libraries of 1.3.0 to
 * 1.5.0, lower case. They are not accounts, so money sent to them is lost. Source: safe-deployments.
 */
const contracts: ReadonlySet<string> = new Set(
  [
    // 1.3.0
    '0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4',
    '0x017062a1dE2FE6b99BE3d9d37841FeD19F573804',
    '0x7cbB62EaA69F79e6873cD1ecB2392971036cFAa4',
    '0xB19D6FFc2182150F8Eb585b79D4ABcd7C5640A9d',
    '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552',
    '0x69f4D1788e39c87893C980c06EdF4b7f686e2938',
    '0x3E5c63644E683549055b9Be8653de26E0B4CD36E',
    '0xfb1bffC9d739B8D520DaF37dF666da4C687191EA',
    '0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2',
    '0xC22834581EbC8527d974F8a1c97E1bEA4EF910BC',
    '0xA65387F16B013cf2Af4605Ad8aA5ec25a2cbA3a2',
    '0x98FFBBF51bb33A056B08ddf711f289936AafF717',
    '0x59AD6735bCd8152B84860Cb256dD9e96b85F69Da',
    '0x727a77a074D1E6c4530e814F89E618a3298FC044',
    // 1.4.1
    '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
    '0x9b35Af71d77eaf8d7e40252370304687390A1A52',
    '0x41675C099F32341bf84BFc5382aF534df5C7461a',
    '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
    '0x526643F69b81B008F46d95CD5ced5eC0edFFDaC6',
    '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
    '0xfF83F6335d8930cBad1c0D439A841f01888D9f69',
    '0xBD89A1CE4DDe368FFAB0eC35506eEcE0b1fFdc54',
    '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9',
    '0x3d4BA2E0884aa488718476ca2FB8Efc291A46199',
    // 1.5.0
    '0x3EfCBb83A4A7AfcB4F68D501E2c2203a38be77f4',
    '0x2Ef5ECfbea521449E4De05EDB1ce63B75eDA90B4',
    '0x85a8ca358D388530ad0fB95D0cb89Dd44Fc242c3',
    '0xFf51A5898e281Db6DfC7855790607438dF2ca44b',
    '0xEdd160fEBBD92E350D4D398fb636302fccd67C7e',
    '0x6439e7ABD8Bb915A5263094784C5CF561c4172AC',
    '0x14F2982D601c9458F93bd70B218933A6f8165e7b',
    '0x900C7589200010D6C6eCaaE5B06EBe653bc2D82a',
    '0x4FfeF8222648872B3dE295Ba1e49110E61f5b5aa',
    '0x07EfA797c55B5DdE3698d876b277aBb6B893654C',
    '0x54e86d004d71a8D2112ec75FaCE57D730b0433F3',
  ].map((address) => address.toLowerCase()),
)

/**
 * The contracts whose code Safes run, of 1.3.0 to 1.5.0 on BSC, lower case, with keccak256 of their runtime
 * code. Source: safe-deployments, which lists no older one on BSC.
 */
const singletons: ReadonlyMap<string, Hash> = new Map<string, Hash>([
  // 1.3.0, at two addresses
  [
    '0xd9db270c1b5e3bd161e8c8503c55ceabee709552',
    '0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e',
  ],
  [
    '0x69f4d1788e39c87893c980c06edf4b7f686e2938',
    '0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e',
  ],
  // 1.3.0+L2, at two addresses
  [
    '0x3e5c63644e683549055b9be8653de26e0b4cd36e',
    '0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f',
  ],
  [
    '0xfb1bffc9d739b8d520daf37df666da4c687191ea',
    '0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f',
  ],
  // 1.4.1 and 1.4.1+L2
  [
    '0x41675c099f32341bf84bfc5382af534df5c7461a',
    '0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4',
  ],
  [
    '0x29fcb43b46531bca003ddc8fcb67ffe91900c762',
    '0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff',
  ],
  // 1.5.0 and 1.5.0+L2
  [
    '0xff51a5898e281db6dfc7855790607438df2ca44b',
    '0xdda019cbd7c867a533a2a86e5c53434fdc50b13122b5a5ddb4a8df61b31c20f2',
  ],
  [
    '0xedd160febbd92e350d4d398fb636302fccd67c7e',
    '0x180193227186ccb85316c94db1f0d156ed932b14712cfaac78901899178572dc',
  ],
])

/** keccak256 of the runtime code of a published singleton; undefined for any other address. */
export function singletonCodeHash(address: Address): Hash | undefined {
  return singletons.get(address.toLowerCase())
}

/**
 * True for the code that Safe has published for Safes. Any other code can return anything and do anything.
 */
export function isSingleton(address: Address): boolean {
  return singletons.has(address.toLowerCase())
}

/** True for a contract that all Safes share and nobody owns; see also `isKnown` of MultiSend. */
export function isSafeContract(address: Address): boolean {
  return contracts.has(address.toLowerCase())
}

/**
 * keccak256 of the runtime code of the proxies that Safe's factories on BSC create. The code has no
 * parameters, so all Safes of a version share it. Source: the `SafeProxy` builds of Safe's npm packages,
 * whose factories have the code hashes of safe-deployments.
 */
const proxyCodeHashes: ReadonlySet<Hash> = new Set<Hash>([
  // 1.3.0
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  // 1.4.1
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
  // 1.5.0
  '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f',
])

/** True for the code of a proxy that Safe's factories create. */
export function isProxyCode(code: Hex): boolean {
  return proxyCodeHashes.has(keccak256(code))
}

/**
 * Whether a node reports Safe's own code for an account: a known proxy whose slot 0 holds a known singleton
 * that has its known code. Any other contract can emit a Safe's events and accept its calldata without moving
 * money.
 * @throws when the node does not answer
 */
export async function readIsGenuineSafeOn(node: Rpc, account: Address): Promise<boolean> {
  const together = {}
  const [code, slot] = await Promise.all([
    ask(node, hex, 'eth_getCode', [account, 'latest'], together),
    ask(node, bytes32, 'eth_getStorageAt', [account, '0x0', 'latest'], together),
  ])
  // The proxy ignores the first 12 bytes of the slot.
  const singleton: Address = `0x${slot.slice(26)}`
  const expected = singletonCodeHash(singleton)
  if (!isProxyCode(code) || expected === undefined) return false
  return keccak256(await ask(node, hex, 'eth_getCode', [singleton, 'latest'])) === expected
}

/** Accounts that two operators called genuine, by the endpoints that were asked. */
const genuine = new WeakMap<Rpc, Set<Address>>()

/**
 * The same, from two operators if there are several. Only then do the account's events and calldata prove
 * anything (`docs/money.md` 2).
 * @throws when no two operators agree
 */
export async function readIsGenuineSafe(rpc: Rpc, account: Address): Promise<boolean> {
  const known = genuine.get(rpc) ?? new Set()
  genuine.set(rpc, known)
  if (known.has(account)) return true
  const found = await readWithQuorum(rpc, (node) => readIsGenuineSafeOn(node, account))
  if (found.kind === 'split' || (found.kind === 'alone' && rpc.witnesses)) {
    throw new Error('No two operators agree about the code of the Safe')
  }
  if (found.value) known.add(account)
  return found.value
}
