import { Skeleton } from '#ui/Skeleton.tsx'

/** The first thing on a page: rows of a list, fields and a button, or one card of text. */
export type SkeletonKind = 'list' | 'form' | 'card'

const shapes = { list: { rows: 5 }, form: { fields: 3 }, card: { lines: 4 } } as const

/** Shown until a page's code has loaded. */
export function PageSkeleton({ label, kind }: { label: string; kind: SkeletonKind }) {
  return (
    <>
      <h1>{label}</h1>
      <Skeleton page {...shapes[kind]} label="Loading the page" />
    </>
  )
}
