import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Hash } from 'viem'
import { Link } from 'wouter'
import { paidTransfersQuery } from '#domain/activity/activityQueries.ts'
import type { Payout } from '#domain/payout/Payout.ts'
import { receiptsOf } from '#domain/payout/rowReceipts.ts'
import { receiptPath } from '#domain/shared/paths.ts'

/**
 * The link to a paid row's receipt, shown once the transfer that paid it is found. Hidden if it cannot be
 * identified.
 */
export function RowReceipt(props: {
  payout: Payout
  place: number
  hash: Hash
  /** All rows paid by the transaction. */
  places: readonly number[]
}) {
  const { payout, place, hash, places } = props
  const { data } = useQuery(paidTransfersQuery(hash))
  const transfer = useMemo(
    () => data && receiptsOf(payout, places, data).get(place),
    [data, payout, places, place],
  )
  if (!transfer) return null
  return (
    <Link href={receiptPath(hash, transfer.name)}>
      Receipt{payout.rows.length > 1 && <span className="visually-hidden"> of row {place + 1}</span>}
    </Link>
  )
}
