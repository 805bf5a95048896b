import { Link } from 'wouter'
import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { checkWords, meaningWords, paidTo, statusWords, totalsWords } from '#domain/activity/proposalWords.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { when } from '#domain/shared/when.ts'
import { ItemStatus } from '#features/shared/ActivityList.tsx'
import { ActivityWhat } from '#features/shared/ActivityWhat.tsx'
import { QueueOrderText } from '#features/shared/QueueOrderText.tsx'
import type { Computed } from '#features/shared/useProposals.ts'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { safeWalletTx } from '#safe/tx/decodeProposal.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import prose from '#ui/layout/prose.module.css'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Activity.module.css'
import { Signatures } from './ChecksCard.tsx'

/** One queued item: what it does, computed from its bytes once loaded, who has signed and who has not. */
export function QueueRow(props: {
  safe: Address
  item: ActivityItem
  computed: Computed | undefined
  viewer: Address | null
  queue: PagedList
}) {
  const { safe, item, computed, viewer, queue } = props
  const report = computed?.state === 'done' ? computed.report : null
  const status = report && statusWords(report, viewer)
  const check = report && checkWords(report)
  const coming = report && viewer ? paidTo(report.content, viewer) : []
  return (
    <li className={css.row}>
      <div className={css.main}>
        <p className={css.what}>{report ? <Content report={report} /> : <ActivityWhat what={item.what} />}</p>
        {coming.length > 0 && report && (
          <p className={css.coming}>
            Coming to you: {coming.map(Amount.format).join(', ')}, {signedWords(report)}
          </p>
        )}
        {report && isOpen(report.status) && (
          <div className={prose.muted}>
            <QueueOrderText
              queue={queue}
              turn={report.status.turn}
              safeTxHash={report.safeTxHash}
              isAmongRivals
            />
          </div>
        )}
        {report && <Signatures report={report} viewer={viewer} />}
        <p className={css.meta}>
          {item.nonce !== null && <span>Nonce {item.nonce.toString()}</span>}
          <time>{when(item.at)}</time>
          {item.note && <q className={css.note}>{item.note}</q>}
        </p>
        <p className={css.meta}>
          {item.safeTxHash && <Link href={proposalPath(safe, item.safeTxHash)}>Details</Link>}
          {item.safeTxHash && !(report && differences(report).length > 0) && (
            <a href={safeWalletTx(safe, item.safeTxHash)} target="_blank" rel="noopener noreferrer">
              Open in Safe{'{Wallet}'}
            </a>
          )}
        </p>
      </div>
      <div className={css.states}>
        {status ? (
          <StatusText tone={status.tone}>{status.words}</StatusText>
        ) : (
          <ItemStatus status={item.status} />
        )}
        {check ? <StatusText tone={check.tone}>{check.words}</StatusText> : <Unchecked computed={computed} />}
      </div>
    </li>
  )
}

function Content({ report }: { report: ProposalReport }) {
  const { rows } = report.content
  const [row] = rows
  if (rows.length === 1 && row) {
    if (row.meaning.kind !== 'transfer') return meaningWords(row)
    return (
      <>
        <strong className={prose.tabular}>{Amount.format(row.meaning.amount)}</strong> to{' '}
        <ShortAddress address={row.meaning.to} />
      </>
    )
  }
  return (
    <>
      {rows.length} payments: <strong className={prose.tabular}>{totalsWords(report.content)}</strong>
    </>
  )
}

function Unchecked({ computed }: { computed: Computed | undefined }) {
  if (computed?.state === 'error') return <StatusText tone="warn">Not checked: no answer</StatusText>
  if (computed?.state === 'done') return <StatusText tone="warn">Not checked: not known</StatusText>
  return <StatusText tone="wait">Checking</StatusText>
}

/** `1 of 2 signatures`, or its status if it is not waiting for signatures. */
export function signedWords({ status }: ProposalReport): string {
  switch (status.kind) {
    case 'needs-signatures':
    case 'ready':
      return `${status.have} of ${status.need} signatures`
    default:
      return 'not paid yet'
  }
}
