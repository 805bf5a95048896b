import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import { dollarText, totalsOf } from '#chain/money/Amount.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { NoOwnerNotice } from '#components/account/AccountNotices.tsx'
import { RequestError } from '#components/error/ExplainedError.tsx'
import { attemptIds, isUnanswered } from '#domain/ledger/Attempt.ts'
import { chooseAnswer, type PossibleAnswers } from '#domain/ledger/adoptAnswers.ts'
import { countRows, type FoldedStatus, payableAgain } from '#domain/ledger/foldStatus.ts'
import {
  batchRows,
  batchSize,
  isRateOver,
  isRequested,
  lastBatches,
  openBatches,
  openRows,
  type Payout,
  type UsdRate,
  unansweredOf,
  wasRejected,
  withRetry,
} from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { clearRun, runOf, startRun, stopRun, stopWaiting } from '#domain/payout/payoutRuns.ts'
import { plural } from '#domain/shared/format.ts'
import { requestPath, rowsPath } from '#domain/shared/paths.ts'
import { BatchHint } from '#pages/pay/review/BatchChoice.tsx'
import { PAY_AGAIN, recentPaymentText, WhereLink } from '#pages/pay/review/PaidBeforeNotice.tsx'
import { ConsentNotices } from '#pages/pay/review/Review.tsx'
import { useConsent } from '#pages/pay/review/useConsent.ts'
import { askingText, askingTitle, nextText, promptPlace, sumText } from '#pages/pay/UnfinishedPayouts.tsx'
import { Actions, Button } from '#ui/Button.tsx'
import { TextField } from '#ui/form/Fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useNow } from '#ui/useNow.ts'

type Props = {
  context: PayoutContext
  payout: Payout
  states: readonly FoldedStatus[]
  /** Attempts without an answer, each with payments that may be it. */
  undecided: readonly PossibleAnswers[]
  onLook: () => void
}

/** This page's run of a payout, with the available actions: continue, stop, request again. */
export function PayoutRun(props: Props) {
  const { context, payout, states } = props
  const run = runOf(payout.id)
  if (run?.kind === 'running')
    return <Running payout={payout} stopping={run.stopping} account={context.account} />
  const [next] = openBatches(payout)
  const again = payableAgain(states)
  const isOpen = payout.attempts.some(isUnanswered)
  const last = lastBatches(payout)
  // Once its rows are in a later batch, the person has decided. The rows still show what is unknown.
  const isToDecide = unansweredOf(payout).some(({ batch, rows }) =>
    rows.some((row) => last.get(row) === batch),
  )
  const error = run?.kind === 'thrown' ? run.error : null
  // The missing answer of a run may have been found since. While it is missing, one box says so.
  const isSaid = error !== null && isUnknown(error) && (isToDecide || !isOpen)
  return (
    <>
      {error && !isSaid && <RunError error={error} payout={payout} states={states} />}
      {isToDecide && <UnansweredRequest {...props} error={isSaid ? error : null} />}
      {next !== undefined && <NextBatch context={context} payout={payout} batch={next} />}
      {next === undefined && again.length > 0 && (
        <Notice
          tone="warn"
          title={`${plural(again.length, 'One payment was', `${again.length} payments were`)} not paid. No money moved.`}
          actions={
            <Button onClick={() => context.payouts.write(withRetry(payout, again, batchSize(payout)))}>
              Try {plural(again.length, 'it', 'them')} again
            </Button>
          }
        >
          <p>This is final: {plural(again.length, 'it', 'they')} can’t go through any more.</p>
        </Notice>
      )}
    </>
  )
}

function isUnknown(error: Error): boolean {
  return findPortalError(error)?.kind === 'unknown-result'
}

