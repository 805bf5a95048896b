import css from './FileButton.module.css'

/** Lets a person choose a file. The same one may be chosen again after it was mended. */
export function FileButton(props: { label: string; accept: string; onFile: (file: File) => void }) {
  return (
    <label className={css.button}>
      {props.label}
      <input
        type="file"
        className="visually-hidden"
        accept={props.accept}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          if (chosen) props.onFile(chosen)
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
