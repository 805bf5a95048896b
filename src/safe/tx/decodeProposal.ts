import { type Address, type Hex, isAddressEqual, zeroAddress } from 'viem'
import type * as Amount from '#chain/money/Amount.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { env } from '#env.ts'
import { hashSignedBy } from '#safe/signature/signOnChain.ts'
import { describeCall, type KnownCall } from './knownCalls.ts'
import * as MultiSend from './MultiSend.ts'
import type { SafeTx, SafeTxHash } from './SafeTx.ts'

/** The page of a Safe's transaction in Safe{Wallet}, where owners sign and execute. */
export function safeWalletTx(safe: Address, safeTxHash: SafeTxHash): string {
  const id = `multisig_${safe}_${safeTxHash}`
  return `${env.safeHostOrigins[0]}/transactions/tx?safe=bnb:${safe}&id=${id}`
}

/** What one row of a proposal does, read from the signed bytes alone. */
export type RowMeaning =
  /** `amount.token` is made up from the address when it is not pinned: see `isPinned`. */
  | {
      readonly kind: 'transfer'
      readonly to: Address
      readonly amount: Amount.Amount
      readonly isPinned: boolean
    }
  | { readonly kind: 'rejection' }
  | { readonly kind: 'known'; readonly call: KnownCall }
  | { readonly kind: 'unknown' }
  /** Signs a hash in the name of the Safe, by Safe's own library. */
  | { readonly kind: 'signature'; readonly hash: Hex }
  /** Runs foreign code as the Safe itself: whatever it says, it can do anything. */
  | { readonly kind: 'delegatecall' }

/** One call of a proposal. `path` is its place: `3`, or `3.1` inside a multisend inside a multisend. */
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
  /** Sums of all transfers, one for each token, in the order of their first row. */
  readonly totals: readonly Amount.Amount[]
  /** Rows that are no transfer, which no total contains. */
  readonly others: number
}

/** A multisend inside a multisend inside …: deeper than this it is shown as a delegatecall. */
const MAX_DEPTH = 4

/** What a proposal does, computed from its signed fields; no word of a service is part of it. */
export function decodeProposal(safe: Address, tx: SafeTx): ProposalContent {
  const isRejection = isAddressEqual(tx.to, safe) && tx.value === 0n && tx.data === '0x' && tx.operation === 0
  const rows: readonly ProposalRow[] = isRejection
    ? [{ ...fieldsOf(tx), path: '1', meaning: { kind: 'rejection' } }]
    : unfold(safe, tx, '', 0)
  const sums = new Map<string, Amount.Amount>()
  let others = 0
  for (const { meaning } of rows) {
    if (meaning.kind !== 'transfer') {
      others++
      continue
    }
    const { token, value } = meaning.amount
    const before = sums.get(Token.key(token))?.value ?? 0n
    sums.set(Token.key(token), { token, value: before + value })
  }
  return { rows, totals: [...sums.values()], others }
}

type Fields = Call & { readonly operation: 0 | 1 }

function fieldsOf({ to, value, data, operation }: Fields): Fields {
  return { to, value, data, operation }
}

/** A call as its rows: a batch through Safe's own MultiSend as what is in it, anything else as one row. */
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
  const known = describeCall(safe, call)
  return known ? { kind: 'known', call: known } : { kind: 'unknown' }
}