/** Why a run ended. If one of several payments was rejected, it says how many are paid and how many are not. */
function RunError(props: { error: Error; payout: Payout; states: readonly FoldedStatus[] }) {
  const { error, payout, states } = props
  const batch = payout.batches.findIndex((_, index) => wasRejected(payout, index))
  const isOneOfSeveral = findPortalError(error)?.kind === 'rejected' && states.length > 1 && batch >= 0
  if (!isOneOfSeveral) return <RequestError error={error} />
  const rows = payout.batches[batch]?.rows ?? []
  const which = plural(
    rows.length,
    `payment ${(rows[0] ?? 0) + 1} of ${states.length}`,
    `batch ${batch + 1} of ${payout.batches.length}`,
  )
  const counts = countRows(states)
  const paid = counts.paid + counts['paid-twice'] + counts.short
  return (
    <Notice
      tone="info"
      title={`You rejected ${which}. ${plural(rows.length, 'It was', 'They were')} not sent.`}
    >
      <p>
        {paid} of {states.length} {plural(paid, 'is', 'are')} paid
        {counts.queued > 0 && `, ${counts.queued} ${plural(counts.queued, 'is', 'are')} in the queue`}
        {counts['on-the-way'] > 0 &&
          `, ${counts['on-the-way']} ${plural(counts['on-the-way'], 'is', 'are')} on the way`}
        {counts.reading > 0 && `, ${counts.reading} ${plural(counts.reading, 'is', 'are')} being checked`};{' '}
        {counts['not-requested']} {plural(counts['not-requested'], 'is', 'are')} left.
      </p>
    </Notice>
  )
}

function Running({ payout, stopping, account }: { payout: Payout; stopping: boolean; account: Account }) {
  const open = unansweredOf(payout).at(-1)?.batch ?? -1
  const [next, ...later] = openBatches(payout)
  const left = next === undefined ? 0 : 1 + later.length
  if (open < 0 && left === 0) return null
  // Between two requests, this is the content of the next one.
  const batch = payout.batches[open >= 0 ? open : (next ?? -1)]
  const rows = batch ? batchRows(payout, batch) : []
  const which = payout.batches.length > 1 ? `, ${open + 1} of ${payout.batches.length}` : ''
  return (
    <Notice
      tone="info"
      title={
        open >= 0
          ? `${askingTitle(account, totalsOf(rows))}${which}`
          : factsOf(account).hasOwners
            ? 'Waiting for the last one to reach the queue…'
            : 'Waiting for the last one to be final…'
      }
      actions={
        <>
          {left > 0 && (
            <Button disabled={stopping} onClick={() => stopRun(payout.id)}>
              {stopping ? 'Stopping after this one' : 'Stop after this one'}
            </Button>
          )}
          {open >= 0 && <Button onClick={() => stopWaiting(payout.id)}>Cancel waiting</Button>}
        </>
      }
    >
      <p>{open >= 0 ? askingText(account, rows) : nextText(account, rows)}</p>
      {open >= 0 && <BatchHint account={account} />}
    </Notice>
  )
}

type BatchProps = { context: PayoutContext; payout: Payout; batch: number }

/** The rows of a payout that were not requested yet, and what can be done with them. */
function NextBatch(props: BatchProps) {
  const { context, payout } = props
  const open = openRows(payout).length
  // They were never requested, so they can be resumed.
  if (payout.closed)
    return (
      <Notice
        tone="info"
        title={`${plural(open, 'One payment was', `${open} payments were`)} left unpaid.`}
        actions={
          <Button onClick={() => context.payouts.write({ ...payout, closed: false })}>Continue</Button>
        }
      >
        <p>You left {plural(open, 'it', 'them')} out, or rejected or closed the request.</p>
      </Notice>
    )
  if (!payout.restored) return <ContinuePayout {...props} />
  // They were not reviewed in this browser, so they begin as a new list.
  return (
    <Notice
      tone="info"
      title={`${plural(open, 'One payment of this backup wasn’t', `${open} payments of this backup weren’t`)} sent.`}
      actions={
        <>
          <Link className="button" href={rowsPath(payout.id)}>
            Review {plural(open, 'it', 'them')} as a list
          </Link>
          <Button onClick={() => context.payouts.write({ ...payout, closed: true })}>Don’t pay</Button>
        </>
      }
    >
      <p>Another browser may have paid {plural(open, 'it', 'them')} since. The review looks for that.</p>
    </Notice>
  )
}

