import { useQuery } from '@tanstack/react-query'
import { usePortal } from '#account/connection.ts'
import { useOrigins } from '#components/payout/usePayouts.ts'
import { useKeptList } from '#components/stored/useKeptList.ts'
import { listedName } from '#domain/payout/payoutOrigins.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { paidRow } from '#domain/payout/rowReceipts.ts'
import type { ReceiptLink, ReceiptState } from '#domain/receipt/receiptLink.ts'
import { keptRequests } from '#domain/request/keptRequests.ts'
import { requestPaidBy } from '#domain/request/requestPaidBy.ts'
import { executedProposalsQuery } from '#queries/activity.ts'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'

/** Words about a payment, and where they come from: never from the blockchain. */
type Words = { readonly text: string; readonly source: string }

/** This browser's own records of a payment. Null means that it has none. */
export type ReceiptOrigin = {
  /** The name that the payer's list gave the payee. */
  readonly listed: string | null
  readonly purpose: Words | null
  readonly reference: Words | null
}

const sources = {
  link: 'From the link, not from the blockchain.',
  list: 'From your list, not from the blockchain.',
  request: 'From your request, matched by amount, address and time.',
}

/** Finds the list and the request behind a transfer in this browser. A note in the link wins. */
export function useReceiptOrigin(
  link: ReceiptLink,
  { transfer, place }: Extract<ReceiptState, { kind: 'moved' }>,
  paid: PaidTransfers,
): ReceiptOrigin {
  const { from, to } = transfer
  const originsOf = useOrigins(from)
  const direct = originsOf(link.hash)
  // A payout of a Safe is known by its proposal, which the transaction names.
  const { storage } = usePortal().page
  const hasPaid = payoutStore(storage, from).ledger.list().attempts.length > 0
  const isRead = hasPaid && direct.length === 0 && place.final
  const { data: proposals = [] } = useQuery({ ...executedProposalsQuery(from, link.hash), enabled: isRead })
  const origins = direct.length > 0 ? direct : proposals.flatMap((id) => originsOf(id))
  const { items } = useKeptList(keptRequests)
  const row = paidRow(origins, paid, link.name)
  const request = requestPaidBy(items, link.hash, paid, link.name)
  const listed = (text?: string | null) => (text ? { text, source: sources.list } : null)
  const asked = (text?: string) => (text ? { text, source: sources.request } : null)
  return {
    listed: listedName(origins, to),
    purpose: link.note
      ? { text: link.note, source: sources.link }
      : (listed(row?.note) ?? asked(request?.memo)),
    reference: listed(row?.reference) ?? asked(request?.reference),
  }
}
