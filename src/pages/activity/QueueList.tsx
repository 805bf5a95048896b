import type { ActivityItem, ListedAccount } from '#account/Activity.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import { isSettled } from '#chain/settlement/PaymentStatus.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { useFlagged } from '#components/payment/useFlagged.ts'
import { useInCampaign } from '#components/payout/usePayouts.ts'
import { KnownProposals } from '#components/proposal/KnownProposals.tsx'
import { type Computed, useProposals } from '#components/proposal/useProposals.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { usePagedList } from '#queries/activityLists.ts'
import { Inset } from '#ui/content/Card.tsx'
import { Rows } from '#ui/content/Rows.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { EmptyState } from '#ui/page/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useNow } from '#ui/useNow.ts'
import { ListFoot } from './ListFoot.tsx'
import css from './QueueList.module.css'
import { QueueRow } from './QueueRow.tsx'
import { Unreadable } from './Unreadable.tsx'
import { useOwnProof, withoutTextFlag } from './useOwnProof.ts'

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
  const { query, more } = usePagedList(listed, 'queued')
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
          <ListFoot
            text={`Source: ${data.source}. Sorted by nonce.`}
            more={data.cursor === null ? null : { ...more, label: 'Load more' }}
          />
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
  const reports = [...computed.values()].flatMap((one) => (one.state === 'done' && one.report) || [])
  const ownProof = useOwnProof()
  const flagged = new Map(
    useFlagged(listed, reports, items).map((report) => [
      report.safeTxHash,
      ownProof(report) ? withoutTextFlag(report) : report,
    ]),
  )
  return new Map(
    [...computed].map(([id, one]) => {
      const report = one.state === 'done' && one.report && flagged.get(one.report.safeTxHash)
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
  const { group, safe, computed, viewer, queue, now } = props
  // A list that lags behind the chain still names proposals that can no longer run. One that ran has used the nonce.
  const isConflict = group.items.filter(({ id }) => !isOver(computed.get(id))).length > 1
  const rows = (
    <Rows>
      {group.items.map((item) => (
        <li key={item.id}>
          <QueueRow
            safe={safe}
            item={item}
            computed={computed.get(item.id)}
            viewer={viewer}
            queue={queue}
            now={now}
            isConflict={isConflict}
          />
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

/** True if the chain shows how it ended. */
function isOver(computed: Computed | undefined): boolean {
  return computed?.state === 'done' && computed.report !== null && isSettled(computed.report.status)
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
