import { plural } from '#domain/shared/format.ts'
import { Notice } from '#ui/Notice.tsx'

/** Shows how many rows of a list could not be read: nothing is dropped silently. */
export function Unreadable({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="warn">
      <p>
        {count} {plural(count, 'item')} of this list could not be read and {plural(count, 'is', 'are')} not
        shown.
      </p>
    </Notice>
  )
}
