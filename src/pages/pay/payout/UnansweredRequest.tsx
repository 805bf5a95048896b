import { useState } from 'react'
import { factsOf } from '#account/facts.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { attemptIds } from '#domain/ledger/Attempt.ts'
import { chooseAnswer, type PossibleAnswers } from '#domain/ledger/adoptAnswers.ts'
import { batchSize, lastBatches, type Payout, unansweredOf, withRetry } from '#domain/payout/Payout.ts'
import type { PayoutContext } from '#domain/payout/payBatch.ts'
import { clearRun } from '#domain/payout/payoutRuns.ts'
import { plural } from '#domain/shared/format.ts'
import { PAY_AGAIN, recentPaymentText, WhereLink } from '#pages/pay/review/PaidBeforeNotice.tsx'
import { promptPlace } from '#pages/pay/UnfinishedPayouts.tsx'
import { Actions, Button } from '#ui/Button.tsx'
import { TextField } from '#ui/form/Fields.tsx'
import { Notice } from '#ui/Notice.tsx'

type Props = {
  context: PayoutContext
  payout: Payout
  /** Attempts without an answer, each with payments that may be it. */
  undecided: readonly PossibleAnswers[]
  onLook: () => void
  /** Why the run ended, if it ended without an answer. */
  error: Error | null
}

/**
 * A request without an answer. The page looks for its outcome. Only the person can decide to repeat it, by typing the
 * words.
 */
export function UnansweredRequest({ context, payout, undecided, onLook, error }: Props) {
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
