import { TechnicalDetails } from '#components/settings/TechnicalDetails.tsx'
import type { Tone } from '#domain/shared/StatusText.ts'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import '#ui/paper.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import {
  decodeReceipt,
  encodeReceipt,
  type ReceiptLink,
  receiptPathIn,
  receiptState,
} from '#domain/receipt/receiptLink.ts'
import { receiptFaultText, receiptWords } from '#domain/receipt/receiptWords.ts'
import { whenUtc } from '#domain/shared/format.ts'
import { portalUrl } from '#domain/shared/paths.ts'
import { paidTransfersQuery } from '#queries/activity.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Surface } from '#ui/content/Card.tsx'
import { Logo } from '#ui/Logo.tsx'
import { Notice } from '#ui/Notice.tsx'
import { StatusBanner } from '#ui/page/StatusBanner.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './Receipt.module.css'
import { ReceiptPaper } from './ReceiptPaper.tsx'
import { ReceiptTechnical } from './ReceiptTechnical.tsx'
import { NoteForm, ShareBox } from './ShareReceipt.tsx'

/** One transfer, read from the chain whenever the link is opened. It needs no account. */
export function ReceiptPage() {
  useDocumentTitle('Receipt')
  // Raw, because a router would decode a non-canonical path.
  const [path] = useHashLocation()
  const decoded = decodeReceipt(receiptPathIn(path))
  if (decoded.ok) return <Receipt key={`${decoded.hash}${decoded.name}`} link={decoded} />
  return (
    <>
      <h1>Receipt</h1>
      <StatusBanner tone="bad" status="This receipt link doesn’t work" action={<CheckAnother />}>
        <p>{receiptFaultText[decoded.fault]} Ask for it again, or check a transaction.</p>
      </StatusBanner>
    </>
  )
}

function CheckAnother() {
  return (
    <Link className={buttonClass()} href="/activity/check">
      Check a transaction
    </Link>
  )
}

function Receipt({ link }: { link: ReceiptLink }) {
  const query = useQuery({ ...paidTransfersQuery(link.hash), refetchOnMount: 'always' })
  const { data, error, dataUpdatedAt } = query
  const state = data && receiptState(data, link.name)
  const words = state && receiptWords(state, link.name)
  const url = `${portalUrl()}#${encodeReceipt(link)}`
  const moved = state?.kind === 'moved' ? state : null
  const isPaper = moved !== null || (!state && !error)
  const others = data && 'transfers' in data ? data.transfers.length - 1 : 0
  return (
    <>
      {!isPaper && <h1>Receipt</h1>}
      {error && (
        <div className={css.screen}>
          <ReadError read={query} />
        </div>
      )}
      {words && !isPaper && (
        <StatusBanner tone={words.tone} status={words.title} action={<CheckAnother />}>
          <p>{words.text}</p>
        </StatusBanner>
      )}
      <div className={isPaper ? css.receipt : undefined}>
        {isPaper && (
          <section className="paper" aria-label="Payment">
            <div className={`layout-between ${css.top}`}>
              <h1 className={`layout-line ${css.brand}`}>
                <Logo size={24} />
                Receipt
              </h1>
              {moved && <p>{moved.place.at === null ? 'Time unknown' : whenUtc(moved.place.at)}</p>}
            </div>
            {data && moved && words ? (
              <ReceiptPaper {...{ link, words, url }} state={moved} paid={data} readAt={dataUpdatedAt} />
            ) : (
              <Skeleton lines={8} label="Reading the transaction" />
            )}
          </section>
        )}
        {moved && words && (
          <div className={css.aside}>
            <ShareBox url={url} />
            <NoteForm link={link} />
            <CheckedNotice isFinal={moved.place.final} tone={words.tone} at={dataUpdatedAt} />
          </div>
        )}
        {state && (
          <div className={css.details}>
            <Surface label="Technical details">
              <TechnicalDetails>
                <ReceiptTechnical link={link} state={state} others={others} readAt={dataUpdatedAt} />
              </TechnicalDetails>
            </Surface>
          </div>
        )}
      </div>
    </>
  )
}

/** The evidence for the page's statements. Two operators are claimed only if two were asked and agreed. */
function CheckedNotice({ isFinal, tone, at }: { isFinal: boolean; tone: Tone; at: number }) {
  const who = bscRpc.witnesses ? 'Two independent sources agree.' : 'As far as one source can tell.'
  return (
    <Notice tone={tone === 'good' ? 'good' : 'info'}>
      <p>
        Checked at {whenUtc(at)}. {isFinal ? who : 'Not final yet.'}
      </p>
    </Notice>
  )
}
