import * as Address from '#chain/Address.ts'
import * as Token from '#chain/Token.ts'
import { isSafeContract } from '#safe/knownContracts.ts'
import { isKnown } from '#safe/MultiSend.ts'
import { LONGEST_CELL, trimEdges } from './edges.ts'

/** Why a cell is nobody who can be paid. */
export type PayeeFault =
  | { readonly kind: Exclude<Address.AddressFault, 'other-chain'> }
  | { readonly kind: 'other-chain'; readonly prefix: string }
  | {
      readonly kind:
        | 'too-long'
        | 'tron'
        | 'beacon-chain'
        | 'bitcoin'
        | 'no-0x'
        | 'payer'
        | 'dead'
        | 'system-contract'
        | 'safe-contract'
    }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'token-contract'; readonly symbol: string }

export type ReadPayee =
  | { readonly ok: true; readonly payee: Address.Address }
  | { readonly ok: false; readonly fault: PayeeFault }

export type PayeeOptions = {
  /** Whose money it is; null where no account is connected. */
  readonly payer: Address.Address | null
  readonly tokens: ReadonlyMap<string, Token.Token>
}

/** The last of the addresses that belong to nobody: precompiles, BNB Smart Chain's own contracts, 0x…dEaD. */
const LAST_RESERVED = 0xffffn

/** Addresses that people use for what is burnt, or that stand for the coin itself. */
const deadAddresses: ReadonlySet<string> = new Set([
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
])

/** Reads who a row pays. Names are not looked up: who answers for a name could be anybody on the day of the payment. */
export function readPayee(cell: string, options: PayeeOptions): ReadPayee {
  if (cell.length > LONGEST_CELL) return { ok: false, fault: { kind: 'too-long' } }
  const text = trimEdges(cell)
  const read = Address.parse(text)
  const fault = read.ok ? wrongPayee(read.address, options) : faultOf(text, read.fault)
  return read.ok && !fault
    ? { ok: true, payee: read.address }
    : { ok: false, fault: fault ?? { kind: 'not-an-address' } }
}

/** What speaks against paying an address, whoever wrote it; null when nothing is known. */
export function wrongPayee(payee: Address.Address, { payer, tokens }: PayeeOptions): PayeeFault | null {
  const lower = payee.toLowerCase()
  if (payer && lower === payer.toLowerCase()) return { kind: 'payer' }
  if (deadAddresses.has(lower)) return { kind: 'dead' }
  if (lower.startsWith('0x000000000000') && BigInt(lower) <= LAST_RESERVED) return { kind: 'system-contract' }
  const token = Token.find(payee) ?? tokens.get(lower)
  if (token) return { kind: 'token-contract', symbol: token.symbol }
  return isKnown(payee) || isSafeContract(payee) ? { kind: 'safe-contract' } : null
}

function faultOf(text: string, fault: Address.AddressFault): PayeeFault {
  if (fault === 'other-chain') return { kind: fault, prefix: text.slice(0, text.lastIndexOf(':')) }
  if (fault !== 'not-an-address') return { kind: fault }
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return { kind: 'tron' }
  if (/^t?bnb1[a-z0-9]{20,}$/i.test(text)) return { kind: 'beacon-chain' }
  if (/^bc1[a-z0-9]{20,}$/i.test(text)) return { kind: 'bitcoin' }
  if (/^[0-9a-f]{40}$/i.test(text)) return { kind: 'no-0x' }
  if (text.length <= 255 && /^[^\s@/]+\.(?:eth|bnb)$/i.test(text)) return { kind: 'name', name: text }
  return { kind: fault }
}
