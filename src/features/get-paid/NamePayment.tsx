import { useQueries } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { paidTransfersQuery } from '#domain/activity/activityQueries.ts'
import { NO_HASH, parseHashText } from '#domain/activity/hashLink.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import type { SeenPayment } from '#domain/request/requestStatus.ts'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { OneLineForm } from '#ui/form/OneLineForm.tsx'
import prose from '#ui/layout/prose.module.css'

/**
 * Lets a person name the transaction that paid the request. It is read from the chain, which works with any
 * node.
 */
export function NamePayment(props: {
  request: PaymentRequest
  named: readonly Hash[]
  /** Payments to the payee in the token, from any transaction. */
  found: readonly SeenPayment[]
  onName: (hash: Hash) => void
}) {
  const { request, named, found, onName } = props
  const results = useQueries({ queries: named.map(paidTransfersQuery) })
  const answers = named.flatMap((hash, index) => {
    if (found.some((payment) => payment.hash === hash)) return []
    const result = results[index]
    return [
      { hash, words: result?.data ? answerWords(result.data, request) : result?.error ? UNREAD : 'Reading…' },
    ]
  })
  const name = (text: string) => {
    const hash = parseHashText(text)
    if (!hash) return NO_HASH
    onName(hash)
    return null
  }
  return (
    <>
      {answers.map(({ hash, words }) => (
        <p key={hash} role="status" className={prose.mono}>
          {hash}: {words}
        </p>
      ))}
      <OneLineForm
        label="Paid already? Paste the transaction"
        hint="0x… or a link to it on the explorer"
        button="Look for it there"
        onText={name}
      />
    </>
  )
}

const UNREAD = 'could not be read. Try again in a moment.'

function answerWords(paid: PaidTransfers, { token }: PaymentRequest): string {
  switch (paid.kind) {
    case 'unknown-hash':
      return 'no node that was asked knows this transaction.'
    case 'pending':
      return 'it is in no block yet, so nothing is paid.'
    default:
      return paid.status === 'failed'
        ? 'it failed and moved nothing.'
        : `it pays no ${token.symbol} to this account, as far as a receipt tells.`
  }
}
