import { findPortalError } from '#chain/PortalError.ts'
import { ErrorNotice } from '#ui/ErrorNotice.tsx'

/** What happened, what it means for the money, what to do. */
export type ErrorText = { readonly what: string; readonly money: string; readonly todo: string }

/** The only place that turns errors into words for people. Accepts any thrown value. */
export function errorText(error: unknown): ErrorText {
  const found = findPortalError(error)
  if (!found) {
    return {
      what: 'Something went wrong in the portal.',
      money: 'Nothing more was sent.',
      todo: 'Check Activity before you try again.',
    }
  }
  const what = found.message
  switch (found.kind) {
    case 'rejected':
      return { what, money: 'Nothing was sent.', todo: 'You can try again when you are ready.' }
    case 'busy':
      return {
        what,
        money: 'Nothing new was sent.',
        todo: 'Finish or close the open request first, then try again.',
      }
    case 'stale':
    case 'unreachable':
      return { what, money: 'No money was moved by this.', todo: 'Try again in a moment.' }
    case 'malformed':
      return {
        what,
        money: 'No money was moved by this.',
        todo: 'What it said is not shown. Try again later.',
      }
    case 'refused':
      return { what, money: 'Nothing was sent.', todo: 'Change what was refused, then try again.' }
    case 'unknown-result':
      return {
        what,
        money: 'The payment may or may not have been made.',
        todo: 'Look in Activity and in your wallet before you pay again.',
      }
  }
}

/** The part of a query result needed to show an error. */
type Read = {
  readonly error: Error | null
  /** ms since the epoch; 0 if nothing was ever read. */
  readonly dataUpdatedAt: number
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** A read error in place, with the age of the data still shown and a retry. Hidden if there is no error. */
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
