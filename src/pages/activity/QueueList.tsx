import type { ReactNode } from 'react'
import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import { isOpen, isSettled } from '#chain/settlement/PaymentStatus.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { useFindLookAlike } from '#components/payee/usePeople.ts'
import { Amounts, decodedContent, itemContent } from '#components/payment/ActivityRow.tsx'
import { QueueOrderText } from '#components/payment/QueueOrder.tsx'
import { useBatchContents } from '#components/payment/useIncoming.ts'
import { useInCampaign, useOrigins } from '#components/payout/usePayouts.ts'
import { KnownProposals } from '#components/proposal/KnownProposals.tsx'
import { type Computed, useProposals } from '#components/proposal/useProposals.ts'
import { withDuplicates, withUnreadLists } from '#domain/activity/duplicateFlags.ts'
import { withLookAlikes } from '#domain/activity/lookAlikeFlags.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { reportedWords } from '#domain/activity/paymentWords.ts'
import { checkWords, comingWords, proposalStatusWords } from '#domain/activity/proposalWords.ts'
import { withPayeeFaults } from '#domain/payee/payeeFlags.ts'
import { plural, whenInList } from '#domain/shared/format.ts'
import { withoutQuotes } from '#domain/shared/labelText.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { usePagedList } from '#queries/activity.ts'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { Button } from '#ui/Button.tsx'
import { CardPart, Inset } from '#ui/content/Card.tsx'
import { Disc, Row, Rows } from '#ui/content/Rows.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'
import { proofTitle, Signatures, useOwnProof, withoutTextFlag } from './ChecksCard.tsx'
import proposalStatusCss from './ProposalView.module.css'
import css from './QueueList.module.css'

/**
 * Proposals that are not executed yet, next first. Proposals with the same nonce are grouped. Those that conflict with one
 * of the chosen campaign are shown with it.
 */
export function QueueList(props: {
  listed: ListedAccount
  viewer: Address | null
  /** The tag of the chosen campaign; without one, everything is shown. */
  campaign?: string
}) {
  const { listed, viewer, campaign = '' } = props
  const account = useAccount()
  const own = account && factsOf(account).hasOwners && account.address === listed.address ? account : null
  const now = useNow()
  const list = usePagedList(listed, 'queued')
  const { query } = list
  const { data, error } = query
  const items = data ? [...data.items].sort(byNonce) : []
  const computed = useFlaggedProposals(listed, items)
  const inCampaign = useInCampaign(listed.address, campaign)
  const groups = groupsOf(items).filter((group) => group.items.some(inCampaign))
  return (
    <>
      <Inset>
        <ReadError read={query} />
        {error && !data && own && <KnownProposals account={own} />}
      </Inset>
      {data ? (
        <>
          {groups.length === 0 && (
            <EmptyState
              icon="pen-line"
              title={`Nothing${items.length === 0 ? '' : ' of this campaign'} waits for signatures`}
            />
          )}
          {groups.map((group) => (
            <Group
              key={group.key}
              group={group}
              safe={listed.address}
              computed={computed}
              viewer={viewer}
              queue={data}
              now={now}
            />
          ))}
          <Inset>
            <Unreadable count={data.unreadable.head + data.unreadable.rest} />
          </Inset>
          <ListFoot text={`Source: ${data.source}. Sorted by nonce.`} list={list} label="Load more" />
        </>
      ) : (
        !error && <Skeleton rows={3} label="Reading the queue" />
      )}
    </>
  )
}

