import { formatNumber, when } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import type { Reading } from './useParsedDraft.ts'

/** Says where and since when the draft is stored, with ways to leave it. */
export function DraftNotice(props: {
  keptAt: number | null
  where: 'browser' | 'page' | 'too-large'
  onAside: () => void
  onDiscard: () => void
}) {
  const { keptAt, where } = props
  return (
    <div className="layout-between text-fine">
      <p>
        {keptAt === null ? '' : `Draft from ${when(keptAt)}. `}
        {whereWords[where]}
      </p>
      <Actions>
        <ConfirmDialog
          size="small"
          label="Delete"
          confirm="Delete draft"
          cancel="Keep draft"
          onConfirm={props.onDiscard}
        >
          <Button size="small" ghost onClick={props.onAside}>
            {where === 'browser' ? 'Save and close' : 'Close'}
          </Button>
        </ConfirmDialog>
      </Actions>
    </div>
  )
}

const whereWords = {
  browser: 'Draft saved in this browser.',
  page: 'Storage is blocked. The list is gone when you close this page.',
  'too-large': 'Too large to save. The list is gone when you close it or this page.',
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
      <Card title="Reading the list">
        <p role="status">
          {total === 0 ? 'Counting the lines…' : `${formatNumber(done)} of ${formatNumber(total)} rows`}
        </p>
        <progress value={done} max={Math.max(total, 1)} aria-label="Reading progress" />
        <p>
          <Button onClick={props.onStop}>Cancel</Button>
        </p>
      </Card>
    )
  }
  return (
    <Card title="Reading the list">
      <p role="alert">
        {reading.kind === 'stopped'
          ? 'You stopped it. Nothing was imported.'
          : 'We couldn’t read this list. Nothing was imported.'}
      </p>
      <Actions>
        <Button primary onClick={props.onAgain}>
          Try again
        </Button>
        <Button onClick={props.onLeave}>Choose another list</Button>
      </Actions>
    </Card>
  )
}
