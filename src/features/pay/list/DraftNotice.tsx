import { useState } from 'react'
import { when } from '#domain/shared/when.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Says where the draft is kept and since when, with the ways to leave it. */
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