/** The proposals of the queue, with the flags that only its lists show. */
function useFlaggedProposals(
  listed: ListedAccount,
  items: readonly ActivityItem[],
): ReadonlyMap<string, Computed> {
  const computed = useProposals(listed, items)
  const reports = [...computed.values()].flatMap(({ report }) => report ?? [])
  const ownProof = useOwnProof()
  const flagged = new Map(
    useFlagged(listed, reports, items).map((report) => [
      report.safeTxHash,
      ownProof(report) ? withoutTextFlag(report) : report,
    ]),
  )
  return new Map(
    [...computed].map(([id, one]) => {
      const report = one.report && flagged.get(one.report.safeTxHash)
      return [id, report ? { ...one, report } : one]
    }),
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
  now: number
}) {
  const { group, computed, ...row } = props
  // A list that lags behind the chain still names proposals that can no longer run. One that ran has used the nonce.
  const isOver = (report: ProposalReport | null | undefined) => report && isSettled(report.status)
  const isConflict = group.items.filter(({ id }) => !isOver(computed.get(id)?.report)).length > 1
  const rows = (
    <Rows>
      {group.items.map((item) => (
        <li key={item.id}>
          <QueueRow {...row} item={item} computed={computed.get(item.id)} isConflict={isConflict} />
        </li>
      ))}
    </Rows>
  )
  if (!isConflict) return rows
  return (
    <section className={css.group} aria-label={`Conflict at nonce ${group.nonce}`}>
      <p className={css.conflict}>
        <Icon name="git-fork" size={16} />
        Conflict at nonce {group.nonce?.toString()}: only one of these can run.
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

/** One queued item: its effect, computed from its bytes once loaded, and who has signed or not. */
export function QueueRow(props: {
  safe: Address
  item: ActivityItem
  computed: Computed | undefined
  viewer: Address | null
  queue: PagedList
  now: number
  isConflict?: boolean
}) {
  const { safe, item, computed, viewer, queue, now, isConflict } = props
  const report = computed?.report ?? null
  const status = report ? proposalStatusWords(report, viewer) : reportedWords(item.status)
  const check = report && checkWords(report)
  const coming = report && viewer && comingWords(report, viewer)
  const isStop = report !== null && differences(report).length > 0
  const ownProof = useOwnProof()
  const proof = report && ownProof(report)
  const origins = useOrigins(safe)(item.safeTxHash)
  const { title, detail, amounts, icon } = report
    ? decodedContent(report.content, report.tx.nonce, origins)
    : itemContent(item, origins)
  return (
    <Row
      href={item.safeTxHash && proposalPath(safe, item.safeTxHash)}
      tone={isConflict ? 'conflict' : undefined}
      mark={<Disc icon={isStop ? 'octagon-x' : icon} tone={isStop ? 'bad' : 'wait'} />}
      title={proof ? proofTitle(proof) : title}
      sub={
        <>
          {item.nonce !== null && <span>Nonce {item.nonce.toString()}</span>}
          {detail && <span>{detail}</span>}
          <time>{whenInList(item.at, now)}</time>
          {item.note && <q>{withoutQuotes(item.note)}</q>}
          {coming && <strong className={proposalStatusCss.coming}>{coming}</strong>}
          {(report ?? item).status.kind === 'unknown' && <span>{status.text}</span>}
          {report && isOpen(report.status) && (
            <span className={css.order}>
              <QueueOrderText
                queue={queue}
                turn={report.status.turn}
                safeTxHash={report.safeTxHash}
                isAmongRivals
              />
            </span>
          )}
        </>
      }
      status={
        <>
          {report && <Signatures report={report} viewer={viewer} />}
          {!isStop && <StatusBadge tone={status.tone}>{status.title}</StatusBadge>}
          {check ? (
            <StatusBadge tone={check.tone}>{check.title}</StatusBadge>
          ) : (
            <Unchecked computed={computed} />
          )}
        </>
      }
      end={<Amounts of={amounts} />}
    />
  )
}

function Unchecked({ computed }: { computed: Computed | undefined }) {
  if (computed?.state === 'error') return <StatusBadge tone="warn">Not checked: no answer</StatusBadge>
  if (computed?.state === 'done') return <StatusBadge tone="warn">Not checked: unknown</StatusBadge>
  return <StatusBadge tone="wait">Checking</StatusBadge>
}

const none: readonly ActivityItem[] = []

/**
 * Adds flags about payees, and those that only the lists of a Safe show: payees that look like others, and proposals that
 * make some of the same payments.
 * @param queue the items waiting in the queue
 */
export function useFlagged(
  listed: ListedAccount,
  reports: readonly ProposalReport[],
  queue: readonly ActivityItem[],
): readonly ProposalReport[] {
  const findLookAlike = useFindLookAlike(listed)
  const past = usePagedList(listed, 'history').query
  const waitingList = usePagedList(listed, 'queued', false).query
  const isUnread = [past, waitingList].some(({ data, error }) => data === undefined && error !== null)
  const history = past.data?.items ?? none
  const executed = useBatchContents(listed, history)
  const batches = queue.filter(({ what }) => what.kind === 'batch')
  const waiting = useProposals(listed, reports.length > 0 ? batches : none)
  const now = useNow()
  const contents = new Map(executed)
  for (const [id, { report }] of waiting) if (report) contents.set(id, report.content)
  const items = [...queue, ...history]
  return reports.map((report) => {
    const flagged = withDuplicates(
      withLookAlikes(withPayeeFaults(report), findLookAlike),
      items,
      contents,
      now,
    )
    return isUnread ? withUnreadLists(flagged) : flagged
  })
}

/** Shown under a list: its coverage and its source, and a way to load more, called `label`. */
export function ListFoot(props: { text: ReactNode; list: ReturnType<typeof usePagedList>; label: string }) {
  const { more, query } = props.list
  const isMore = query.data && query.data.cursor !== null
  return (
    <>
      <Inset>
        {isMore && more.error && !more.isPending && (
          <ReadError
            read={{ error: more.error, dataUpdatedAt: 0, isFetching: false, refetch: () => more.mutate() }}
          />
        )}
      </Inset>
      <CardPart>
        <div className="layout-between text-fine">
          <div>{props.text}</div>
          {isMore && (
            <Button size="small" onClick={() => more.mutate()} disabled={more.isPending}>
              {more.isPending ? 'Loading…' : props.label}
            </Button>
          )}
        </div>
      </CardPart>
    </>
  )
}

/** Shows how many rows of a list could not be read: nothing is dropped silently. */
export function Unreadable({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="warn">
      <p>
        {count} {plural(count, 'item')} of this list could not be read and {plural(count, 'is', 'are')} not
        shown.
      </p>
    </Notice>
  )
}
