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

/** Why a proof isn’t signed. No signature moves money, so that is not mentioned. */
export function SignError({ error }: { error: Error }) {
  const words = errorText(error)
  const kind = findPortalError(error)?.kind
  if (kind !== 'rejected' && kind !== 'unknown-result') return <ErrorNotice {...words} />
  return (
    <Notice tone={kind === 'rejected' ? 'info' : 'warn'} title={words.what}>
      <p>{kind === 'rejected' ? 'The proof isn’t signed. ' : ''}You can try again.</p>
    </Notice>
  )
}
