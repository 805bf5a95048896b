import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { isHexAddress } from '#chain/hex.ts'

/** The largest value a token transfer can carry (uint256). */
export const MAX_UINT256 = 2n ** 256n - 1n

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

/**
 * Parses an EIP-681 text (https://eips.ethereum.org/EIPS/eip-681): a payment in BNB, or a `transfer` of a token, whose
 * payee is its `address` and never the contract. A link without a chain is for chain 1 by the standard, but wallets of
 * every EVM chain write it: its address is read, its amount is not, and a token of it is refused.
 */
export function parsePaymentLink(uri: string): PaymentLink {
  const [path = '', query, ...others] = uri
    .slice(uri.indexOf(':') + 1)
    .replace(/^pay-/i, '')
    .split('?')
  const [target = '', called, ...deeper] = path.split('/')
  const [contract = '', chain, ...chains] = target.split('@')
  const parameters = readParameters(query)
  if (others.length > 0 || deeper.length > 0 || chains.length > 0 || !parameters) return unclear
  if (chain !== undefined && !/^[0-9]{1,20}$/.test(chain)) return unclear
  if (chain !== undefined && chain !== `${BSC_CHAIN_ID}`) return otherChain(chain)
  return called
    ? readTransfer(called, contract, chain, parameters)
    : readBnbPayment(contract, chain, parameters)
}

function readBnbPayment(
  payee: string,
  chain: string | undefined,
  parameters: ReadonlyMap<string, string>,
): PaymentLink {
  const isOther = (text: string) => isHexAddress(text) && text.toLowerCase() !== payee.toLowerCase()
  if ([...parameters.values()].some(isOther)) return { ok: false, fault: { kind: 'several-addresses' } }
  const value = readValue(parameters.get('value'))
  if (value === undefined || parameters.has('uint256')) return unclear
  const isAsked = chain !== undefined && value !== null
  return { ok: true, payee, asked: isAsked ? { token: null, value } : null }
}

const ofTransfer = new Set(['address', 'uint256', 'value', 'gas', 'gasLimit', 'gasPrice'])

function readTransfer(
  called: string,
  token: string,
  chain: string | undefined,
  parameters: ReadonlyMap<string, string>,
): PaymentLink {
  const isOther = [...parameters.keys()].some((key) => !ofTransfer.has(key))
  if (called !== 'transfer' || isOther) return unclear
  if (chain === undefined) return otherChain('1')
  const value = readValue(parameters.get('uint256'))
  // BNB sent to a token's contract is lost.
  const isWithBnb = readValue(parameters.get('value')) !== null
  const payee = parameters.get('address')
  if (value === undefined || isWithBnb || payee === undefined || !isHexAddress(token.replace(/^0X/, '0x')))
    return unclear
  return { ok: true, payee, asked: { token, value } }
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
