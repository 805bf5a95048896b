import type { Address } from '#chain/money/Address.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import { decodeProposal } from '#safe/tx/decodeProposal.ts'
import type * as SafeTx from '#safe/tx/SafeTx.ts'
import { plainCalls } from '#safe/tx/signedFields.ts'

/** The transfers of a Safe transaction, decoded here. */
export type Content = {
  readonly calls: readonly Call[]
  /** From the signed fields. */
  readonly nonce: bigint
  /** It contains nothing else. */
  readonly isWhole: boolean
  /** Parts of it cannot be decoded, so it may pay any account. */
  readonly isOpaque: boolean
  /** When a source first listed it (ms); null if unknown. */
  readonly listedAt: number | null
}

/** Decodes the transfers of a Safe transaction. */
export function toContent(safe: Address, tx: SafeTx.SafeTx): Content {
  const { rows } = decodeProposal(safe, tx)
  const plain = plainCalls(tx)
  return {
    calls: rows
      .filter(({ meaning }) => meaning.kind === 'transfer')
      .map(({ to, value, data }) => ({ to, value, data })),
    nonce: tx.nonce,
    isWhole: plain?.every((call) => asTransfer(call) !== null) ?? false,
    isOpaque: rows.some(({ meaning }) => meaning.kind === 'unknown' || meaning.kind === 'delegatecall'),
    listedAt: null,
  }
}
