import { findPortalError } from '#chain/PortalError.ts'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Notice } from '#ui/Notice.tsx'
import { errorText } from './errorText.ts'

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
