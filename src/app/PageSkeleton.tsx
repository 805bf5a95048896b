import { Skeleton } from '#ui/Skeleton.tsx'

/** What a page begins with: rows of a list, fields and a button, or one card of text. */
export type SkeletonKind = 'list' | 'form' | 'card'

const shapes = { list: { rows: 5 }, form: { fields: 3 }, card: { lines: 4 } } as const

/** What a page shows until its code is there. */
export function PageSkeleton({ label, kind }: { label: string; kind: SkeletonKind }) {
  return (
    <>
      <h1>{label}</h1>
      <Skeleton page {...shapes[kind]} label="Loading the page" />
    </>
  )
}
