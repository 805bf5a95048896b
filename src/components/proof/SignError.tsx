import { findPortalError } from '#chain/PortalError.ts'
import { errorText } from '#components/error/errorText.ts'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { Notice } from '#ui/Notice.tsx'

/** A rejection is an outcome and is shown as one. No signature moves money, so that is not mentioned. */
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
