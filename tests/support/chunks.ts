import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { buildFolder } from './portalBuild.ts'

type Chunk = {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const manifest = () =>
  JSON.parse(readFileSync(`${buildFolder}build-manifest.json`, 'utf8')) as Record<string, Chunk>

function chunk(source: string): Chunk {
  const found = manifest()[source]
  if (!found) throw new Error(`The build has no chunk of ${source}`)
  return found
}

/** The built file with a source module's own chunk, for example of `src/modes/safe/mode.tsx`. */
export function chunkOf(source: string): string {
  return chunk(source).file
}

/** What a built file is called in the build: its group, or the module that it was made for. */
export function chunkName(url: string): string {
  const file = new URL(url).pathname.slice(1)
  return Object.values(manifest()).find((one) => one.file === file)?.name ?? file
}

/** The stylesheets that a module needs, with those of all it imports, and that the portal's frame does not. */
export function ownStyles(source: string): readonly string[] {
  const styles = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(name)) return new Set()
    seen.add(name)
    const { css = [], imports = [] } = chunk(name)
    return new Set([...css, ...imports.flatMap((next) => [...styles(next, seen)])])
  }
  const shared = styles('src/app/Portal.tsx')
  return [...styles(source)].filter((file) => !shared.has(file))
}

/** Records a page's requests from now on, as path (own scripts) or origin (everything else). */
export function watchRequests(page: Page, portalUrl: string): { scripts: Set<string>; origins: Set<string> } {
  const seen = { scripts: new Set<string>(), origins: new Set<string>() }
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.url().startsWith(portalUrl)) seen.scripts.add(url.pathname.slice(1))
    else if (request.frame().url().startsWith(portalUrl)) seen.origins.add(url.origin)
  })
  return seen
}
