import css from './Sentences.module.css'

/** Sentences as a list; nothing if there are none. */
export function Sentences({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <ul className={css.sentences}>
      {of.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}
