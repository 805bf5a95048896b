import { useEffect } from 'react'
import { createStore } from '#storage/store.ts'
import css from './Skeleton.module.css'

/**
 * Grey shapes of the loading content; screen readers read the label. `rows` are those of a list, `fields` those of a
 * form, above its button, `lines` those of a text. `page` is a whole page.
 */
export function Skeleton(props: {
  lines?: number
  rows?: number
  fields?: number
  label: string
  page?: boolean
}) {
  const { lines = 0, rows = 0, fields = 0, label, page } = props
  useWaiting()
  const shape = rows ? css.row : fields ? css.field : css.line
  return (
    <div className={page ? `layout-surface ${css.skeleton} ${css.page}` : css.skeleton} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines + rows + fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all shapes are identical
        <span key={index} className={shape} aria-hidden="true" />
      ))}
      {fields > 0 && <span className={css.button} aria-hidden="true" />}
    </div>
  )
}

/** The waits that the page shows, the longest first. `since` is in ms as of `performance.now()`. */
const waits = createStore<readonly { readonly since: number }[]>([])

/** Counts as something that the page waits for, for as long as the component is mounted. */
function useWaiting(): void {
  useEffect(() => {
    const wait = { since: performance.now() }
    waits.set([...waits.get(), wait])
    return () => waits.set(waits.get().filter((other) => other !== wait))
  }, [])
}

/** When the longest wait of the page began; null while it waits for nothing. */
export function waitingSince(): number | null {
  return waits.get()[0]?.since ?? null
}

export const onWaiting = waits.subscribe