/** The next batch, with everything that blocks it. */
function ContinuePayout({ context, payout, batch: index }: BatchProps) {
  const batch = payout.batches[index]
  const payments = useMemo(() => (batch ? batchRows(payout, batch) : []), [payout, batch])
  const own = useMemo(() => ({ payout: payout.id, rows: batch?.rows ?? [] }), [payout.id, batch])
  const consent = useConsent(context, payments, own, batch?.again)
  const { batches } = payout
  const { verb } = factsOf(context.account)
  const passOver = payout.attempts.some(isUnanswered)
  const asked = isRequested(payout)
  const open = useMemo(() => openRows(payout), [payout])
  const now = useNow()
  const isFirst = batches.reduce((sum, { rows }) => sum + rows.length, 0) === payout.rows.length
  const late = open.flatMap(({ rate }) => (rate && isRateOver({ rate }, now) ? [rate] : []))
  const close = () => context.payouts.write({ ...payout, closed: true })
  if (late.length > 0) return <OldRates rates={late} onClose={close} />
  const label =
    asked && isFirst
      ? `Continue with the other ${open.length}`
      : `${verb} ${sumText(open) ?? `all ${open.length}`}`
  return (
    <>
      <ConsentNotices consent={consent} />
      <NoOwnerNotice account={context.account} />
      <Actions>
        <Button
          primary
          disabled={!consent.ready || context.account.safe?.readOnly}
          onClick={() => void startRun(context, payout.id, consent.consent, passOver).catch(() => {})}
        >
          {passOver ? `${label}, leave the open request` : label}
        </Button>
        <Button onClick={close}>
          {asked ? `Finish without ${plural(open.length, 'it', 'them')}` : 'Don’t pay'}
        </Button>
      </Actions>
      <p className="text-small">{nextText(context.account, payments)}</p>
    </>
  )
}

/** Rows that answer requests in US dollars, at rates that are too old to send. Each request has to be opened again. */
function OldRates(props: { rates: readonly UsdRate[]; onClose: () => void }) {
  const { rates } = props
  return (
    <Notice
      tone="warn"
      title={plural(
        rates.length,
        'The rate of a request has expired.',
        'The rates of some requests have expired.',
      )}
      actions={
        <>
          {rates.map(({ link, cents }) => (
            <Link key={link} className="button" href={requestPath('open', link)}>
              Open the request for {dollarText(cents)}
            </Link>
          ))}
          <Button onClick={props.onClose}>Finish without {plural(rates.length, 'it', 'them')}</Button>
        </>
      }
    >
      <p>What is left was not sent. Open the request again to pay it at the rate of now.</p>
    </Notice>
  )
}

/**
 * A request without an answer. The page looks for its outcome. Only the person can decide to repeat it, by typing the
 * words.
 * @param props.error why the run ended, if it ended without an answer
 */
