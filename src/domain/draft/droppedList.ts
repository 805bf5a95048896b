/** A dropped or chosen item: one file, a text, or a sentence that says what to do instead. */
export type Dropped =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: string }

/** Takes the file or the text of a drop. */
export function dropped(data: DataTransfer): Dropped {
  const text = data.getData('text/plain')
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.())
  if (entries.some((entry) => entry?.isDirectory))
    return fault('That’s a folder. Drop the file with the list.')
  const [file, other] = data.files
  if (other) return fault(`That’s ${data.files.length} files. Drop the one with the list.`)
  if (file) return taken(file)
  return text === '' ? fault('There’s no list in what you dropped.') : { kind: 'text', text }
}

/** Accepts a file by name and type. Whether it is text is decided by its bytes. */
export function taken(file: File): Dropped {
  const { name, type } = file
  if (type.startsWith('image/') || /\.(?:png|jpe?g|gif|webp|heic|svg)$/i.test(name))
    return fault('That’s a picture. Ask for the list as CSV, or enter it manually.')
  if (type === 'application/pdf' || /\.pdf$/i.test(name))
    return fault('That’s a PDF. Copy its table and paste it, or ask for the list as CSV.')
  return { kind: 'file', file }
}

function fault(words: string): Dropped {
  return { kind: 'fault', fault: words }
}
