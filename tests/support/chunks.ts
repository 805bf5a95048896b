import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { buildFolder } from './portalBuild.ts'

/** The built file with a source module's own chunk, for example of `src/modes/safe/mode.tsx`. */
export function chunkOf(source: string): string {
  const manifest = JSON.parse(readFileSync(`${buildFolder}build-manifest.json`, 'utf8')) as Record<
    string,
    { file: string }
  >
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build has no chunk of ${source}`)
  return chunk.file
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
