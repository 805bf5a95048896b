import { Notice } from '#ui/Notice.tsx'

/** Shows how many rows of a list could not be read: nothing is dropped silently. */
export function Unreadable({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="warn">
      <p>
        {count} {count === 1 ? 'item' : 'items'} of this list could not be read and{' '}
        {count === 1 ? 'is' : 'are'} not shown.
      </p>
    </Notice>
  )
}