function UnansweredRequest(props: Props & { error: Error | null }) {
  const { context, payout, undecided, onLook, error } = props
  const [text, setText] = useState('')
  const open = unansweredOf(payout)
  const last = lastBatches(payout)
  // The others are in a later batch, and are named there.
  const places = open.flatMap(({ batch, rows }) => rows.filter((row) => last.get(row) === batch))
  if (places.length === 0 && undecided.length === 0) return null
  const where = promptPlace(context.account)
  const isHost = where === 'your Safe'
  const again = () => {
    const known = open.flatMap((attempt) => [...attempt.known, ...attemptIds(attempt)])
    clearRun(payout.id)
    context.payouts.write(withRetry(payout, places, batchSize(payout), known))
    setText('')
  }
  return (
    <Notice
      tone="warn"
      title={plural(
        places.length,
        'We don’t know yet whether this went through.',
        `We don’t know yet whether ${places.length} of these payments went through.`,
      )}
    >
      <p>
        {`${(error && findPortalError(error)?.message) ?? `No answer came from ${where}.`} If the request is still open there, finish or reject it. `}
        {factsOf(context.account).hasOwners
          ? 'We keep looking in the Safe’s queue and history.'
          : 'We keep looking for token payments; BNB payments can’t be found this way.'}
      </p>
      <SafeDialogOutcome isHost={isHost} onLook={onLook} />
      <Undecided context={context} undecided={undecided} onLook={onLook} />
      {places.length > 0 && (
        <>
          <TextField
            label={`Type ${PAY_AGAIN} to send ${plural(places.length, 'it', 'them')} again. You may then pay twice`}
            value={text}
            spellCheck={false}
            onText={setText}
          />
          <p>
            <Button disabled={text.trim() !== PAY_AGAIN} onClick={again}>
              Try {plural(places.length, 'it', 'them')} again
            </Button>
          </p>
        </>
      )}
    </Notice>
  )
}

/** An answer of the person, and what it means for the money. */
const hostAnswers = {
  'I closed it':
    'Then it wasn’t proposed, unless it is in a batch in your Safe. We can’t see that, so it stays unknown here, and we keep looking. To pay it now, type the words below.',
  'I added it to a batch':
    'It stays open here. Once that batch is signed, we find the payment in it. If you don’t want it any more, take it out of the batch in your Safe.',
}
const walletAnswers = {
  'I rejected it':
    'Then nothing was sent. The chain doesn’t show rejections, so it stays unknown here, and we keep looking. To pay it now, type the words below.',
}

/**
 * Asks what became of the request. Only its answer or the chain could show that nothing was sent: a wallet may still
 * hold it, and a host may keep it in a batch that is signed later. So a person's word changes nothing that is kept.
 */
function SafeDialogOutcome({ isHost, onLook }: { isHost: boolean; onLook: () => void }) {
  const answers: Readonly<Record<string, string>> = isHost ? hostAnswers : walletAnswers
  const [answer, setAnswer] = useState<string | null>(null)
  const say = (answer: string | null) => {
    setAnswer(answer)
    onLook()
  }
  return (
    <>
      {isHost && <p>What became of the dialog in your Safe?</p>}
      <Actions>
        {Object.keys(answers).map((one) => (
          <Button key={one} aria-pressed={one === answer} onClick={() => say(one)}>
            {one}
          </Button>
        ))}
        <Button onClick={() => say(null)}>{isHost ? 'I signed it. Check again' : 'Check again'}</Button>
      </Actions>
      {answer !== null && <p role="status">{answers[answer]}</p>}
    </>
  )
}

/** Payments that may be the answer to an attempt, or to another one like it. The person chooses. */
function Undecided({ context, undecided, onLook }: Pick<Props, 'context' | 'undecided' | 'onLook'>) {
  const { payouts, now } = context
  const found = undecided.flatMap(({ attempt, payments }) =>
    payments.map((payment) => ({ attempt, payment })),
  )
  if (found.length === 0) return null
  const choose = ({ attempt, payment }: (typeof found)[number]) => {
    chooseAnswer({ ledger: payouts.ledger, now }, attempt, payment)
    // The payment answers no other request any more.
    onLook()
  }
  return (
    <>
      <p>
        {plural(
          found.length,
          'This payment has the same content, but it may belong to another request:',
          'These payments have the same content. Each may be this one, or belong to another request:',
        )}
      </p>
      <ul className="layout-tight">
        {found.map(({ attempt, payment }) => (
          <li key={`${attempt.id} ${payment.id}`}>
            {recentPaymentText(payment)} <WhereLink payment={payment} />{' '}
            <Button onClick={() => choose({ attempt, payment })}>It’s this one</Button>
          </li>
        ))}
      </ul>
    </>
  )
}
