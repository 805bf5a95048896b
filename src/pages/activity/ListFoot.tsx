import type { ReactNode } from 'react'
import { ReadError } from '#components/error/ReadError.tsx'
import { plural } from '#domain/shared/format.ts'
import type { usePagedList } from '#queries/activity.ts'
import { Button } from '#ui/Button.tsx'
import { CardPart, Inset } from '#ui/content/Card.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Shown under a list: its coverage and its source, and a way to load more, called `label`. */
export function ListFoot(props: { text: ReactNode; list: ReturnType<typeof usePagedList>; label: string }) {
  const { more, query } = props.list
  const isMore = query.data && query.data.cursor !== null
  return (
    <>
      <Inset>
        {isMore && more.error && !more.isPending && (
          <ReadError
            read={{ error: more.error, dataUpdatedAt: 0, isFetching: false, refetch: () => more.mutate() }}
          />
        )}
      </Inset>
      <CardPart>
        <div className="layout-between text-fine">
          <div>{props.text}</div>
          {isMore && (
            <Button size="small" onClick={() => more.mutate()} disabled={more.isPending}>
              {more.isPending ? 'Loading…' : props.label}
            </Button>
          )}
        </div>
      </CardPart>
    </>
  )
}

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
