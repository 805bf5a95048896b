import type { ReactNode } from 'react'
import type { PayeeDoubt } from '#domain/payee/checkPayee.ts'
import { payeeDoubtText, payeeTicks, type UnreadPayees } from '#domain/payee/payeeWords.ts'
import { Button } from '#ui/Button.tsx'
import layout from '#ui/layout/layout.module.css'
import { LookAlikeConfirm } from './LookAlikeConfirm.tsx'

/** What a person must answer about a payee before the review: type the whole address again, or tick a box. */
export function PayeeDoubts(props: {
  doubts: readonly PayeeDoubt[]
  answers: ReadonlySet<string>
  onAnswer: (id: string, yes: boolean) => void
}) {
  return props.doubts.map((doubt) => {
    const { id } = doubt
    const [isAnswered, answer] = [props.answers.has(id), (yes: boolean) => props.onAnswer(id, yes)]
    return doubt.kind === 'look-alike' ? (
      <LookAlikeConfirm
        key={id}
        alike={doubt}
        where=""
        label="The whole address, once more"
        isConfirmed={isAnswered}
        onConfirm={answer}
      />
    ) : (
      <Tick key={id} isTicked={isAnswered} onTick={answer}>
        {payeeDoubtText(doubt)} {payeeTicks[doubt.kind]}.
      </Tick>
    )
  })
}

/** What could not be read about payees, each with a tick to continue without it. */
export function UnreadNotices(props: {
  unread: readonly UnreadPayees[]
  answers: ReadonlySet<string>
  onAnswer: (id: string, yes: boolean) => void
}) {
  return props.unread.map(({ id, words, onAgain }) => (
    <div key={id}>
      <Tick isTicked={props.answers.has(id)} onTick={(yes) => props.onAnswer(id, yes)}>
        {words} I have made sure of it in another way.
      </Tick>
      {onAgain && (
        <p>
          <Button onClick={onAgain}>Ask again</Button>
        </p>
      )}
    </div>
  ))
}

function Tick(props: { isTicked: boolean; onTick: (yes: boolean) => void; children: ReactNode }) {
  return (
    <label className={layout.check}>
      <input
        type="checkbox"
        checked={props.isTicked}
        onChange={(event) => props.onTick(event.target.checked)}
      />
      <span style={{ overflowWrap: 'anywhere' }}>{props.children}</span>
    </label>
  )
}
