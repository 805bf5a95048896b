import { number } from '#domain/payout/list/reportWords.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import pay from '../PayPage.module.css'
import type { Reading } from './useTable.ts'

/** How far the reading is, with a way to stop it; or that it was stopped, with a way to go on. */
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
      <p className={pay.actions}>
        <Button primary onClick={props.onAgain}>
          Read them
        </Button>
        <Button onClick={props.onLeave}>Choose other rows</Button>
      </p>
    </Card>
  )
}
