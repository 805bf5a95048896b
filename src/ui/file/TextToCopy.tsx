import css from './TextToCopy.module.css'

/** A text to be selected by hand, where the clipboard or a download is closed. `rows` is the least that is shown. */
export function TextToCopy(props: { label: string; text: string; rows?: number }) {
  return (
    <textarea
      className={css.text}
      aria-label={props.label}
      readOnly
      rows={props.rows ?? 4}
      value={props.text}
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
