import type { ReactNode } from 'react'
import { findPortalError } from '#chain/PortalError.ts'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Notice } from '#ui/Notice.tsx'
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

/**
 * Why a request to the wallet or the Safe failed. A rejection is an outcome and is shown as one; everything else is
 * an error.
 * @param outcome what a rejection means; the usual sentence about the money if omitted
 */
export function RequestError({ error, outcome }: { error: unknown; outcome?: string }) {
  const text = errorText(error)
  if (findPortalError(error)?.kind !== 'rejected') return <ErrorNotice {...text} />
  return (
    <Notice tone="info" title={text.what}>
      <p>
        {outcome ?? text.money} {text.todo}
      </p>
    </Notice>
  )
}
