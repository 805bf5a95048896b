import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/**
 * An error in place: what happened, what it means for the money, what to do, and how old the shown data is.
 */
export function ErrorNotice(props: {
  what: string
  money: string
  todo: string
  /** ms since the epoch of the data still shown, if any. */
  dataFrom?: number | undefined
  onRetry?: (() => void) | undefined
  retrying?: boolean
}) {
  const { what, money, todo, dataFrom, onRetry, retrying } = props
  return (
    <Notice
      tone="bad"
      title={what}
      actions={
        onRetry && (
          <Button onClick={onRetry} disabled={retrying}>
            {retrying ? 'Trying…' : 'Try again'}
          </Button>
        )
      }
    >
      <p>
        {money} {todo}
      </p>
      {dataFrom !== undefined && dataFrom > 0 && <p>Shown below: what was read at {clock(dataFrom)}.</p>}
    </Notice>
  )
}

function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
}
