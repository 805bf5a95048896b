import { findPortalError } from '#chain/PortalError.ts'
import { timeOfDay } from '#domain/shared/format.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'

// Rare, while services that cannot be reached are not.
const ExplainedError = lazyComponent(async () => (await import('./ExplainedError.tsx')).ExplainedError)

/** The part of a query result needed to show an error. */
type Read = {
  readonly error: Error | null
  /** ms since the epoch; 0 if nothing was ever read. */
  readonly dataUpdatedAt: number
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/**
 * A read error in place, with the age of the data still shown and a retry. Hidden if there is no error. Services that
 * cannot be reached are shown at the top of the page, once for all its parts (`PageState`). This shows only which
 * data is missing.
 */
export function ReadError({ read }: { read: Read }) {
  if (!read.error) return null
  if (findPortalError(read.error)?.kind === 'unreachable') {
    return (
      <p>
        <small>{shownSince(read) ?? 'Couldn’t load.'}</small>
      </p>
    )
  }
  return (
    <ExplainedError error={read.error} onRetry={() => void read.refetch()} isTrying={read.isFetching}>
      {shownSince(read)}
    </ExplainedError>
  )
}

/** How old the data on the screen is, if there is any. */
function shownSince({ dataUpdatedAt: at }: Read): string | null {
  if (!at) return null
  return `Showing data as of ${timeOfDay(at)}.`
}
