import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { isHexAddress } from '#chain/hex.ts'
import { MAX_UINT256 } from './Amount.ts'
import * as Token from './Token.ts'

/** The token and the amount of a payment link. */
export type AskedTransfer = {
  /** The token's contract as it is written; null for BNB. */
  readonly token: string | null
  /** In base units of the token, above zero; null leaves the amount to the payer. */
  readonly value: bigint | null
}

/** Why a payment link is not read. */
export type PaymentLinkFault =
  | { readonly kind: 'other-chain'; readonly prefix: string }
  | { readonly kind: 'not-an-address' | 'several-addresses' | 'payment-link' }

type PaymentLink =
  /** `payee` is what the link has in the place of the payee's address. */
  | { readonly ok: true; readonly payee: string; readonly asked: AskedTransfer | null }
  | { readonly ok: false; readonly fault: PaymentLinkFault }

/** MetaMask has the text of EIP-681 behind `/send/` (docs.metamask.io, “Use deeplinks”). */
const METAMASK = /^https?:\/\/(?:link\.metamask\.io|metamask\.app\.link)\/send\//i
/** Trust Wallet has a form of its own, under both beginnings (developer.trustwallet.com, “Deep Linking”). */
const TRUST = /^(?:https?:\/\/link\.trustwallet\.com\/|trust:\/\/)send\/?\?/i

/** True for the link of a payment, of any wallet. */
export function isPaymentLink(uri: string): boolean {
  return /^ethereum:/i.test(uri) || METAMASK.test(uri) || TRUST.test(uri)
}

/** Parses the link of a payment: of EIP-681, of MetaMask or of Trust Wallet. */
export function parsePaymentLink(uri: string): PaymentLink {
  return TRUST.test(uri)
    ? parseTrustLink(uri.replace(TRUST, ''))
    : parseEip681(uri.replace(METAMASK, 'ethereum:'))
}

/**
 * Parses an EIP-681 text (https://eips.ethereum.org/EIPS/eip-681): a payment in BNB, or a `transfer` of a token, whose
 * payee is its `address` and never the contract. A link without a chain is for chain 1 by the standard, but wallets of
 * every EVM chain write it: its address is read, its amount is not, and a token of it is refused, unless its contract is
 * on BNB Smart Chain alone.
 */
function parseEip681(uri: string): PaymentLink {
  const [path = '', query, ...others] = uri
    .slice(uri.indexOf(':') + 1)
    .replace(/^pay-/i, '')
    .split('?')
  const [target = '', called, ...deeper] = path.split('/')
  const [contract = '', chain, ...chains] = target.split('@')
  const parameters = readParameters(query)
  if (others.length > 0 || deeper.length > 0 || chains.length > 0 || !parameters) return unclear
  if (chain !== undefined && !/^[0-9]{1,20}$/.test(chain)) return unclear
  // No standard knows this parameter, but where it names another chain, the link contradicts itself or means that one.
  const [, named = chain] = [...parameters].find(([key]) => /^chain_?id$/i.test(key)) ?? []
  const other = [chain, named].find((one) => one !== undefined && one !== `${BSC_CHAIN_ID}`)
  if (other !== undefined) return otherChain(other)
  return called
    ? readTransfer(called, contract, named, parameters)
    : readBnbPayment(contract, named, parameters)
}

/**
 * The parameters we know, as the standard writes them. Any other one, `VALUE` too, may change what is paid. `label` and
 * `message` are only shown.
 */
const ofPayment = /^(?:value|gas|gasLimit|gasPrice|[Cc][Hh][Aa][Ii][Nn]_?[Ii][Dd]|label|message)$/

function readBnbPayment(
  payee: string,
  chain: string | undefined,
  parameters: ReadonlyMap<string, string>,
): PaymentLink {
  const isOther = (text: string) => isHexAddress(text) && text.toLowerCase() !== payee.toLowerCase()
  if ([...parameters.values()].some(isOther)) return { ok: false, fault: { kind: 'several-addresses' } }
  const value = readValue(parameters.get('value'))
  if (value === undefined || [...parameters.keys()].some((key) => !ofPayment.test(key))) return unclear
  const isAsked = chain !== undefined && value !== null
  return { ok: true, payee, asked: isAsked ? { token: null, value } : null }
}

