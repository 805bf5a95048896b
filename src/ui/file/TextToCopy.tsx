/** A text to select by hand, if the clipboard or downloads are blocked. `rows` is the minimum height. */
export function TextToCopy(props: { label: string; text: string; rows?: number }) {
  return (
    <textarea
      className="layout-paste"
      aria-label={props.label}
      readOnly
      rows={props.rows ?? 4}
      value={props.text}
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
