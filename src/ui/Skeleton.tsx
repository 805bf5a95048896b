import css from './Skeleton.module.css'
import { useWaiting } from './waiting.ts'

/**
 * Grey shapes of the loading content; screen readers read the label. `rows` are those of a list, `lines` those of a
 * text. `page` is a whole page.
 */
export function Skeleton(props: { lines?: number; rows?: number; label: string; page?: boolean }) {
  const { lines = 0, rows = 0, label, page } = props
  useWaiting()
  return (
    <div className={page ? `${css.skeleton} ${css.page}` : css.skeleton} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines + rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all shapes are identical
        <span key={index} className={rows ? css.row : css.line} aria-hidden="true" />
      ))}
    </div>
  )
}
