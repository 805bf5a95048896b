import type { ReactNode } from 'react'
import type { LookAlikePayee, SamePayee } from '#domain/draft/import/PayoutRow.ts'
import { type Doubt, type DoubtKind, doubtKinds, doubtWords, linesWords } from '#domain/draft/reportWords.ts'
import type { UnreadPayees } from '#domain/payee/payeeWords.ts'
import { formatNumber } from '#domain/shared/format.ts'
import { LookAlikeConfirm } from '#pages/pay/review/PayeeDoubts.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './DoubtsCard.module.css'
import fillFormCss from './FillForm.module.css'

/** The doubts about the rows. Each one needs a tick; only those listed can be ticked together. */
export function DoubtsCard(props: {
  doubts: readonly Doubt[]
  lookAlikes: readonly LookAlikePayee[]
  samePayees: readonly SamePayee[]
  unread: readonly UnreadPayees[]
  ticks: ReadonlySet<string>
  onTick: (ids: readonly string[], yes: boolean) => void
}) {
  const { doubts, lookAlikes, samePayees, unread, ticks, onTick } = props
  if (doubts.length + lookAlikes.length + samePayees.length + unread.length === 0) return null
  return (
    <Card title="Check these">
      {unread.map(({ id, words, onAgain }) => (
        <div key={id} className={fillFormCss.group}>
          <DoubtTick id={id} ticks={ticks} onTick={onTick}>
            {words} I checked this myself.
          </DoubtTick>
          {onAgain && (
            <p>
              <Button onClick={onAgain}>Try again</Button>
            </p>
          )}
        </div>
      ))}
      {lookAlikes.length > 0 && (
        <div className={fillFormCss.group}>
          <h3>Look-alike addresses</h3>
          <WindowedList label="Look-alike addresses" keys={lookAlikes.map(({ payee }) => payee)}>
            {(index) => {
              const alike = lookAlikes[index]
              return (
                alike && (
                  <LookAlikeConfirm
                    alike={alike}
                    where={linesWords(alike.lines)}
                    label={`Paste the full address of line ${alike.lines[0]} again`}
                    isConfirmed={ticks.has(alike.id)}
                    onConfirm={(yes) => onTick([alike.id], yes)}
                  />
                )
              )
            }}
          </WindowedList>
        </div>
      )}
      {(Object.keys(doubtKinds) as DoubtKind[]).map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          doubts={doubts.filter((doubt) => doubt.kind === kind)}
          ticks={ticks}
          onTick={onTick}
        />
      ))}
      {samePayees.length > 0 && (
        <Disclosure summary={`Recipients with several payments: ${formatNumber(samePayees.length)}`}>
          <WindowedList
            label="Recipients with several payments"
            keys={samePayees.map((_, index) => String(index))}
          >
            {(index) => {
              const same = samePayees[index]
              return (
                same && (
                  <p className={css.doubt}>
                    {linesWords(same.lines)}: {same.payee}
                  </p>
                )
              )
            }}
          </WindowedList>
        </Disclosure>
      )}
    </Card>
  )
}

function Kind(props: {
  kind: DoubtKind
  doubts: readonly Doubt[]
  ticks: ReadonlySet<string>
  onTick: (ids: readonly string[], yes: boolean) => void
}) {
  const { kind, doubts, ticks, onTick } = props
  if (doubts.length === 0) return null
  const { title, tick } = doubtKinds[kind]
  const open = doubts.filter(({ id }) => !ticks.has(id))
  return (
    <div className={fillFormCss.group}>
      <h3>{title}</h3>
      <WindowedList label={title} keys={doubts.map(({ id }) => id)}>
        {(index) => {
          const doubt = doubts[index]
          return (
            doubt && (
              <DoubtTick id={doubt.id} ticks={ticks} onTick={onTick}>
                {doubtWords(doubt)} <strong>{tick}.</strong>
              </DoubtTick>
            )
          )
        }}
      </WindowedList>
      {doubts.length > 1 && open.length > 0 && (
        // Placed after the list so that every item has been seen.
        <p>
          <Button
            onClick={() =>
              onTick(
                open.map(({ id }) => id),
                true,
              )
            }
          >
            Tick all {formatNumber(open.length)}: {title.toLowerCase()}
          </Button>
        </p>
      )}
    </div>
  )
}

function DoubtTick(props: {
  id: string
  ticks: ReadonlySet<string>
  onTick: (ids: readonly string[], yes: boolean) => void
  children: ReactNode
}) {
  return (
    <Tick
      className={css.doubt}
      isTicked={props.ticks.has(props.id)}
      onTick={(isTicked) => props.onTick([props.id], isTicked)}
    >
      {props.children}
    </Tick>
  )
}
