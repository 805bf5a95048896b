import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { buildFolder } from './portalBuild.ts'

/** The modules in each script of the build. */
const modules = () =>
  JSON.parse(readFileSync(`${buildFolder.slice(0, -1)}-hosting/modules.json`, 'utf8')) as Record<
    string,
    string[]
  >

/** The files that each kind of visit and each page opens with, as the page names them. */
const starts = () => {
  const html = readFileSync(`${buildFolder}index.html`, 'utf8')
  const [, json = ''] = /<script id="files"[^>]*>(.*?)<\/script>/.exec(html) ?? []
  return (JSON.parse(json) as { starts: Record<string, string[]> }).starts
}

/** The built file with a source module, for example of `src/modes/safe/mode.tsx`. */
export function chunkOf(source: string): string {
  const [file] = Object.entries(modules()).find(([, inside]) => inside.includes(source)) ?? []
  if (!file) throw new Error(`The build has no chunk of ${source}`)
  return file
}

/** The built files with a module whose path matches. */
export function chunksWith(source: RegExp): readonly string[] {
  return Object.entries(modules()).flatMap(([file, inside]) =>
    inside.some((module) => source.test(module)) ? [file] : [],
  )
}

/** The stylesheets that only this page needs. */
export function ownStyles(page: string): readonly string[] {
  const { [page]: files = [], ...others } = starts()
  const own = files.filter((file) => !Object.values(others).flat().includes(file) && file.endsWith('.css'))
  return own.map((file) => file.replace('./', ''))
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
