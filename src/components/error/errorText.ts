import { findPortalError } from '#chain/PortalError.ts'

/** The event, its consequence for the money, and what to do. */
type ErrorText = { readonly what: string; readonly money: string; readonly todo: string }

/** The only place that turns errors into words for people. Accepts any thrown value. */
export function errorText(error: unknown): ErrorText {
  const found = findPortalError(error)
  if (!found) {
    return {
      what: 'Something went wrong on our side.',
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
      return { what, money: 'Your money isn’t affected.', todo: 'Try again in a moment.' }
    case 'unserved':
      return { what, money: 'Your money isn’t affected.', todo: 'Trying again won’t help.' }
    case 'malformed':
      return {
        what,
        money: 'Your money isn’t affected.',
        todo: 'The reply made no sense, so we’re not showing it. Try again later.',
      }
    case 'refused':
      return { what, money: 'Nothing was sent.', todo: 'Change what was refused, then try again.' }
    case 'unknown-result':
      return {
        what,
        money: 'We don’t know yet whether this was paid.',
        todo: 'Check Activity and your wallet before paying again.',
      }
  }
}
