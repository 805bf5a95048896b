import { createHash } from 'node:crypto'
import type { Env } from '#parseEnv.ts'
import { contentSecurityPolicy, type InlineHashes } from './headers.ts'

/** The finished files of a build by their path in it, such as `assets/core-1a2b3c.js`. */
export type BuiltFiles = ReadonlyMap<string, string | Uint8Array>

/**
 * Adds to the built page what only the finished files can tell: the integrity of every script and stylesheet,
 * and the policy for hosts that send no headers. A browser then runs only the files of this build, wherever they
 * come from. Scripts get theirs from an import map, which also covers the ones that load later; later
 * stylesheets look it up there (`boot/loadChunk.ts`).
 *
 * Sealing a sealed page again gives the same text for the same files.
 * @see https://html.spec.whatwg.org/multipage/webappapis.html#import-map-integrity-map
 */
export function sealPage(html: string, files: BuiltFiles, env: Env): string {
  const paths = keptOrder(html) ?? sealedPaths(files)
  const integrity = Object.fromEntries(paths.map((path) => [`./${path}`, hashOf(files.get(path) ?? '')]))
  const map = `<script type="importmap">${JSON.stringify({ integrity })}</script>`
  const page = html
    .replace(
      /\s*<(?:script type="importmap"|meta http-equiv="Content-Security-Policy")[^>]*>(?:.*<\/script>)?/g,
      '',
    )
    .replace(/<script data-lists/, (early) => `${map}\n    ${early}`)
  const policy = pagePolicy(page, env)
  return page.replace(
    /<meta charset="utf-8" \/>/,
    (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
  )
}

/**
 * The scripts and stylesheets of a build, in the order of the import map: the largest first. A page starts its
 * files in this order, and the largest one takes longest.
 */
export function sealedPaths(files: BuiltFiles): string[] {
  const size = (path: string) => files.get(path)?.length ?? 0
  return [...files.keys()]
    .filter((path) => /^assets\/.*\.(js|css)$/.test(path))
    .sort((a, b) => size(b) - size(a) || (a < b ? -1 : 1))
}

/** The order in a page that is sealed already: its lists of files count on it. */
function keptOrder(html: string): string[] | null {
  const map = /<script type="importmap">(.*)<\/script>/.exec(html)?.[1]
  return map ? Object.keys(JSON.parse(map).integrity).map((path) => path.slice('./'.length)) : null
}

/** The hashes of the scripts and styles that stand in a page. */
export function inlineHashes(html: string): InlineHashes {
  const hashes = (tag: RegExp) => [...html.matchAll(tag)].map(([, text = '']) => `'${hashOf(text)}'`)
  return {
    scripts: hashes(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g),
    styles: hashes(/<style[^>]*>([\s\S]*?)<\/style>/g),
  }
}

/** As in a header, without what browsers ignore in a meta element. */
function pagePolicy(html: string, env: Env): string {
  return contentSecurityPolicy(env, inlineHashes(html))
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors '))
    .join('; ')
}

/** A file's hash as browsers compare it. */
export function hashOf(content: string | Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
