import css from './Skeleton.module.css'

/**
 * Grey lines in the shape of what is being loaded; the label is what a screen reader hears. `page` stands for a whole
 * page, so that what is below it does not come into view for a moment.
 */
export function Skeleton({ lines, label, page }: { lines: number; label: string; page?: boolean }) {
  return (
    <div className={page ? `${css.skeleton} ${css.page}` : css.skeleton} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <span key={index} className={css.line} aria-hidden="true" />
      ))}
    </div>
  )
}
