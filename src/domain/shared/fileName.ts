/** Longer names are cut: some systems and zip tools refuse them. */
const MAX_LENGTH = 100

/**
 * A file name of lower-case letters, digits and hyphens with one extension, whatever its parts contain: no
 * path, no hidden file, no second extension, no disguise by other scripts.
 */
export function fileName(parts: readonly string[], extension: 'csv' | 'json' | 'png' | 'svg'): string {
  const name = parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return `${name || 'file'}.${extension}`
}
