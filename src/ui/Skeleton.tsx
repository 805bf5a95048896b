import css from './Skeleton.module.css'

/**
 * Grey lines in the shape of the loading content; screen readers read the label. `page` reserves a whole
 * page, so that content below it does not appear for a moment.
 */
export function Skeleton({ lines, label, page }: { lines: number; label: string; page?: boolean }) {
  return (
    <div className={page ? `${css.skeleton} ${css.page}` : css.skeleton} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are identical
        <span key={index} className={css.line} aria-hidden="true" />
      ))}
    </div>
  )
}
