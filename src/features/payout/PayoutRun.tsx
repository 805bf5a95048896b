import { type ReactNode, useMemo, useState } from 'react'
import type { Account } from '#account/Account.ts'
import type { Payout } from '#account/payout/Payout.ts'
import { partOf, rowsOf } from '#account/payout/Payout.ts'
import { clearRun, runOf, startRun, stopRun } from '#account/payout/payoutRuns.ts'
import { ownIds, type PayoutDesk } from '#account/payout/payPart.ts'
import { isOpenQuestion, withRetry } from '#account/payout/reconcile.ts'
import { type RowState, retryable } from '#account/payout/rowStates.ts'
import { nextPart } from '#account/payout/runPayout.ts'
import { leftOf } from '#account/payout/unfinished.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ConsentNotices } from './ConsentNotices.tsx'
import { PAY_AGAIN } from './PaidBeforeNotice.tsx'
import css from './PayPage.module.css'
import { askingText, askingTitle, whereAsked } from './payerWords.ts'
import { SubmitError } from './Review.tsx'
import { TypedField } from './TypedField.tsx'
import { useConsent } from './useConsent.ts'

type Props = { desk: PayoutDesk; payout: Payout; states: readonly RowState[]; onLook: () => void }

/** What this page is doing for a payout, and what a person can let it do: go on, stop, ask again. */
export function PayoutRun(props: Props) {
  const { desk, payout, states } = props
  const run = runOf(payout.id)
  if (run?.kind === 'running')
    return <Running payout={payout} stopping={run.stopping} account={desk.account} />
  const next = nextPart(payout)
  const again = retryable(states)
  return (
    <>
      {run?.kind === 'thrown' && <SubmitError error={run.error} />}
      {payout.parts.some(isOpenQuestion) && <Unanswered {...props} />}
      {next >= 0 && (payout.closed ? <LeftUnpaid {...props} /> : <GoOn {...props} part={next} />)}
      {next < 0 && again.length > 0 && (
        <Notice
          tone="warn"
          title={`${again.length === 1 ? 'One payment is' : `${again.length} payments are`} proven not paid.`}
          actions={
            <Button onClick={() => desk.payouts.write(withRetry(payout, again, limitOf(payout)))}>
              Prepare {again.length === 1 ? 'it' : 'them'} again
            </Button>
          }
        >
          <p>No money moved for them, and none can by what was asked.</p>
        </Notice>
      )}
    </>
  )
}

/** As many rows at once as were asked for before. */
function limitOf({ parts }: Payout): number {
  return Math.max(1, ...parts.map(({ rows }) => rows.length))
}

function Running({ payout, stopping, account }: { payout: Payout; stopping: boolean; account: Account }) {
  const open = payout.parts.findIndex(isOpenQuestion)
  const left = payout.parts.filter(({ ask }) => ask === null).length
  if (open < 0 && left === 0) return null
  const which = payout.parts.length > 1 ? ` Part ${open + 1} of ${payout.parts.length}.` : ''
  return (
    <Notice
      tone="info"
      title={open >= 0 ? `${askingTitle(account)}${which}` : 'Waiting until the next part can be asked for…'}
      actions={
        left > 0 && (
          <Button disabled={stopping} onClick={() => stopRun(payout.id)}>
            {stopping ? 'Stopping after this one' : 'Stop after this one'}
          </Button>
        )
      }
    >
      <p>{askingText(account, 'the addresses and the amounts there with the rows below')}</p>
    </Notice>
  )
}

/** The next part, with what stands against it. */
function GoOn({ desk, payout, part: index }: Props & { part: number }) {
  const part = payout.parts[index]
  const payments = useMemo(() => (part ? rowsOf(payout, part) : []), [payout, part])
  const own = useMemo(() => ({ id: payout.id, ids: ownIds(payout) }), [payout])
  const consent = useConsent(desk, payments, own)
  const { parts } = payout
  const verb = desk.account.kind === 'safe' ? 'Propose' : 'Pay'
  const label = parts.length > 1 ? `Go on with part ${index + 1} of ${parts.length}` : verb
  const passOver = parts.some(isOpenQuestion)
  const asked = parts.some(({ ask }) => ask !== null)
  return (
    <>
      <ConsentNotices consent={consent} />
      <p className={css.actions}>
        <Button
          primary
          disabled={!consent.ready}
          onClick={() => void startRun(desk, payout.id, consent.consent, passOver).catch(() => {})}
        >
          {passOver ? `${label}, and leave what is not known` : label}
        </Button>
        <Button onClick={() => desk.payouts.write({ ...payout, closed: true })}>
          {asked ? 'Leave the rest unpaid' : 'Leave it unpaid'}
        </Button>
      </p>
    </>
  )
}

/** What a person has decided not to pay. Nothing of it was ever asked for, so it can be taken up again. */
function LeftUnpaid({ desk, payout }: Props) {
  const { open } = leftOf({ ...payout, closed: false })
  return (
    <Notice
      tone="info"
      title={`${open === 1 ? 'One payment was' : `${open} payments were`} left unpaid.`}
      actions={
        <Button onClick={() => desk.payouts.write({ ...payout, closed: false })}>Go on after all</Button>
      }
    >
      <p>Nobody was asked for {open === 1 ? 'it' : 'them'}, or somebody said no.</p>
    </Notice>
  )
}

/** Nobody knows what became of a question. It is looked for; asking again is a decision, and needs the words. */
function Unanswered({ desk, payout, onLook }: Props): ReactNode {
  const [text, setText] = useState('')
  const open = payout.parts.flatMap((part, index) => (isOpenQuestion(part) ? [{ part, index }] : []))
  const places = open.flatMap(({ part, index }) => part.rows.filter((row) => partOf(payout, row) === index))
  if (places.length === 0) return null
  const where = whereAsked(desk.account)
  const again = () => {
    const known = open.flatMap(({ part }) => [...(part.ask?.known ?? [])])
    clearRun(payout.id)
    desk.payouts.write(withRetry(payout, places, limitOf(payout), known))
    setText('')
  }
  return (
    <Notice
      tone="warn"
      title={
        places.length === 1
          ? 'Nobody knows yet whether this payment was made.'
          : `Nobody knows yet whether ${places.length} of these payments were made.`
      }
      actions={<Button onClick={onLook}>Look again</Button>}
    >
      <p>
        {`It was asked for in ${where}, and no answer came. If the request is still open there, finish or close it. This page looks for it in `}
        {desk.account.kind === 'safe'
          ? 'the queue and the history of the Safe.'
          : 'what the tokens have logged; BNB leaves nothing to find it by.'}
      </p>
      <TypedField
        label={`Type ${PAY_AGAIN} to ask for it once more: it may be paid twice then`}
        value={text}
        onChange={setText}
      />
      <p>
        <Button disabled={text.trim() !== PAY_AGAIN} onClick={again}>
          Prepare it again
        </Button>
      </p>
    </Notice>
  )
}
