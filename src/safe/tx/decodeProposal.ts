import { type Address, type Hex, isAddressEqual, zeroAddress } from 'viem'
import * as Amount from '#chain/money/Amount.ts'
import { asTransfer, type Call, type Transfer, transferTo } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { hashSignedBy } from '#safe/signature/signOnChain.ts'
import { type KnownCall, readKnownCall } from './knownCalls.ts'
import * as MultiSend from './MultiSend.ts'
import type { SafeTx } from './SafeTx.ts'

/** The meaning of one row of a proposal, decoded from the signed bytes alone. */
type RowMeaning =
  /** For a token that is not pinned, `amount.token` is derived from the address: see `isPinned`. */
  | {
      readonly kind: 'transfer'
      readonly to: Address
      readonly amount: Amount.Amount
      readonly isPinned: boolean
    }
  | { readonly kind: 'rejection' }
  | { readonly kind: 'known'; readonly call: KnownCall }
  | { readonly kind: 'unknown' }
  /** Signs a hash in the name of the Safe, through Safe's own library. */
  | { readonly kind: 'signature'; readonly hash: Hex }
  /** Runs foreign code as the Safe itself, so it can do anything, whatever its calldata suggests. */
  | { readonly kind: 'delegatecall' }

/** One call of a proposal. `path` is its position: `3`, or `3.1` inside a nested multisend. */
export type ProposalRow = {
  readonly path: string
  readonly to: Address
  /** wei */
  readonly value: bigint
  readonly data: Hex
  readonly operation: 0 | 1
  readonly meaning: RowMeaning
}

export type ProposalContent = {
  readonly rows: readonly ProposalRow[]
  /** The sum of all transfers per token, in the order of first appearance. */
  readonly totals: readonly Amount.Amount[]
  /** Rows that are not transfers and therefore in no total. */
  readonly others: number
}

/** Maximum depth of nested multisends; deeper ones are shown as a delegatecall. */
const MAX_DEPTH = 4

/** Decodes a proposal, only from its signed fields and never from a service's description. */
export function decodeProposal(safe: Address, tx: SafeTx): ProposalContent {
  const isRejection = isAddressEqual(tx.to, safe) && tx.value === 0n && tx.data === '0x' && tx.operation === 0
  const rows: readonly ProposalRow[] = isRejection
    ? [{ ...fieldsOf(tx), path: '1', meaning: { kind: 'rejection' } }]
    : unfold(safe, tx, '', 0)
  const transfers = rows.flatMap(({ meaning }) => (meaning.kind === 'transfer' ? [meaning] : []))
  return { rows, totals: Amount.totalsOf(transfers), others: rows.length - transfers.length }
}

type Fields = Call & { readonly operation: 0 | 1 }

function fieldsOf({ to, value, data, operation }: Fields): Fields {
  return { to, value, data, operation }
}

/**
 * Expands a call into rows. A batch through Safe's own MultiSend yields its contents, anything else one row.
 */
function unfold(safe: Address, call: Fields, prefix: string, depth: number): ProposalRow[] {
  const batch = call.operation === 1 && depth < MAX_DEPTH && MultiSend.isKnown(call.to)
  const inner = batch ? MultiSend.decode(call.data) : null
  if (inner && inner.length > 0) {
    const zeroIsSafe = MultiSend.zeroIsSafe(call.to)
    return inner.flatMap((row, index) => {
      const meant = zeroIsSafe && row.to === zeroAddress ? { ...row, to: safe } : row
      return unfold(safe, meant, prefix === '' ? `${index + 1}` : `${prefix}.${index + 1}`, depth + 1)
    })
  }
  return [{ ...fieldsOf(call), path: prefix || '1', meaning: meaningOf(safe, call) }]
}

function meaningOf(safe: Address, call: Fields): RowMeaning {
  if (call.operation === 1) {
    const hash = hashSignedBy(call)
    return hash ? { kind: 'signature', hash } : { kind: 'delegatecall' }
  }
  const transfer = asTransfer(call)
  if (transfer) {
    const pinned = Token.find(transfer.token)
    const token: Token.Token = pinned ?? {
      address: transfer.token,
      symbol: 'base units',
      name: 'Unverified token',
      decimals: 0,
    }
    return {
      kind: 'transfer',
      to: transfer.to,
      amount: { token, value: transfer.value },
      isPinned: pinned !== undefined,
    }
  }
  const known = readKnownCall(safe, call)
  return known ? { kind: 'known', call: known } : { kind: 'unknown' }
}

/** The transfers of a proposal, as its fingerprint uses them. */
export function transfersIn({ rows }: ProposalContent): readonly Transfer[] {
  return rows.flatMap(({ meaning }) =>
    meaning.kind === 'transfer' ? [transferTo(meaning.to, meaning.amount)] : [],
  )
}
