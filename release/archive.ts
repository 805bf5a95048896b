import { zipSync } from 'fflate'

/** The earliest date that a zip can hold. fflate writes local time, so every time zone gives the same bytes. */
const NO_DATE = new Date(1980, 0, 1)

/** A regular Unix file: anyone may read it, its owner may write it. */
const PLAIN_FILE = 0o100644 << 16

/**
 * Packs files into a zip archive: the same files are the same bytes on every machine.
 * @param files by their path in the archive
 */
export function archive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return zipSync(Object.fromEntries(sorted), { level: 9, mtime: NO_DATE, os: 3, attrs: PLAIN_FILE })
}