/** The contracts of tokens that are on no other chain. */
const onlyHere: ReadonlySet<string> = new Set(
  Token.pins.flatMap(({ token: { address }, isElsewhere }) =>
    address && !isElsewhere ? [address.toLowerCase()] : [],
  ),
)

const ofTransfer = new Set(['address', 'uint256', 'value', 'gas', 'gasLimit', 'gasPrice'])

function readTransfer(
  called: string,
  token: string,
  chain: string | undefined,
  parameters: ReadonlyMap<string, string>,
): PaymentLink {
  const isOther = [...parameters.keys()].some((key) => !ofTransfer.has(key))
  if (called !== 'transfer' || isOther) return unclear
  if (chain === undefined && !onlyHere.has(token.toLowerCase())) return otherChain('1')
  const value = readValue(parameters.get('uint256'))
  // BNB sent to a token's contract is lost.
  const isWithBnb = readValue(parameters.get('value')) !== null
  const payee = parameters.get('address')
  if (value === undefined || isWithBnb || payee === undefined || !isHexAddress(token.replace(/^0X/, '0x')))
    return unclear
  return { ok: true, payee, asked: { token, value } }
}

/** Coins by their number (SLIP-44, and Trust Wallet's own for chains without one), as `networkOf` knows their networks. */
const coins: Readonly<Record<string, string>> = {
  0: 'Bitcoin',
  60: 'Ethereum',
  195: 'Tron',
  501: 'Solana',
  607: 'TON',
  714: 'BEP2',
  966: 'Polygon',
  8453: 'Base',
  9000: 'Avalanche',
  10009000: 'Avalanche',
  10000070: 'Optimism',
  10042221: 'Arbitrum',
}
const BSC_COIN = '20000714'

const ofTrustLink = new Set(['asset', 'address', 'amount', 'memo'])

/** `asset=c20000714_t0x55d3…&address=0x…&amount=1.5`: the amount is in units of the token. Its memo is never sent. */
function parseTrustLink(query: string): PaymentLink {
  const parameters = readParameters(query)
  const [, coin, token = null] = /^c([0-9]{1,12})(?:_t(.+))?$/.exec(parameters?.get('asset') ?? '') ?? []
  const payee = parameters?.get('address')
  if (!parameters || coin === undefined || payee === undefined) return unclear
  if (coin !== BSC_COIN)
    return { ok: false, fault: { kind: 'other-chain', prefix: coins[coin] ?? `coin ${coin}` } }
  const known = token === null ? Token.BNB : Token.pinned.find(({ address }) => isSame(address, token))
  const amount = parameters.get('amount')
  const value = known && readValue(amount && `${amount}e${known.decimals}`)
  // Only the chain knows the decimals of another token.
  const isUnknown = known ? value === undefined : amount !== undefined
  if (isUnknown || [...parameters.keys()].some((key) => !ofTrustLink.has(key))) return unclear
  return { ok: true, payee, asked: token === null && !value ? null : { token, value: value ?? null } }
}

function isSame(address: string | null, written: string): boolean {
  return address?.toLowerCase() === written.toLowerCase()
}

/** The parameters of a link; null if one is there twice or has no value. */
function readParameters(query: string | undefined): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  for (const part of query ? query.split('&') : []) {
    const at = part.indexOf('=')
    const key = part.slice(0, Math.max(at, 0))
    if (key === '' || found.has(key)) return null
    found.set(key, part.slice(at + 1))
  }
  return found
}

const NUMBER = /^\+?([0-9]{1,80})(?:\.([0-9]{1,80}))?(?:[eE]([0-9]{1,2}))?$/

/** Parses a number of the standard, exactly: `2.014e18`. Null for none or zero; undefined if it is no amount. */
function readValue(text: string | undefined): bigint | null | undefined {
  if (text === undefined) return null
  const [, whole = '', decimals = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const missing = Number(exponent) - decimals.length
  if (whole === '') return undefined
  const digits = BigInt(whole + decimals)
  const divisor = 10n ** BigInt(Math.max(-missing, 0))
  if (digits % divisor !== 0n) return undefined
  const value = (digits / divisor) * 10n ** BigInt(Math.max(missing, 0))
  if (value > MAX_UINT256) return undefined
  return value === 0n ? null : value
}

const unclear: PaymentLink = { ok: false, fault: { kind: 'payment-link' } }

function otherChain(chain: string): PaymentLink {
  return { ok: false, fault: { kind: 'other-chain', prefix: `@${chain}` } }
}
