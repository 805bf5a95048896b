import { ErrorNotice } from '#ui/ErrorNotice.tsx'
import { errorText } from './errorText.ts'

/** The part of a query result that an error needs. */
type Read = {
  readonly error: Error | null
  /** ms since the epoch; 0 when nothing was ever read. */
  readonly dataUpdatedAt: number
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** What went wrong with a read, in place, with the age of what is still shown and a retry. Nothing when all is well. */
export function ReadError({ read }: { read: Read }) {
  if (!read.error) return null
  return (
    <ErrorNotice
      {...errorText(read.error)}
      dataFrom={read.dataUpdatedAt}
      onRetry={() => void read.refetch()}
      retrying={read.isFetching}
    />
  )
}
