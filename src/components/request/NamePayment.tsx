import { useQueries } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { NO_HASH, parseHashText } from '#domain/activity/hashLink.ts'
import type { PaymentRequest } from '#domain/request/PaymentRequest.ts'
import type { SeenPayment } from '#domain/request/requestStatus.ts'
import { paidTransfersQuery } from '#queries/activity.ts'
import type { PaidTransfers } from '#safe/proposal/paidTransfers.ts'
import { OneLineForm } from '#ui/form/OneLineForm.tsx'

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
        <p key={hash} role="status" className="text-mono">
          {hash}: {words}
        </p>
      ))}
      <OneLineForm label="Transaction" hint="Its hash or BscScan link." button="Check" onText={name} />
    </>
  )
}

const UNREAD = 'couldn’t be read. Try again in a moment.'

function answerWords(paid: PaidTransfers, { token }: PaymentRequest): string {
  switch (paid.kind) {
    case 'unknown-hash':
      return 'not found on BNB Smart Chain. It may be very recent, or never sent.'
    case 'pending':
      return 'sent but not confirmed yet. Nothing is paid.'
    default:
      return paid.status === 'failed'
        ? 'failed. No money moved.'
        : `we found no ${token.symbol} payment to this address in it.`
  }
}
