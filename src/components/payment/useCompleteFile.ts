import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortal } from '#account/connection.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { useDollars } from '#components/settings/switches.ts'
import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import { withNames } from '#domain/accounting/accountingRows.ts'
import { nameBeside } from '#domain/payout/payoutOrigins.ts'
import { withKept, withNetworkFees, withoutPrices, withPrices } from '#queries/accountingFiles.ts'

/** Adds to an accounting file what this browser knows of its payments, their network fees and their prices. */
export function useCompleteFile(): {
  readonly complete: (file: AccountingFile) => Promise<AccountingFile>
  /** Fees and prices that are still to be read. */
  readonly left: number
} {
  const client = useQueryClient()
  const { storage } = usePortal().page
  const isPriced = useDollars()
  const { labelOf } = usePeople()
  const [left, setLeft] = useState(0)
  const complete = async (file: AccountingFile) => {
    const named = withNames(withKept(storage, file), (other, listed) => nameBeside(labelOf(other), listed))
    const unpriced = await withNetworkFees(client, named, setLeft)
    return isPriced ? await withPrices(client, bscRpc, unpriced, setLeft) : withoutPrices(unpriced)
  }
  return { complete, left }
}
