import css from './Skeleton.module.css'
import { useWaiting } from './waiting.ts'

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
    <div className={page ? `${css.skeleton} ${css.page}` : css.skeleton} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines + rows + fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all shapes are identical
        <span key={index} className={shape} aria-hidden="true" />
      ))}
      {fields > 0 && <span className={css.button} aria-hidden="true" />}
    </div>
  )
}
