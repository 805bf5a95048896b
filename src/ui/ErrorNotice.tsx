import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** An error in place: what happened, what it means for the money, what to do. The children add a line. */
export function ErrorNotice(props: {
  what: string
  money: string
  todo: string
  onRetry?: (() => void) | undefined
  retrying?: boolean
  children?: ReactNode
}) {
  const { what, money, todo, onRetry, retrying, children } = props
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
      {children && <p>{children}</p>}
    </Notice>
  )
}
