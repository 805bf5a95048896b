/** Time (ms) that a browser has to read the file; revoked at once, some would save nothing. */
const KEPT = 60_000

/**
 * Hands a file to the browser's downloads. Works in Safe's sandbox, which allows downloads; whether the person keeps
 * the file nobody learns.
 */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
}
