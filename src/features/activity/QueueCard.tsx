import { Link } from 'wouter'
import type { ActivityItem, Listed } from '#account/Activity.ts'
import { useAccount } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { type FindLookAlike, withLookAlikes } from '#domain/activity/lookAlikeFlags.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { checkWords, meaningWords, paidTo, statusWords, totalsWords } from '#domain/activity/proposalWords.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { when } from '#domain/shared/when.ts'
import { ItemStatus } from '#features/shared/ActivityList.tsx'
import { ActivityWhat, QueueOrderText } from '#features/shared/ActivityWhat.tsx'
import { KnownProposals } from '#features/shared/KnownProposals.tsx'
import { ReadError } from '#features/shared/ReadError.tsx'
import { usePagedList } from '#features/shared/usePagedList.ts'
import { useFindLookAlike } from '#features/shared/usePastPayees.ts'
import { type Computed, useProposals } from '#features/shared/useProposals.ts'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { safeWalletTx } from '#safe/tx/decodeProposal.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import { Card } from '#ui/Card.tsx'
import prose from '#ui/layout/prose.module.css'
import { Skeleton } from '#ui/Skeleton.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Activity.module.css'
import { Signatures } from './ChecksCard.tsx'
import { Coverage, LoadMore } from './HistoryCard.tsx'
import { Unreadable } from './Unreadable.tsx'

/** Proposals that are not executed yet, next first. Proposals with the same nonce are grouped. */
export function QueueCard({ listed, viewer }: { listed: Listed; viewer: Address | null }) {
  const account = useAccount()
  const own = account?.kind === 'safe' && account.address === listed.address ? account : null
  const { query, more } = usePagedList(listed, 'queued')
  const { data, error } = query
  const items = data ? [...data.items].sort(byNonce) : []
  const findLookAlike = useFindLookAlike(listed)
  const computed = withFlags(useProposals(listed, items), findLookAlike)
  return (
    <Card title="Queue">
      <ReadError read={query} />
      {error && !data && own && <KnownProposals account={own} />}
      {data ? (
        <>
          {items.length === 0 && <p className={prose.muted}>Nothing waits for signatures.</p>}
          <div className={css.groups}>
            {groupsOf(items).map((group) => (
              <Group
                key={group.key}
                group={group}
                safe={listed.address}
                computed={computed}
                viewer={viewer}
                queue={data}
              />
            ))}
          </div>
          <Unreadable count={data.unreadable.head + data.unreadable.rest} />
          <LoadMore cursor={data.cursor} more={more} />
          <Coverage source={data.source} text="In the order of their nonces." />
        </>
      ) : (
        !error && <Skeleton lines={3} label="Reading the queue" />
      )}
    </Card>
  )
}

/** Adds a flag to the computed report if a payee looks like someone else. */
function withFlags(
  all: ReadonlyMap<string, Computed>,
  findLookAlike: FindLookAlike,
): ReadonlyMap<string, Computed> {
  return new Map(
    [...all].map(([id, one]) => [
      id,
      one.state === 'done' && one.report
        ? { ...one, report: withLookAlikes(one.report, findLookAlike) }
        : one,
    ]),
  )
}

type NonceGroup = {
  readonly key: string
  readonly nonce: bigint | null
  readonly items: readonly ActivityItem[]
}

function Group(props: {
  group: NonceGroup
  safe: Address
  computed: ReadonlyMap<string, Computed>
  viewer: Address | null
  queue: PagedList
}) {
  const { group, safe, computed, viewer, queue } = props
  const rows = (
    <ul className={group.items.length > 1 ? css.rivals : css.list}>
      {group.items.map((item) => (
        <QueueRow
          key={item.id}
          safe={safe}
          item={item}
          computed={computed.get(item.id)}
          viewer={viewer}
          queue={queue}
        />
      ))}
    </ul>
  )
  if (group.items.length === 1) return rows
  return (
    <section className={css.conflict} aria-label={`Conflict at nonce ${group.nonce}`}>
      <p className={css.conflictTitle}>
        <span aria-hidden="true">! </span>Conflict at nonce {group.nonce?.toString()}: only one of these{' '}
        {group.items.length} can happen, the others will be replaced.
      </p>
      {rows}
    </section>
  )
}

function groupsOf(items: readonly ActivityItem[]): readonly NonceGroup[] {
  const groups = new Map<string, NonceGroup>()
  for (const item of items) {
    const key = item.nonce === null ? item.id : `${item.nonce}`
    groups.set(key, { key, nonce: item.nonce, items: [...(groups.get(key)?.items ?? []), item] })
  }
  return [...groups.values()]
}

function byNonce(a: ActivityItem, b: ActivityItem): number {
  if (a.nonce === b.nonce) return 0
  if (a.nonce === null) return 1
  if (b.nonce === null) return -1
  return a.nonce < b.nonce ? -1 : 1
}

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
