/** What was dropped, or chosen: one file, a text, or a sentence that says what to do instead. */
export type Dropped =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: string }

/** Takes the one file or the text of a drop. */
export function dropped(data: DataTransfer): Dropped {
  const text = data.getData('text/plain')
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.())
  if (entries.some((entry) => entry?.isDirectory))
    return fault('This is a folder. Open it and drop the one file that holds the rows.')
  const [file, other] = data.files
  if (other) return fault(`These are ${data.files.length} files. Drop the one that holds the rows.`)
  if (file) return taken(file)
  return text === '' ? fault('Nothing was dropped that holds rows.') : { kind: 'text', text }
}

/** A file by its name and type; whether it is a text, its bytes say. */
export function taken(file: File): Dropped {
  const { name, type } = file
  if (type.startsWith('image/') || /\.(?:png|jpe?g|gif|webp|heic|svg)$/i.test(name))
    return fault(
      'This is a picture. Rows are not read from pictures: ask for the list as CSV, or type the rows.',
    )
  if (type === 'application/pdf' || /\.pdf$/i.test(name))
    return fault('This is a PDF. Copy its table and paste it, or ask for the list as CSV.')
  return { kind: 'file', file }
}

function fault(words: string): Dropped {
  return { kind: 'fault', fault: words }
}
