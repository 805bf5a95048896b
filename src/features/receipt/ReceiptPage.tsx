import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { paidTransfersQuery } from '#domain/activity/activityQueries.ts'
import { decodeReceipt, type ReceiptLink } from '#domain/receipt/receiptLink.ts'
import { receiptState } from '#domain/receipt/receiptState.ts'
import { receiptFaultText, receiptWords } from '#domain/receipt/receiptWords.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import { Card } from '#ui/Card.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { HandOnCard } from './HandOnCard.tsx'
import css from './Receipt.module.css'
import { ReceiptFacts } from './ReceiptFacts.tsx'

/** One transfer, read anew from the chain by whoever opens the link. It needs no account. */
export function ReceiptPage() {
  useDocumentTitle('Receipt')
  // Raw: a router would decode what must not be encoded.
  const [path] = useHashLocation()
  const decoded = decodeReceipt(path)
  if (decoded.ok) return <Receipt key={`${decoded.hash}${decoded.name}`} link={decoded} />
  return (
    <>
      <h1>This link is not a receipt</h1>
      <Notice tone="bad" title={receiptFaultText[decoded.fault]}>
        <p>
          Nothing was read. <Link href="/activity">Look a payment up in Activity</Link>
        </p>
      </Notice>
    </>
  )
}

function Receipt({ link }: { link: ReceiptLink }) {
  const query = useQuery({ ...paidTransfersQuery(link.hash), refetchOnMount: 'always' })
  const state = query.data && receiptState(query.data, link.name)
  // What is no payment is nothing to hand on.
  const none = state && 'place' in state && state.kind !== 'moved'
  const words = state && receiptWords(state, link.name)
  return (
    <article className={css.receipt}>
      <h1>Receipt</h1>
      <div className={css.columns}>
        <Card
          title="Payment"
          action={
            words ? (
              <StatusText tone={words.tone}>{words.short}</StatusText>
            ) : query.error ? (
              <StatusText tone="warn">Not checked</StatusText>
            ) : (
              <StatusText tone="wait">Checking</StatusText>
            )
          }
        >
          <ReadError read={query} />
          {state && words ? (
            <ReceiptFacts link={link} state={state} words={words} readAt={query.dataUpdatedAt} />
          ) : (
            !query.error && <Skeleton lines={8} label="Reading the transaction" />
          )}
        </Card>
        {!none && <HandOnCard link={link} />}
      </div>
    </article>
  )
}
