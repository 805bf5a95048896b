import { useState } from 'react'
import { number } from '#domain/payout/list/reportWords.ts'
import { when } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { Reading } from './useTable.ts'

/** Where the draft is stored and since when, with ways to leave it. */
export function DraftNotice(props: {
  keptAt: number | null
  where: 'browser' | 'page' | 'too-large'
  onAside: () => void
  onDiscard: () => void
}) {
  const { keptAt, where } = props
  const [isSure, setSure] = useState(false)
  return (
    <Notice
      tone="info"
      title={keptAt === null ? 'A list of payments' : `Draft of ${when(keptAt)}`}
      actions={
        isSure ? (
          <>
            <Button onClick={props.onDiscard}>Discard the rows and all that was done to them</Button>
            <Button onClick={() => setSure(false)}>Keep them</Button>
          </>
        ) : (
          <>
            <Button onClick={props.onAside}>Pay something else</Button>
            <Button onClick={() => setSure(true)}>Discard</Button>
          </>
        )
      }
    >
      <p>{whereWords[where]}</p>
    </Notice>
  )
}

const whereWords = {
  browser: 'It is kept in this browser until it is asked for or discarded.',
  page: 'This browser keeps nothing: the list is gone when the page is closed.',
  'too-large': 'It is too large to be kept: it is gone when the page is closed or you pay something else.',
} as const

/** Reading progress with a stop button; once stopped, a button to continue. */
export function ReadingCard(props: {
  reading: Reading
  onStop: () => void
  onAgain: () => void
  onLeave: () => void
}) {
  const { reading } = props
  if (reading.kind === 'read') return null
  if (reading.kind === 'reading') {
    const { done, total } = reading.progress
    return (
      <Card title="Reading the rows">
        <p role="status">
          {total === 0 ? 'Counting the lines…' : `${number(done)} of ${number(total)} rows`}
        </p>
        <progress value={done} max={Math.max(total, 1)} aria-label="Rows that were read" />
        <p>
          <Button onClick={props.onStop}>Cancel</Button>
        </p>
      </Card>
    )
  }
  return (
    <Card title="Reading the rows">
      <p role="alert">
        {reading.kind === 'stopped'
          ? 'You stopped the reading. Nothing was taken over.'
          : 'The rows could not be read. Nothing was taken over.'}
      </p>
      <Actions>
        <Button primary onClick={props.onAgain}>
          Read them
        </Button>
        <Button onClick={props.onLeave}>Choose other rows</Button>
      </Actions>
    </Card>
  )
}
