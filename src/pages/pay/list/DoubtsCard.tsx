import { type Doubt, doubtTicks, doubtTitles, doubtWords, linesWords } from '#domain/draft/reportWords.ts'
import { formatNumber } from '#domain/shared/format.ts'
import { LookAlikeConfirm, type Ticking, UnreadNotices } from '#pages/pay/review/PayeeDoubts.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { WindowedList } from '#ui/list/WindowedList.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './DoubtsCard.module.css'
import fillFormCss from './FillForm.module.css'
import type { RowDoubts } from './useDoubts.ts'

/** The doubts about the rows. Each one needs a tick; only those listed can be ticked together. */
export function DoubtsCard(props: Ticking & { found: Pick<RowDoubts, 'doubts' | 'samePayees' | 'unread'> }) {
  const { ticks, onTick } = props
  const { doubts, samePayees, unread } = props.found
  const isNothing = doubts.every(({ kind }) => kind === 'duplicate') && doubts.length < MANY
  if (isNothing && samePayees.length + unread.length === 0) return null
  return (
    <Card title="Check these">
      <UnreadNotices unread={unread} ticks={ticks} onTick={onTick} />
      {(Object.keys(doubtTitles) as Doubt['kind'][]).map((kind) => (
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

/** With fewer repeated payments, each is solved in its row. */
const MANY = 4

function Kind(props: Ticking & { kind: Doubt['kind']; doubts: readonly Doubt[] }) {
  const { kind, doubts, ticks, onTick } = props
  if (doubts.length === 0 || (kind === 'duplicate' && doubts.length < MANY)) return null
  const open = doubts.flatMap(({ id }) => (ticks.has(id) ? [] : [id]))
  return (
    <div className={fillFormCss.group}>
      <h3>{doubtTitles[kind]}</h3>
      <WindowedList label={doubtTitles[kind]} keys={doubts.map(({ id }) => id)}>
        {(index) => {
          const doubt = doubts[index]
          return doubt && <RowDoubt doubt={doubt} ticks={ticks} onTick={onTick} />
        }}
      </WindowedList>
      {kind !== 'look-alike' && doubts.length > 1 && open.length > 0 && (
        // Placed after the list so that every item has been seen.
        <p>
          <Button onClick={() => onTick(open, true)}>
            Tick all {formatNumber(open.length)}: {doubtTitles[kind].toLowerCase()}
          </Button>
        </p>
      )}
    </div>
  )
}

function RowDoubt({ doubt, ticks, onTick }: Ticking & { doubt: Doubt }) {
  return doubt.kind === 'look-alike' ? (
    <LookAlikeConfirm
      alike={doubt}
      where={linesWords(doubt.lines)}
      label={`Paste the full address of line ${doubt.lines[0]} again`}
      ticks={ticks}
      onTick={onTick}
    />
  ) : (
    <Tick
      className={css.doubt}
      isTicked={ticks.has(doubt.id)}
      onTick={(isTicked) => onTick([doubt.id], isTicked)}
    >
      {doubtWords(doubt)} <strong>{doubtTicks[doubt.kind]}.</strong>
    </Tick>
  )
}
