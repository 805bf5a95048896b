import * as Address from '#chain/money/Address.ts'
import { LONGEST_CELL, trimEdges } from '#chain/names/edges.ts'
import { type Payee, type PayeeFault, type PayeeOptions, payeeFault } from './checkPayee.ts'

/** Why a text is not a payee. */
export type PayeeTextFault =
  | PayeeFault
  | { readonly kind: Exclude<Address.AddressFault, 'other-chain'> }
  | { readonly kind: 'other-chain'; readonly prefix: string }
  | { readonly kind: 'too-long' | 'tron' | 'beacon-chain' | 'bitcoin' | 'no-0x' }
  | { readonly kind: 'name'; readonly name: string }

export type ReadPayee =
  | ({ readonly ok: true } & Payee)
  | { readonly ok: false; readonly fault: PayeeTextFault }

/** Reads the payee that a person entered. Names are not resolved: they can change owner before the payment. */
export function readPayee(cell: string, options: PayeeOptions): ReadPayee {
  if (cell.length > LONGEST_CELL) return { ok: false, fault: { kind: 'too-long' } }
  const text = trimEdges(cell)
  const read = Address.parse(text)
  if (!read.ok) return { ok: false, fault: faultOf(text, read.fault) }
  const fault = payeeFault(read.address, options)
  return fault ? { ok: false, fault } : { ok: true, payee: read.address, hasChecksum: read.hasChecksum }
}

function faultOf(text: string, fault: Address.AddressFault): PayeeTextFault {
  if (fault === 'other-chain') return { kind: fault, prefix: text.slice(0, text.lastIndexOf(':')) }
  if (fault !== 'not-an-address') return { kind: fault }
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return { kind: 'tron' }
  if (/^t?bnb1[a-z0-9]{20,}$/i.test(text)) return { kind: 'beacon-chain' }
  if (/^bc1[a-z0-9]{20,}$/i.test(text)) return { kind: 'bitcoin' }
  if (/^[0-9a-f]{40}$/i.test(text)) return { kind: 'no-0x' }
  if (/^[^\s@/]+\.(?:eth|bnb)$/i.test(text)) return { kind: 'name', name: text }
  return { kind: fault }
}
