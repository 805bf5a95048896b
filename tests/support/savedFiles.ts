import { vi } from 'vitest'

/**
 * Keeps what the page passes to the browser's downloads from now on, until the mocks are restored: the content of each
 * link that is clicked, and its name.
 */
export function keepSavedFiles(): readonly { readonly content: Blob; readonly name: string }[] {
  const saved: { content: Blob; name: string }[] = []
  let made: Blob | null = null
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    made = content as Blob
    return 'blob:saved'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (made) saved.push({ content: made, name: this.download })
  })
  return saved
}
