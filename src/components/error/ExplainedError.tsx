import type { ReactNode } from 'react'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { errorText } from './errorText.ts'

/** A thrown value in words, with a retry. The children add a line, such as the age of what is still shown. */
export function ExplainedError(props: {
  error: unknown
  onRetry: () => void
  isTrying: boolean
  children?: ReactNode
}) {
  const { error, onRetry, isTrying, children } = props
  return (
    <ErrorNotice {...errorText(error)} onRetry={onRetry} retrying={isTrying}>
      {children}
    </ErrorNotice>
  )
}
