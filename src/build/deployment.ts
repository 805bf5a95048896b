import { createHash } from 'node:crypto'
import { type HeaderRule, headersFor } from './headers.ts'

/** SHA-256 of each file of a build in hexadecimal, by its path in the build. */
type FileHashes = ReadonlyMap<string, string>

/** Hosts read these files and don't serve them. */
const CONFIGURATION = ['_headers', '.nojekyll']

/** The text of `SHA256SUMS`, in the format of `sha256sum`. */
export function formatHashes(files: ReadonlyMap<string, string | Uint8Array>): string {
  const lines = [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => `${hashOf(content)}  ${name}\n`)
  return lines.join('')
}

/** @throws if a line has another format */
export function parseHashes(text: string): FileHashes {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [, hash, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
      if (!hash || !name) throw new Error(`This line of SHA256SUMS names no file: ${line}`)
      return [name, hash]
    }),
  )
}

/** The result for one file of a deployment: `headers` names those that are missing or have another value. */
export type Compared = {
  readonly file: string
  readonly content: 'same' | 'changed' | 'missing'
  readonly headers: readonly string[]
}

/**
 * Fetches every file of a build from a deployment and compares its bytes and headers.
 * @param address of the page, with a trailing slash
 * @throws when the deployment does not answer at all
 */
export async function compareDeployment(
  address: string,
  hashes: FileHashes,
  rules: readonly HeaderRule[],
): Promise<readonly Compared[]> {
  const results: Compared[] = []
  for (const [file, hash] of hashes) {
    if (CONFIGURATION.includes(file)) continue
    // Hosts redirect `/index.html` to `/`.
    const name = file === 'index.html' ? '' : file
    const answer = await fetch(new URL(name, address), { cache: 'no-store' })
    const content = new Uint8Array(await answer.arrayBuffer())
    const expected = Object.entries(headersFor(rules, `/${name}`))
    results.push({
      file,
      content: !answer.ok ? 'missing' : hashOf(content) === hash ? 'same' : 'changed',
      headers: expected.flatMap(([header, value]) =>
        answer.ok && answer.headers.get(header) !== value ? [header] : [],
      ),
    })
  }
  return results
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
