import css from './Activity.module.css'

/** Where a list comes from and what it can and cannot show. */
export function Coverage({ source, text }: { source: string; text: string }) {
  return (
    <p className={css.coverage}>
      {source && <>From the {source}. </>}
      {text}
    </p>
  )
}
