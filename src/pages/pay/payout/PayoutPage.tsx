import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import * as Amount from '#chain/money/Amount.ts'
import { isOpen, leastSettled, type PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { countParts, countWords } from '#components/payout/rowWords.ts'
import { usePayout, usePayoutContext, usePayoutStatuses } from '#components/payout/usePayouts.ts'
import { FingerprintText } from '#components/proposal/ProposalStop.tsx'
import { type Attempt, submissionOf } from '#domain/ledger/Attempt.ts'
import { countRows, type FoldedStatus, foldStatuses, type StatusesOf } from '#domain/ledger/foldStatus.ts'
import {
  attemptOf,
  isRequested,
  type Payout,
  payoutName,
  unansweredOf,
  unrejectedOf,
} from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { paidPlaces } from '#domain/payout/rowReceipts.ts'
import { count, listOf, when } from '#domain/shared/format.ts'
import { PaymentRows, Recipient, rowHashes, Sums } from '#pages/pay/review/Recipients.tsx'
import { paySteps } from '#pages/pay/UnfinishedPayouts.tsx'
import { refreshLists } from '#queries/activity.ts'
import { answersQuery } from '#queries/answers.ts'
import { Actions } from '#ui/Button.tsx'
import { Card, CardPart, Surface, useArrivingFocus } from '#ui/content/Card.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Timeline, TimelineItem } from '#ui/list/Timeline.tsx'
import { Notice, toneClass } from '#ui/Notice.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { Steps } from '#ui/page/Steps.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { PayoutExport, RowReceipt, ShareBatches } from './PayoutFiles.tsx'
import css from './PayoutPage.module.css'
import { PayoutRun } from './PayoutRun.tsx'
import { MismatchStop, PayoutBatches, PayoutStatus, Skipped } from './PayoutStatus.tsx'

const SavePeople = lazyComponent(async () => (await import('./SavePeople.tsx')).SavePeople)
const PayoutLabelsCard = lazyComponent(async () => (await import('./PayoutLabelsCard.tsx')).PayoutLabelsCard)
const RepeatCard = lazyComponent(async () => (await import('#pages/pay/reminders/RepeatCard.tsx')).RepeatCard)
const LabelActions = lazyComponent(async () => (await import('./PayoutLabelsCard.tsx')).LabelActions)

/** A payout and the state of each row, updated until nothing more will change. Only a final block counts as "Paid". */
export function PayoutPage({ account, id }: { account: Account; id: string }) {
  const context = usePayoutContext(account)
  const { payout, run } = usePayout(context, id)
  if (!payout) {
    return (
      <Notice tone="warn" title="This payout isn’t saved in this browser.">
        <p>
          It belongs to another address, or was deleted. Activity shows what this address paid and queued.
        </p>
        <Actions>
          <Link className="button" href="/activity">
            Activity
          </Link>
          <Link className="button" href="/pay">
            New payment
          </Link>
        </Actions>
      </Notice>
    )
  }
  return <StoredPayout context={context} payout={payout} isRunning={run?.kind === 'running'} />
}

function StoredPayout(props: { context: PayoutContext; payout: Payout; isRunning: boolean }) {
  const { context, payout, isRunning } = props
  const { account } = context
  const { rows, batches } = payout
  const name = payoutName(payout)
  const single = rows.length === 1
  const called = name ?? (single ? 'Payment' : `Payout of ${rows.length} payments`)
  useDocumentTitle(called)
  const title = useArrivingFocus()
  const [isChanging, setChanging] = useState(false)
  const answers = useQuery(answersQuery(context, [payout], payout.id))
  const { shownOf: statusesOf, failing } = usePayoutStatuses(context, [payout])
  useRefreshActivity(account, payout, statusesOf)
  const asking = isRunning ? (unansweredOf(payout).at(-1)?.id ?? null) : null
  const states = foldStatuses(payout, statusesOf, asking)
  const stopped = stoppedIn(payout, statusesOf)
  if (stopped) return <MismatchStop account={account} {...stopped} />
  const labels = { context, payout, isChanging, onChanging: setChanging }
  const places = paidPlaces(states)
  const receipt = (place: number) => {
    const state = states[place]
    const hashes = state && isPaid(state) ? rowHashes(state) : []
    return hashes.map((hash) => (
      <RowReceipt key={hash} payout={payout} place={place} hash={hash} places={places.get(hash) ?? [place]} />
    ))
  }
  const shown = { listed: account, payout, statusesOf, asking }
  const isDone = states.every(({ status }) => status.kind === 'paid')
  // Until one proposal of all rows is executed, the rows have its status, which the banner shows.
  const first = attemptOf(payout, 0)
  const firstStatuses = first ? statusesOf(first) : undefined
  const isOne = batches.length === 1 && unrejectedOf(payout).length === 1
  const isWaiting = isOne && Boolean(firstStatuses?.every(isOpen))
  return (
    <>
      <header className={`layout-head ${css.head}`}>
        <div>
          <BackLink href="/pay">Pay</BackLink>
          <h1 ref={title} tabIndex={-1} className="text-wrap">
            <bdi>{called}</bdi>
          </h1>
          {name && (
            <p className="text-fine">
              {count(rows.length, 'payment')} · {when(payout.createdAt)}
            </p>
          )}
        </div>
        <div className="layout-line">
          <Steps steps={paySteps} current={isDone ? paySteps.length : isRequested(payout) ? 2 : 1} />
          {batches.length > 0 && <PayoutExport payout={payout} states={states} />}
        </div>
      </header>
      <PayoutStatus {...shown} states={states} receipt={single && receipt(0)} />
      {failing && <ReadError read={failing} />}
      {answers.error && <ReadError read={answers} />}
      <PayoutRun
        context={context}
        payout={payout}
        states={states}
        undecided={answers.data?.undecided ?? []}
        onLook={() => void answers.refetch()}
      />
      <div className="layout-aside">
        <div>
          {!single && <PayoutProgress payout={payout} states={states} />}
          <PayoutBatches {...shown} />
          <SavePeople account={account} payout={payout} />
          {single ? (
            <Surface label="Payment">
              <div className={css.only}>
                <Sums of={Amount.totalsOf(rows)} />
                <Recipient payment={rows[0]} />
              </div>
            </Surface>
          ) : (
            <Card title="Payments" flush>
              <PaymentRows
                label="Payments"
                payments={rows}
                beside={receipt}
                {...(!isWaiting && { states })}
              />
            </Card>
          )}
        </div>
        <div>
          {!single && <PayoutTotal account={account} payout={payout} />}
          {isOne && <SafeTimeline payout={payout} attempt={first} statuses={firstStatuses} />}
          {batches.length > 0 && (
            <RepeatCard
              account={account}
              payout={payout}
              // Beside the question whether to repeat what may have been paid, a second way would not ask it.
              mayRepeat={!states.some(({ status }) => status.kind === 'unknown')}
              more={<LabelActions {...labels} />}
            />
          )}
          <PayoutLabelsCard {...labels} />
        </div>
      </div>
    </>
  )
}

/** The sums of a payout of several payments, and its checks for the other owners. */
function PayoutTotal({ account, payout }: { account: Account; payout: Payout }) {
  const { rows, skipped } = payout
  return (
    <Card title="Total">
      <Sums of={Amount.totalsOf(rows)} />
      <div>
        <Skipped paid={rows.length} skipped={skipped} />
        <FingerprintText
          account={account.address}
          transfers={rows.map(({ payee, amount }) => ({
            token: amount.token.address,
            to: payee,
            value: amount.value,
          }))}
        />
      </div>
      <ShareBatches payout={payout} />
    </Card>
  )
}

/** The first proposal that differs from its review in this browser. Payments from a file have no review here. */
function stoppedIn({ attempts }: Payout, statusesOf: StatusesOf) {
  for (const attempt of attempts) {
    const proposal = attempt.restored ? null : submissionOf(attempt)
    if (proposal?.kind !== 'proposed') continue
    const found = (statusesOf(attempt) ?? []).flatMap((one) =>
      one.kind === 'mismatch' ? one.differences : [],
    )
    if (found.length > 0) return { proposal, differences: [...new Set(found)] }
  }
  return null
}

/** Refreshes Activity, because its data changed too. */
function useRefreshActivity(account: Account, { attempts }: Payout, statusesOf: StatusesOf): void {
  const client = useQueryClient()
  const kinds = attempts
    .map((attempt) =>
      statusesOf(attempt)
        ?.map(({ kind }) => kind)
        .join(),
    )
    .join(';')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kinds change when a status does
  useEffect(() => {
    void refreshLists(client, account)
  }, [client, account, kinds])
}

/** The moments of a proposal that takes its course, in order. */
const course = ['needs-signatures', 'ready', 'confirming', 'paid'] as const

/**
 * The progress of the only proposal of a Safe's payout. Hidden if it took another course, which the banner explains.
 */
export function SafeTimeline(props: {
  payout: Payout
  attempt: Attempt | null
  /** Undefined until read. */
  statuses: readonly PaymentStatus[] | undefined
}) {
  const { payout, attempt, statuses } = props
  const status = statuses && leastSettled(statuses)
  const at = course.findIndex((kind) => kind === status?.kind)
  if (!attempt || submissionOf(attempt)?.kind !== 'proposed' || !status || at < 0) return null
  const queued = status.kind === 'needs-signatures' || status.kind === 'ready' ? status : null
  return (
    <Card title="Timeline">
      <Timeline>
        <TimelineItem {...doneItem} title="Reviewed">
          {when(payout.createdAt)}
        </TimelineItem>
        <TimelineItem {...doneItem} title="Proposed to the Safe">
          {when(attempt.at)}
          {queued && `, nonce ${queued.turn.own}`}
        </TimelineItem>
        <TimelineItem
          {...(at === 0 ? currentItem : doneItem)}
          title={queued ? `${queued.have} of ${queued.need} owners signed` : 'Signed'}
        />
        <TimelineItem {...(at > 1 ? doneItem : at === 1 ? currentItem : laterItem)} title="Executed">
          {queued &&
            (queued.turn.own > queued.turn.next
              ? 'After the nonces before it.'
              : 'Any owner can, and pays the network fee.')}
        </TimelineItem>
        <TimelineItem
          {...(at === 3 ? paidItem : at === 2 ? currentItem : laterItem)}
          title={at === 3 ? 'Paid, final' : 'Paid, once it’s final'}
        />
      </Timeline>
    </Card>
  )
}

const doneItem = { tone: 'sign', icon: 'check' } as const
const paidItem = { tone: 'good', icon: 'check' } as const
const currentItem = { tone: 'wait', icon: 'clock' } as const
const laterItem = { tone: 'none', icon: 'circle-dashed', isLater: true } as const

/**
 * The progress of a payout of several payments: rows and money that are proven paid, and the next step of the others.
 */
function PayoutProgress({ payout, states }: { payout: Payout; states: readonly FoldedStatus[] }) {
  const { rows } = payout
  const counts = countRows(states)
  const paid = rows.filter((_, place) => isPaid(states[place]))
  // Until the payments are read, none of them counts as not paid.
  const isReading = counts.reading > 0 && paid.length === 0
  const sums = Amount.totalsOf(paid)
  const money = Amount.totalsOf(rows).map((total) => {
    const value = Amount.valueIn(sums, total.token) ?? 0n
    return `${isReading ? '…' : Amount.formatNumber({ token: total.token, value })} of ${Amount.format(total)}`
  })
  const parts = countParts(counts)
  return (
    <Surface label="Progress">
      <CardPart>
        <div className={css.progressHead}>
          <p className={css.paid}>
            <strong>{isReading ? '…' : paid.length}</strong> of {rows.length} paid
          </p>
          <p className="text-wrap">{listOf(money)}</p>
        </div>
        <div className="layout-bar" role="img" aria-label={countWords(counts)}>
          {parts.map(({ kind, count, tone }) => (
            <span
              key={kind}
              className={`${toneClass(tone)} ${tone === 'none' ? css.still : ''}`}
              style={{ flexGrow: count }}
            />
          ))}
        </div>
        <ul className={css.legend} aria-hidden="true">
          {parts.map(({ kind, count, words, tone }) => (
            <li key={kind} className={toneClass(tone)}>
              {count} {words}
            </li>
          ))}
        </ul>
      </CardPart>
    </Surface>
  )
}

function isPaid(state: FoldedStatus | undefined): boolean {
  return state?.status.kind === 'paid' || state?.status.kind === 'paid-twice'
}
